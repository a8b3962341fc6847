package session

import (
	"bytes"
	"compress/flate"
	"io"
)

// compressor compresses and decompresses with DEFLATE, which PNG has brought along: Zstandard would make
// the download larger. The zero value is ready.
type compressor struct{ to *flate.Writer }

// pack appends compressed data.
func (c *compressor) pack(to, data []byte) (packed []byte, err error) {
	out := bytes.NewBuffer(to)
	if c.to == nil {
		if c.to, err = flate.NewWriter(out, flate.BestSpeed); err != nil {
			return nil, err
		}
	} else {
		c.to.Reset(out)
	}
	if _, err := c.to.Write(data); err != nil {
		return nil, err
	}
	if err := c.to.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack appends decompressed data.
func (c *compressor) unpack(to, packed []byte) ([]byte, error) {
	out := bytes.NewBuffer(to)
	_, err := io.Copy(out, flate.NewReader(bytes.NewReader(packed)))
	return out.Bytes(), err
}
