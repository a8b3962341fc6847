package recording

import (
	"fmt"
	"io"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
	"tumble/physics/internal/track"
)

// Options say what a Writer keeps besides the calls.
type Options struct {
	// KeyframeEvery (steps) and KeyframeBytes (a step) bound the keyframes.
	KeyframeEvery, KeyframeBytes int
	// Details keeps the hashes of every stage and body.
	Details bool
	// Memory (bytes) is the most data that may wait for the destination, 0 for 64 MB.
	Memory int
	// Program names the recording program.
	Program string
	// Lazy hands bytes over when Push is called or many wait, not after each step.
	Lazy bool
	// NoTrack leaves the poses out.
	NoTrack bool
}

// defaultMemory is used where Options say nothing (bytes).
const defaultMemory = 64 << 20

// Writer writes a recording while a world runs. Nothing waits for the destination.
type Writer struct {
	// Shapes are the geometries that calls refer to, Packer compresses states among their arguments.
	Shapes Shapes
	Packer journal.Packer

	out     *journal.Writer
	keys    keyframer
	program string
	details bool
	lazy    bool
	unsaid  int // bytes since the last push, of a lazy writer
	steps   int
	begun   int    // steps before the last Table
	digest  uint64 // after the last step
	hash    uint64 // after the last step, once it is known to be the last
	// changed says that there were calls after the last step.
	changed bool
	ended   bool
	err     error

	// of a step
	answers Answers
	coder   journal.Coder
	tracker *track.Tracker // nil for none
}

// NewWriter begins a recording without a world. The caller must Close it.
func NewWriter(out io.Writer, o Options) *Writer {
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	w := &Writer{out: journal.NewWriter(out, o.Memory), program: o.Program, details: o.Details, lazy: o.Lazy}
	w.keys = keyframer{out: w.out, every: o.KeyframeEvery, rate: o.KeyframeBytes}
	if !o.NoTrack {
		w.tracker = &track.Tracker{}
	}
	w.write(journal.Table, 0, 0, writeTable(o.Program))
	return w
}

// Begin begins a recording anew in the same stream, for readers that know nothing of the records before. The caller
// must write a State before the next call. A keyframe that is being written is waited for: its number counts from the
// Table before it.
func (w *Writer) Begin() {
	w.keys.begin(w.steps)
	w.begun = w.steps
	w.Shapes = Shapes{}
	w.write(journal.Table, 0, 0, writeTable(w.program))
}

// State writes down a world that the recording goes on with. Encoding and compressing go on beside the next steps; s
// belongs to the writer from then on.
func (w *Writer) State(s *snapshot.Snapshot, limits state.Limits) error {
	// the digest is of the world before
	w.changed = true
	if w.err != nil {
		return w.err
	}
	if w.tracker != nil {
		s.Read(w.tracker.Begin)
	}
	w.out.Reserve()
	go func() {
		c, packer := journal.Coder{}, journal.Packer{}
		codeLimits(&c, &limits)
		data, err := s.AppendBinary(nil)
		packed, flags := packer.Pack(data)
		records := []journal.Record{{Kind: journal.World, Flags: flags, Payload: append(c.Data, packed...)}}
		if w.tracker != nil {
			var cast []byte
			s.Read(func(st *state.State) { cast = track.CastOf(st) })
			packed, flags := (&journal.Packer{}).Pack(cast)
			records = append(records, journal.Record{Kind: journal.Track, Flags: flags, Code: trackCast,
				Payload: packed})
		}
		w.out.Fill(err, records...)
	}()
	return w.Err()
}

// Entry adds an entry of the program.
func (w *Writer) Entry(kind uint16, data []byte) error {
	w.write(journal.Entry, 0, kind, data)
	w.wake(len(data), 0)
	return w.err
}

// Push hands over the bytes that wait in memory. It may be called from any goroutine.
func (w *Writer) Push() { w.out.Wake() }

// Flush waits until the destination has taken everything recorded so far.
func (w *Writer) Flush() error {
	if err := w.out.Flush(); err != nil {
		return recordingError(err)
	}
	return w.err
}

// Drain is Flush for any goroutine; the error is that of the destination.
func (w *Writer) Drain() error { return w.out.Flush() }

// Err returns the error that ended the recording early. It may be called from any goroutine.
func (w *Writer) Err() error {
	if err := w.out.Err(); err != nil {
		return recordingError(err)
	}
	return w.err
}

