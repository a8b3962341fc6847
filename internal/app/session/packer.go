package session

import (
	"bytes"

	"github.com/klauspost/compress/zstd"

	"tumble/physics"
)

// Packer packs moments in the portable format, compressed, and reads them. It keeps its storage; the zero value is ready.
// Packing and reading may go on at the same time.
type Packer struct {
	data []byte // to be compressed
	out  []byte
	to   *zstd.Encoder

	read  []byte // decompressed
	from  *zstd.Decoder
	world physics.Snapshot
}

// packWindow is how far back the compression looks (bytes): repetitions in a state are near, and a small window keeps
// the tables of the compression small.
const packWindow = 1 << 18

// Pack returns the world of a moment in a tenth of its memory. It only reads that, so that it may run beside
// anything that does not Take or Keep the moment.
func (p *Packer) Pack(m *Moment) ([]byte, error) {
	var err error
	if p.data, err = m.world.AppendBinary(p.data[:0]); err != nil {
		return nil, err
	}
	if p.to == nil {
		p.to, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(packWindow), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, err
		}
	}
	p.out = p.to.EncodeAll(p.data, p.out[:0])
	return bytes.Clone(p.out), nil
}

// unpack reads the bytes of Pack. The snapshot belongs to the packer, until the next call.
func (p *Packer) unpack(packed []byte) (*physics.Snapshot, error) {
	var err error
	if p.from == nil {
		if p.from, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1)); err != nil {
			return nil, err
		}
	}
	if p.read, err = p.from.DecodeAll(packed, p.read[:0]); err != nil {
		return nil, err
	}
	return &p.world, p.world.UnmarshalBinary(p.read)
}

// Bytes is about how much memory the storage for reading takes.
func (p *Packer) Bytes() int { return cap(p.read) + p.world.Memory() }
