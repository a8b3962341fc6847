package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// FormatError says what is wrong with a file, where, and which value was found.
type FormatError struct {
	File   string
	Offset int64  // of the value in the file, in bytes
	What   string // what is wrong
	Value  any    // what was found; nil if there is nothing to show
}

func (e *FormatError) Error() string {
	if e.Value == nil {
		return fmt.Sprintf("%s: at byte %d: %s", e.File, e.Offset, e.What)
	}
	return fmt.Sprintf("%s: at byte %d: %s: %v", e.File, e.Offset, e.What, e.Value)
}

// Chunk is one chunk of a file. Data is valid until the next call of Next.
type Chunk struct {
	Kind   Kind
	Offset int64 // of the first payload byte in the file
	Data   []byte
}

// Critical reports whether the chunk can change what is replayed: a reader that does not
// know its kind should say so.
func (c *Chunk) Critical() bool { return c.Kind[0] < 'a' || c.Kind[0] > 'z' }

// Reader reads a container from a stream.
type Reader struct {
	r      io.Reader
	file   string
	limit  int64 // bytes that may still be read, −1 = unknown
	offset int64
	chunks uint64
	buf    []byte
	minor  uint16
	err    error
}

// NewReader reads the header. file is the name used in errors; size is the number of
// bytes of the stream, or −1 if unknown: with it a chunk that claims more bytes than are left
// is refused at once.
func NewReader(r io.Reader, file string, size int64) (*Reader, error) {
	rd := &Reader{r: r, file: file, limit: size}
	var h [headerSize]byte
	n, err := io.ReadFull(r, h[:])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: reading the header: %w", file, err)
	}
	if n < 8 || [8]byte(h[:8]) != magic {
		return nil, rd.errorAt(0, "not a .tumble file: magic", fmt.Sprintf("% x", h[:min(n, 8)]))
	}
	if n < headerSize {
		return nil, rd.errorAt(int64(n), "the file ends inside its header", nil)
	}
	if sum, want := crc32.Checksum(h[:12], castagnoli), binary.LittleEndian.Uint32(h[12:]); sum != want {
		return nil, rd.errorAt(12, "wrong checksum of the header", fmt.Sprintf("%08x, computed %08x", want, sum))
	}
	if major := binary.LittleEndian.Uint16(h[8:]); major != Major {
		return nil, rd.errorAt(8, fmt.Sprintf("this program reads version %d, the file has version", Major), major)
	}
	rd.minor = binary.LittleEndian.Uint16(h[10:])
	rd.offset = headerSize
	return rd, nil
}

// File is the name given to NewReader, for errors of those who decode chunks.
func (r *Reader) File() string { return r.file }

// Minor is the minor version of the file.
func (r *Reader) Minor() uint16 { return r.minor }

// Next returns the next chunk, io.EOF after the last one. A file that ends without its last
// chunk, a wrong checksum and a length beyond the limits are a FormatError. After an error
// every further call returns the same error; everything read before it is good.
func (r *Reader) Next() (Chunk, error) {
	if r.err != nil {
		return Chunk{}, r.err
	}
	c, err := r.next()
	if err != nil {
		r.err = err
		return Chunk{}, err
	}
	return c, nil
}

func (r *Reader) next() (Chunk, error) {
	start := r.offset
	var h [chunkHeaderSize]byte
	if n, err := io.ReadFull(r.r, h[:]); err != nil {
		return Chunk{}, r.readError(start+int64(n), "the file ends without its last chunk", err)
	}
	r.offset += chunkHeaderSize
	kind := Kind(h[:4])
	length := int64(binary.LittleEndian.Uint32(h[4:]))
	switch {
	case !kind.valid():
		return Chunk{}, r.errorAt(start, "chunk kind is not four printable characters", fmt.Sprintf("% x", kind[:]))
	case length > MaxPayload:
		return Chunk{}, r.errorAt(start+4, fmt.Sprintf("chunk %q: length beyond the limit of %d", kind, MaxPayload), length)
	case r.limit >= 0 && length > r.limit-r.offset:
		return Chunk{}, r.errorAt(start+4, fmt.Sprintf("chunk %q: only %d bytes are left, length", kind, max(r.limit-r.offset, 0)), length)
	case kind != KindEnd && r.chunks >= MaxChunks:
		return Chunk{}, r.errorAt(start, "more chunks than allowed", MaxChunks)
	}
	if err := r.readPayload(int(length), kind); err != nil {
		return Chunk{}, err
	}
	sum := crc32.Update(crc32.Checksum(h[:8], castagnoli), castagnoli, r.buf)
	if want := binary.LittleEndian.Uint32(h[8:]); sum != want {
		return Chunk{}, r.errorAt(start+8, fmt.Sprintf("chunk %q: wrong checksum", kind), fmt.Sprintf("%08x, computed %08x", want, sum))
	}
	c := Chunk{Kind: kind, Offset: r.offset, Data: r.buf}
	r.offset += length
	if kind == KindEnd {
		return Chunk{}, r.finish(c)
	}
	r.chunks++
	return c, nil
}

// readPayload grows the buffer as bytes arrive, at most doubling what has been read:
// a hostile length in a short stream allocates no more than twice the stream.
func (r *Reader) readPayload(length int, kind Kind) error {
	const first = 64 << 10
	r.buf = r.buf[:0]
	for len(r.buf) < length {
		want := min(length, max(first, 2*len(r.buf), cap(r.buf)))
		if cap(r.buf) < want {
			grown := make([]byte, len(r.buf), want)
			copy(grown, r.buf)
			r.buf = grown
		}
		at := len(r.buf)
		n, err := io.ReadFull(r.r, r.buf[at:want])
		r.buf = r.buf[:at+n]
		if err != nil {
			return r.readError(r.offset+int64(at+n), fmt.Sprintf("the file ends inside chunk %q", kind), err)
		}
	}
	return nil
}

func (r *Reader) finish(c Chunk) error {
	if len(c.Data) != 8 {
		return r.errorAt(c.Offset, "last chunk: length must be 8", len(c.Data))
	}
	if n := binary.LittleEndian.Uint64(c.Data); n != r.chunks {
		return r.errorAt(c.Offset, fmt.Sprintf("the file has %d chunks, its last chunk says", r.chunks), n)
	}
	return io.EOF
}

// Errorf makes a FormatError for a value inside a chunk; at is the offset in its payload.
func (r *Reader) Errorf(c Chunk, at int, value any, format string, args ...any) error {
	return r.errorAt(c.Offset+int64(at), fmt.Sprintf("chunk %q: ", c.Kind)+fmt.Sprintf(format, args...), value)
}

func (r *Reader) errorAt(offset int64, what string, value any) error {
	return &FormatError{File: r.file, Offset: offset, What: what, Value: value}
}

func (r *Reader) readError(offset int64, what string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.errorAt(offset, what, nil)
	}
	return fmt.Errorf("%s: at byte %d: %w", r.file, offset, err)
}
