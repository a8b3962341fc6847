package journal

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A packed payload is the length of the bytes (u32) and these, deflated (RFC 1951).

// maxRatio is how much longer than its packed form a payload may be: a reader takes no more memory than a file
// of that size could have had. Payloads that shrink further are stored as they are.
const maxRatio = 128

// Packer compresses payloads. Its memory is used again.
type Packer struct {
	out   bytes.Buffer
	flate *flate.Writer
}

// Pack returns the payload to store for data, with its flags. It is valid until the next call.
func (p *Packer) Pack(data []byte) (payload []byte, flags uint8) {
	p.out.Reset()
	p.out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
	if p.flate == nil {
		// the level is one that exists
		p.flate, _ = flate.NewWriter(&p.out, flate.BestSpeed)
	} else {
		p.flate.Reset(&p.out)
	}
	// a buffer takes everything
	_, _ = p.flate.Write(data)
	_ = p.flate.Close()
	if n := p.out.Len(); n >= len(data) || len(data)/n >= maxRatio {
		return data, 0
	}
	return p.out.Bytes(), Packed
}

var errPacked = errors.New("a compressed payload is damaged")

// Unpack returns the contents of a payload: a plain one itself.
func Unpack(payload []byte, flags uint8) ([]byte, error) {
	if flags&Packed == 0 {
		return payload, nil
	}
	if len(payload) < 4 {
		return nil, errPacked
	}
	n := int(binary.LittleEndian.Uint32(payload))
	if n/maxRatio > len(payload) {
		return nil, fmt.Errorf("%w: %d bytes cannot hold %d", errPacked, len(payload), n)
	}
	data := make([]byte, n)
	r := flate.NewReader(bytes.NewReader(payload[4:]))
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	var more [1]byte
	if k, _ := r.Read(more[:]); k > 0 {
		return nil, fmt.Errorf("%w: it holds more than %d bytes", errPacked, n)
	}
	return data, nil
}
