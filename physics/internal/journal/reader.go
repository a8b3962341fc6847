package journal

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Close says how a file ends: at byte At, in order, or for a reason after which nothing more can be read.
type Close struct {
	At    int64
	Whole bool
	// Reason says why there is no last record, Last is the payload of the one that is there.
	Reason string
	Last   []byte
}

// Reader reads the records of a file, in their order and again from any of them.
type Reader struct {
	src  io.ReaderAt
	size int64 // bytes that may be read
	buf  []byte
	from int64 // of buf in the file
}

// Open checks the head of a file of size bytes.
func Open(src io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{src: src, size: max(size, 0)}
	h, err := r.view(0, min(int(r.size), HeaderSize))
	if err != nil {
		return nil, err
	}
	return r, checkHeader(h)
}

// Fork returns a reader of the same file with a buffer of its own.
func (r *Reader) Fork() *Reader { return &Reader{src: r.src, size: r.size} }

// Grow lets the reader read up to a new size, of a file that is still being written.
func (r *Reader) Grow(size int64) { r.size = max(r.size, size) }

// bufferBytes is how much is read at once.
const bufferBytes = 64 << 10

// view returns n bytes of the file at a place. They are valid until the next call.
func (r *Reader) view(at int64, n int) ([]byte, error) {
	if at >= r.from && at+int64(n) <= r.from+int64(len(r.buf)) {
		return r.buf[at-r.from:][:n:n], nil
	}
	want := int(min(max(int64(n), bufferBytes), r.size-at))
	if n > want {
		return nil, io.ErrUnexpectedEOF
	}
	if cap(r.buf) < want {
		r.buf = make([]byte, want)
	}
	r.buf, r.from = r.buf[:want], at
	if got, err := r.src.ReadAt(r.buf, at); got < want {
		r.buf = r.buf[:0]
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return r.buf[:n:n], nil
}

// At reads the record that begins at a place. Its payload is valid until the next call.
func (r *Reader) At(at int64) (Record, error) {
	f, err := r.frame(at)
	if err != nil {
		return Record{}, fmt.Errorf("at byte %d: %w", at, err)
	}
	whole, err := r.view(at, FrameSize+int(f.length))
	if err != nil {
		return Record{}, fmt.Errorf("at byte %d: %w", at, err)
	}
	if sum := crc32.Update(crc32.Checksum(whole[:8], castagnoli), castagnoli, whole[FrameSize:]); sum != f.sum {
		return Record{}, fmt.Errorf("at byte %d: %w", at, wrongSum(&f, sum))
	}
	return Record{Kind: f.kind, Flags: f.flags, Code: f.code, At: at, Next: at + FrameSize + f.length,
		Payload: whole[FrameSize:]}, nil
}

func wrongSum(f *frame, sum uint32) error {
	return fmt.Errorf("a record (%v) of %d bytes with a wrong checksum: %08x, computed %08x", f.kind, f.length, f.sum,
		sum)
}

// frame reads the head of a record.
func (r *Reader) frame(at int64) (frame, error) {
	if at < HeaderSize || r.size-at < FrameSize {
		return frame{}, errors.New("the file ends inside the head of a record")
	}
	h, err := r.view(at, FrameSize)
	if err != nil {
		return frame{}, err
	}
	f := readFrame(h)
	return f, f.check(r.size - at - FrameSize)
}

// Scan goes through the file from the record at a place, HeaderSize for the first, and shows every record whose
// checksum is right to visit, up to the last one of a file that was cut or damaged. Of payloads longer than 64 kB only
// the first glance bytes are shown. Errors are those of visit and of the device.
func (r *Reader) Scan(at int64, glance int, visit func(*Record) error) (Close, error) {
	for {
		if at == r.size {
			return Close{At: at, Reason: "the file ends without its last record: it was not closed"}, nil
		}
		rec, err := r.glance(at, glance)
		switch {
		case errors.Is(err, errRead):
			return Close{}, err
		case err != nil:
			return Close{At: at, Reason: fmt.Sprintf("at byte %d: %v", at, err)}, nil
		case rec.Kind == End:
			c := Close{At: rec.Next, Whole: true, Last: bytes.Clone(rec.Payload)}
			if rec.Next < r.size {
				c.Reason = fmt.Sprintf("%d bytes follow the last record", r.size-rec.Next)
			}
			return c, nil
		}
		if err := visit(&rec); err != nil {
			return Close{}, err
		}
		at = rec.Next
	}
}

// errRead is wrapped by errors of the file itself.
var errRead = errors.New("reading")

// glance reads a record, and of long payloads only what it needs for the checksum at a time.
func (r *Reader) glance(at int64, keep int) (Record, error) {
	f, err := r.frame(at)
	if err != nil {
		return Record{}, r.readError(err)
	}
	if f.length <= bufferBytes {
		keep = int(f.length)
	}
	keep = min(keep, int(f.length))
	head, err := r.view(at, FrameSize)
	if err != nil {
		return Record{}, r.readError(err)
	}
	sum := crc32.Checksum(head[:8], castagnoli)
	for done := int64(0); done < f.length; {
		b, err := r.view(at+FrameSize+done, int(min(f.length-done, bufferBytes)))
		if err != nil {
			return Record{}, r.readError(err)
		}
		sum = crc32.Update(sum, castagnoli, b)
		done += int64(len(b))
	}
	if sum != f.sum {
		return Record{}, wrongSum(&f, sum)
	}
	b, err := r.view(at+FrameSize, keep)
	if err != nil {
		return Record{}, r.readError(err)
	}
	return Record{Kind: f.kind, Flags: f.flags, Code: f.code, At: at, Next: at + FrameSize + f.length, Payload: b}, nil
}

// readError tells failures of the device from files that end early.
func (r *Reader) readError(err error) error {
	var e interface{ Timeout() bool } // what package os wraps failures of devices in
	if errors.As(err, &e) {
		return fmt.Errorf("%w: %w", errRead, err)
	}
	return err
}

// Skip is At, but only records of the kind wanted are read whole; of others the head is enough.
func (r *Reader) Skip(at int64, wanted Kind) (Record, error) {
	f, err := r.frame(at)
	if err != nil {
		return Record{}, fmt.Errorf("at byte %d: %w", at, err)
	}
	if f.kind == wanted {
		return r.At(at)
	}
	return Record{Kind: f.kind, Flags: f.flags, Code: f.code, At: at, Next: at + FrameSize + f.length}, nil
}

// CopyTo writes a stretch of the file.
func (r *Reader) CopyTo(out io.Writer, from, to int64) error {
	_, err := io.Copy(out, io.NewSectionReader(r.src, from, to-from))
	return err
}
