package debug

import (
	"bytes"
	"encoding/binary"
	"net"
	"slices"
	"sync"

	"tumble/physics/internal/journal"
)

// viewer is a connection that gets the recording.
type viewer struct {
	id     string
	conn   net.Conn
	memory int

	// asked says that the recorder has begun anew for the viewer; it belongs to the step.
	asked bool
	// welcome gets nil when the recording begins, or the reason why it does not.
	welcome chan error

	mu      sync.Mutex
	chunks  [][]byte // shared with other viewers
	waiting int      // bytes, with those that are being sent
	ended   bool
	ready   chan struct{} // there is something in chunks, or the end
}

func newViewer(conn net.Conn, memory int) *viewer {
	return &viewer{
		id: newSecret(), conn: conn, memory: memory, welcome: make(chan error, 1), ready: make(chan struct{}, 1),
	}
}

// add queues bytes, and reports whether the viewer is still there. One for which too many wait is disconnected.
func (v *viewer) add(chunk []byte) bool {
	v.mu.Lock()
	full := v.waiting > 0 && v.waiting+len(chunk) > v.memory
	goes := !v.ended && !full
	if goes {
		v.chunks = append(v.chunks, chunk)
		v.waiting += len(chunk)
	}
	v.mu.Unlock()
	if full {
		v.drop()
	}
	v.signal()
	return goes
}

// take returns the queued bytes.
func (v *viewer) take() (chunks [][]byte, ended bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	chunks, v.chunks = v.chunks, nil
	return chunks, v.ended
}

// sent says that so many bytes have been sent.
func (v *viewer) sent(n int) {
	v.mu.Lock()
	v.waiting -= n
	v.mu.Unlock()
}

// finish ends the viewer after the queued bytes.
func (v *viewer) finish() {
	v.mu.Lock()
	v.ended = true
	v.mu.Unlock()
	v.signal()
}

// drop disconnects the viewer at once.
func (v *viewer) drop() {
	v.mu.Lock()
	v.ended, v.chunks = true, nil
	v.mu.Unlock()
	// a write that waits for the viewer ends with an error
	_ = v.conn.Close()
	v.signal()
}

func (v *viewer) signal() {
	select {
	case v.ready <- struct{}{}:
	default:
	}
}

// feed takes the bytes of a recorder and never waits.
type feed struct {
	mu      sync.Mutex
	begun   bool // the head of the stream has come
	asked   int  // Tables that were or will be written
	tables  int  // Tables that have come
	joining []joining
	viewers []*viewer
}

// joining is a viewer that waits for a Table, counted from 1.
type joining struct {
	viewer *viewer
	table  int
}

// join lets viewers begin with the next Table that the recorder is told to write.
func (f *feed) join(list []*viewer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	for _, v := range list {
		f.joining = append(f.joining, joining{v, f.asked})
	}
}

// Write gives bytes to the viewers. A journal.Writer writes whole records.
func (f *feed) Write(batch []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	records := batch
	if !f.begun {
		f.begun, records = true, batch[journal.HeaderSize:]
	}
	data := bytes.Clone(records)
	f.viewers = slices.DeleteFunc(f.viewers, func(v *viewer) bool { return !v.add(data) })
	for at := 0; at+journal.FrameSize <= len(data); {
		if journal.Kind(data[at+4]) == journal.Table {
			f.tables++
			f.begin(data[at:])
		}
		at += journal.FrameSize + int(binary.LittleEndian.Uint32(data[at:]))
	}
	return len(batch), nil
}

// begin lets viewers begin with a Table.
func (f *feed) begin(data []byte) {
	f.joining = slices.DeleteFunc(f.joining, func(j joining) bool {
		if j.table != f.tables {
			return false
		}
		if j.viewer.add(journal.AppendHeader(nil)) && j.viewer.add(data) {
			f.viewers = append(f.viewers, j.viewer)
		}
		return true
	})
}
