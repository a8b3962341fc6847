//go:build !js

package session

import "github.com/klauspost/compress/zstd"

// compressor compresses and decompresses with Zstandard. The zero value is ready.
type compressor struct {
	to   *zstd.Encoder
	from *zstd.Decoder
}

// packWindow is how far back the compression looks (bytes): repetitions in a state are near, and a small window keeps
// the tables of the compression small.
const packWindow = 1 << 18

// pack appends compressed data.
func (c *compressor) pack(to, data []byte) (packed []byte, err error) {
	if c.to == nil {
		c.to, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(packWindow), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, err
		}
	}
	return c.to.EncodeAll(data, to), nil
}

// unpack appends decompressed data.
func (c *compressor) unpack(to, packed []byte) (data []byte, err error) {
	if c.from == nil {
		if c.from, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1)); err != nil {
			return nil, err
		}
	}
	return c.from.DecodeAll(packed, to)
}
