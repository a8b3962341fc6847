package journal

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrBehind says that the destination took longer than the memory for waiting bytes lasts.
var ErrBehind = errors.New("the destination is too slow")

// ErrClosed is the error of records after the end.
var ErrClosed = errors.New("the journal is closed")

// Writer appends records to a stream. Records go to memory; a goroutine hands them to the stream as fast as it takes
// them, so that no caller waits for it. The goroutine ends with Close or with the first error.
//
// A Writer reads no clock: waiting records go out as soon as the goroutine runs, in one write. It is woken by
// Wake, so that a step costs one wake-up at most, however many records it has.
type Writer struct {
	out   io.Writer
	limit int

	mu      sync.Mutex
	work    sync.Cond // there are bytes, or the end
	done    sync.Cond // bytes have been written
	waiting []byte
	exempt  int    // bytes of waiting that the limit does not count
	begun   bool   // something is to be written: a file has no head without the first records
	open    bool   // a record has its place at the end of waiting, but not its bytes
	behind  []byte // records after that
	busy    bool   // the goroutine writes
	closed  bool
	err     error
	written int64
}

// NewWriter begins a journal on out. At most limit bytes wait in memory.
func NewWriter(out io.Writer, limit int) *Writer {
	w := &Writer{out: out, limit: limit, waiting: AppendHeader(nil)}
	w.work.L, w.done.L = &w.mu, &w.mu
	go w.run()
	return w
}

// wake lets the goroutine run.
func (w *Writer) wake() {
	w.begun = true
	w.work.Signal()
}

// Append adds a record. It returns the error that ended the journal, if one has: ErrBehind, ErrClosed or that of
// the stream.
func (w *Writer) Append(kind Kind, flags uint8, code uint16, payload []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.err != nil:
		return w.err
	case w.closed:
		return ErrClosed
	case uint64(len(payload)) > 1<<32-1:
		return fmt.Errorf("a %v record of %d bytes: at most 4 GiB", kind, len(payload))
	case w.held() > 0 && w.held()+FrameSize+len(payload) > w.limit:
		w.err = fmt.Errorf("%w: %d bytes wait for it", ErrBehind, w.held())
		w.wake()
		return w.err
	}
	to := &w.waiting
	if w.open {
		to = &w.behind
	}
	*to = appendRecord(*to, kind, flags, code, payload)
	return nil
}

// held is the amount that waits, of the kinds that the limit counts.
func (w *Writer) held() int { return len(w.waiting) - w.exempt + len(w.behind) }

func appendRecord(b []byte, kind Kind, flags uint8, code uint16, payload []byte) []byte {
	start := len(b)
	b = append(append(b, make([]byte, FrameSize)...), payload...)
	putFrame(b[start:], kind, flags, code)
	return b
}

// Reserve keeps a place for records that take long to make. Records that are appended until Fill stand after it. A
// place that is kept already is waited for.
func (w *Writer) Reserve() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.open {
		w.done.Wait()
	}
	w.open = true
}

// Fill puts records into the place, whatever their size, or ends the journal with an error.
func (w *Writer) Fill(err error, records ...Record) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range records {
		if w.err == nil && err == nil && uint64(len(r.Payload)) > 1<<32-1 {
			err = fmt.Errorf("a %v record of %d bytes: at most 4 GiB", r.Kind, len(r.Payload))
		}
	}
	w.open = false
	switch {
	case w.err == nil && err != nil:
		w.err = err
	case w.broken():
	default:
		for _, r := range records {
			w.waiting = appendRecord(w.waiting, r.Kind, r.Flags, r.Code, r.Payload)
			w.exempt += FrameSize + len(r.Payload)
		}
		w.waiting = append(w.waiting, w.behind...)
	}
	w.behind = w.behind[:0]
	w.done.Broadcast()
	w.wake()
}

// Room reports whether a record of so many bytes fits into the memory of the journal, so that those that may be
// left out are.
func (w *Writer) Room(bytes int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.held()+FrameSize+bytes <= w.limit/2
}

// Wake lets the goroutine write what is waiting.
func (w *Writer) Wake() {
	w.mu.Lock()
	if !w.busy {
		w.wake()
	}
	w.mu.Unlock()
}

// Flush waits until everything has been given to the stream.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	for w.open {
		w.done.Wait()
	}
	w.wake()
	for w.busy || len(w.waiting) > 0 && !w.broken() {
		w.done.Wait()
	}
}

// broken reports whether the stream refuses bytes. One that is only slow still gets what waits for it.
func (w *Writer) broken() bool { return w.err != nil && !errors.Is(w.err, ErrBehind) }

// Close appends the last record, waits until everything has been written and ends the goroutine. A journal that
// ended early gets the reason as its last record, if the stream still takes bytes.
func (w *Writer) Close(payload []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return w.err
	}
	w.flush()
	if !w.broken() {
		w.waiting = AppendEnd(w.waiting, payload)
	}
	w.closed = true
	w.flush()
	w.wake()
	return w.err
}

// Err returns the error that ended the journal.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Written returns how many bytes the stream has taken.
func (w *Writer) Written() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written
}

// run writes the waiting bytes. Two buffers are in use in turn, so that records come in while the stream takes its
// time.
func (w *Writer) run() {
	var spare []byte
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for (len(w.waiting) == 0 || !w.begun) && !w.closed && !w.broken() {
			w.work.Wait()
		}
		if w.broken() || len(w.waiting) == 0 {
			w.waiting = nil
			w.done.Broadcast()
			return
		}
		batch := w.waiting
		w.waiting, w.exempt, w.busy = spare[:0], 0, true
		w.mu.Unlock()
		n, err := w.out.Write(batch)
		if err == nil && n < len(batch) {
			err = io.ErrShortWrite
		}
		w.mu.Lock()
		w.busy, spare = false, batch
		w.written += int64(max(n, 0))
		if err != nil {
			w.err = err
		}
		w.done.Broadcast()
	}
}

// AppendEnd appends a last record.
func AppendEnd(b, payload []byte) []byte { return appendRecord(b, End, 0, 0, payload) }
