package record

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

const (
	headerSize      = 16
	chunkHeaderSize = 12

	// Major and Minor are the version this package writes.
	Major = 1
	Minor = 0

	// MaxPayload is the largest payload of one chunk in bytes. Longer streams are
	// written as several chunks of the same kind.
	MaxPayload = 64 << 20
	// MaxChunks is the largest number of chunks in a file.
	MaxChunks = 1 << 24
)

var magic = [8]byte{0x89, 'T', 'M', 'B', 'L', '\r', '\n', 0x1a}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Writer writes a container to a stream. It does no buffering of its own.
type Writer struct {
	w      io.Writer
	head   [chunkHeaderSize]byte
	chunks uint64
	err    error
	closed bool
}

// NewWriter writes the header to w.
func NewWriter(w io.Writer) (*Writer, error) {
	var h [headerSize]byte
	copy(h[:], magic[:])
	binary.LittleEndian.PutUint16(h[8:], Major)
	binary.LittleEndian.PutUint16(h[10:], Minor)
	binary.LittleEndian.PutUint32(h[12:], crc32.Checksum(h[:12], castagnoli))
	if _, err := w.Write(h[:]); err != nil {
		return nil, fmt.Errorf("record: writing the header: %w", err)
	}
	return &Writer{w: w}, nil
}

// Chunk appends one chunk. The payload is not kept. After an error every further
// call returns the same error.
func (w *Writer) Chunk(kind Kind, payload []byte) error {
	switch {
	case w.err != nil:
		return w.err
	case w.closed:
		return fmt.Errorf("record: chunk %q after Close", kind)
	case !kind.valid():
		return fmt.Errorf("record: chunk kind %q: must be four printable ASCII characters", kind)
	case kind == KindEnd:
		return fmt.Errorf("record: chunk kind %q is written by Close", kind)
	case len(payload) > MaxPayload:
		return fmt.Errorf("record: chunk %q of %d bytes: at most %d", kind, len(payload), MaxPayload)
	case w.chunks >= MaxChunks:
		return fmt.Errorf("record: more than %d chunks", MaxChunks)
	}
	w.chunks++
	return w.write(kind, payload)
}

// Close writes the last chunk. It does not close the stream below.
func (w *Writer) Close() error {
	if w.err != nil || w.closed {
		return w.err
	}
	w.closed = true
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], w.chunks)
	return w.write(KindEnd, n[:])
}

func (w *Writer) write(kind Kind, payload []byte) error {
	copy(w.head[:4], kind[:])
	binary.LittleEndian.PutUint32(w.head[4:], uint32(len(payload)))
	sum := crc32.Update(crc32.Checksum(w.head[:8], castagnoli), castagnoli, payload)
	binary.LittleEndian.PutUint32(w.head[8:], sum)
	if _, err := w.w.Write(w.head[:]); err != nil {
		w.err = fmt.Errorf("record: writing chunk %q: %w", kind, err)
		return w.err
	}
	if _, err := w.w.Write(payload); err != nil {
		w.err = fmt.Errorf("record: writing chunk %q: %w", kind, err)
	}
	return w.err
}

func (k Kind) valid() bool {
	for _, c := range k {
		if c < 0x20 || c > 0x7e {
			return false
		}
	}
	return true
}
