package session

import (
	"bytes"

	"tumble/physics"
)

// Packer packs moments in the portable format, compressed, and reads them. It keeps its storage; the zero value is
// ready. Packing and reading may go on at the same time.
type Packer struct {
	data  []byte // to be compressed
	out   []byte
	read  []byte // decompressed
	press compressor
	world physics.Snapshot
}

// Pack returns the world of a moment in a tenth of its memory. It only reads that, so that it may run beside
// anything that does not Take or Keep the moment.
func (p *Packer) Pack(m *Moment) ([]byte, error) {
	var err error
	if p.data, err = m.world.AppendBinary(p.data[:0]); err != nil {
		return nil, err
	}
	if p.out, err = p.press.pack(p.out[:0], p.data); err != nil {
		return nil, err
	}
	return bytes.Clone(p.out), nil
}

// unpack reads the bytes of Pack. The snapshot belongs to the packer, until the next call.
func (p *Packer) unpack(packed []byte) (*physics.Snapshot, error) {
	var err error
	if p.read, err = p.press.unpack(p.read[:0], packed); err != nil {
		return nil, err
	}
	return &p.world, p.world.UnmarshalBinary(p.read)
}

// Reading is about how much memory the storage for reading takes (bytes).
func (p *Packer) Reading() int { return cap(p.read) + p.world.Memory() }

// Writing is about how much memory the storage for packing takes (bytes), when nothing is being packed.
func (p *Packer) Writing() int { return cap(p.data) + cap(p.out) }