// Digest returns the digest of the world after its last step, if nothing has changed the world since.
func (w *Writer) Digest() (digest uint64, ok bool) {
	return w.digest, w.steps > 0 && !w.changed && w.err == nil
}

// Steps returns the number of steps recorded.
func (w *Writer) Steps() int { return w.steps }

// Broken reports whether nothing can be recorded any more.
func (w *Writer) Broken() bool { return w.ended || w.Failed() || w.out.Err() != nil }

// Failed reports whether a record could not be written.
func (w *Writer) Failed() bool { return w.err != nil }

// Fail ends the recording with an error, unless one has ended it before.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = recordingError(err)
	}
}

// write appends a record.
func (w *Writer) write(kind journal.Kind, flags uint8, code uint16, payload []byte) {
	if w.err != nil {
		return
	}
	if err := w.out.Append(kind, flags, code, payload); err != nil {
		w.Fail(err)
	}
}

// pushBytes is how much calls between two steps may take before they are handed over (bytes).
const pushBytes = 4 << 10

// Call writes a call down: its arguments and results. err says that one of them cannot be written.
func (w *Writer) Call(op journal.Op, payload []byte, err error) {
	w.writeShapes()
	w.write(journal.Call, 0, uint16(op), payload)
	w.changed = true
	if w.tracker != nil && changesLook(op) {
		w.tracker.Look()
	}
	if err != nil {
		w.Fail(fmt.Errorf("%v: %w", op, err))
	}
	w.wake(len(payload), pushBytes)
}

// lazyBytes is how much a lazy writer lets wait (bytes).
const lazyBytes = 1 << 20

// wake hands over the waiting bytes after so many more, if they are more than most, or a lazy writer has let many wait.
func (w *Writer) wake(bytes, most int) {
	if w.lazy {
		w.unsaid += bytes
		most, bytes = lazyBytes, w.unsaid
	}
	if bytes > most {
		w.unsaid = 0
		w.out.Wake()
	}
}

// writeShapes writes the geometries that the call is the first to use.
func (w *Writer) writeShapes() {
	if len(w.Shapes.fresh) == 0 {
		return
	}
	c := flat.Writer(nil)
	if err := codeShapes(c, &w.Shapes.fresh); err != nil {
		w.Fail(err)
	}
	w.write(journal.Shapes, 0, 0, c.Data)
	w.Shapes.fresh = w.Shapes.fresh[:0]
}

// Step carries out a step and writes it down: its length, its error, the digest of the state after it, the decisions of
// hooks, and details. It returns the error of the step.
func (w *Writer) Step(world World, dt float32) error {
	s := stepRecord{dt: dt}
	var d *detail
	if w.details {
		d = &detail{}
		d.watch(world)
		defer world.Watch(nil)
	}
	w.listen(world, &s)
	w.track(world)
	s.digest = snapshot.Digest(world.Rooms())
	w.digest = s.digest
	c := &w.coder
	*c = journal.Coder{Data: c.Data[:0]}
	s.code(c)
	if d != nil {
		d.unwatch(world)
		d.code(c)
	}
	w.write(journal.Step, 0, 0, c.Data)
	w.changed = false
	if w.err == nil {
		w.steps++
		w.keys.offer(world.Rooms(), w.steps)
		w.wake(len(c.Data), 0)
	}
	return s.err
}

// listen carries out a step and keeps its error and the answers of its hooks.
func (w *Writer) listen(world World, s *stepRecord) {
	w.answers.clear()
	s.asked = world.Listen(&w.answers)
	defer world.Listen(nil)
	s.err = world.Step(s.dt)
	s.answers = w.answers.coder.Data
}

// Seal notes the hash of the world, if the last thing was a step: nothing more is recorded of it.
func (w *Writer) Seal(world World) {
	w.hash = 0
	if !w.changed && w.err == nil && w.steps > 0 {
		w.hash = snapshot.Hash(world.Rooms())
	}
}

// Close writes the last record and waits until the destination has taken all. The hash of the world goes with it if
// the last thing was a step; world is nil where there is none.
func (w *Writer) Close(world World) {
	if w.ended {
		return
	}
	w.ended = true
	w.keys.wait()
	if world != nil {
		w.Seal(world)
	}
	last := lastRecord{steps: uint64(w.steps - w.begun), hash: w.hash, err: w.Err()}
	end := journal.Coder{}
	last.code(&end)
	// the error is that of Err
	_ = w.out.Close(end.Data)
}
