package physics

import (
	"errors"
	"fmt"
	"io"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/journal"
	"tumble/physics/internal/state"
)

// RecordOptions say what a Recorder keeps besides the calls.
type RecordOptions struct {
	// KeyframeEvery is the smallest number of steps between keyframes, KeyframeBytes how many bytes they may take per
	// step, on average: that of a large world come less often. With 0 of either there are none.
	KeyframeEvery, KeyframeBytes int
	// Details keeps the hash of every stage of every step and of every body, so that a replay
	// that diverges can tell where: some 4 bytes per body and step, and the time of ten hashes.
	Details bool
	// Memory is the number of bytes that may wait for the destination, 0 for 64 MB. A destination that falls further
	// behind ends the recording, not the simulation.
	Memory int
	// Program names what records, for those who cannot read its calls.
	Program string
}

// DefaultRecordOptions returns a keyframe every 32 steps at most, and 2,000 bytes per step for them: 720 MB in an hour
// at 100 Hz.
func DefaultRecordOptions() RecordOptions {
	return RecordOptions{KeyframeEvery: 32, KeyframeBytes: 2000}
}

// Recorder writes a recording while the world runs: the world it begins with, every call that changes it with its
// result, a digest of the state after every step, keyframes, and the entries of the program. Make it with
// World.Record, or with NewRecorder for a recording that begins without a world.
//
// Nothing waits for the destination, which gets its bytes from a goroutine: after every step, as soon as it has taken
// those before. When it fails, or falls behind by more than RecordOptions.Memory, the recording ends and the world goes
// on; Err tells.
type Recorder struct {
	out     *journal.Writer
	world   *World
	options RecordOptions
	steps   int
	keys    keyframer

	// the call being carried out
	call      coder
	op        journal.Op
	inside    bool
	committed bool
	stopping  bool
	// changed says that there were calls after the last step.
	changed bool

	shapes  shapeTable
	packer  journal.Packer
	answers answers
	ended   bool
	err     error
}

// defaultRecordMemory is used where RecordOptions say nothing (bytes).
const defaultRecordMemory = 64 << 20

var errNoRecorder = errors.New("physics: the recorder was not made by Record")

// NewRecorder begins a recording without a world, to which Follow gives one. The caller must Stop it.
func NewRecorder(out io.Writer, options RecordOptions) (*Recorder, error) {
	if out == nil {
		return nil, errors.New("physics: recording: no destination")
	}
	if options.Memory <= 0 {
		options.Memory = defaultRecordMemory
	}
	r := &Recorder{out: journal.NewWriter(out, options.Memory), options: options}
	r.shapes.numbers = make(map[keyOfShape]uint32)
	r.call = coder{shapes: &r.shapes, packer: &r.packer}
	r.keys = keyframer{out: r.out, every: options.KeyframeEvery, rate: options.KeyframeBytes}
	r.write(journal.Table, 0, 0, callTable(options.Program))
	return r, r.err
}

// Record begins a recording of the world on out; see OpenRecording for reading it. Only one recorder can be on a
// world. The caller must Stop it. What out gets can be read up to any byte.
func (w *World) Record(out io.Writer, options RecordOptions) (*Recorder, error) {
	if w == nil {
		return nil, errors.New("physics: recording: no world")
	}
	if w.locked.Load() {
		return nil, ErrWorldLocked
	}
	if w.log != nil {
		return nil, errRecorded
	}
	r, err := NewRecorder(out, options)
	if err == nil {
		err = r.Follow(w)
	}
	if err != nil {
		if r != nil {
			_ = r.Stop()
		}
		return nil, err
	}
	return r, nil
}

var errRecorded = errors.New("physics: the world is being recorded already")

// Follow goes on with another world, which replaces the one recorded so far: a scene that is built
// anew. The same world is written down anew, too, as it is then.
func (r *Recorder) Follow(w *World) error {
	switch {
	case r == nil || r.out == nil:
		return errNoRecorder
	case w == nil:
		return errors.New("physics: recording: no world")
	case r.inside || w.locked.Load() || r.world != nil && r.world.locked.Load():
		return ErrWorldLocked
	case w.log != nil && w.log != r:
		return errRecorded
	case r.broken():
		return r.Err()
	}
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		return err
	}
	if err := r.writeWorld(&s, w.state.Limits); err != nil {
		return err
	}
	if r.world != nil {
		r.world.log = nil
	}
	r.world, r.call.world = w, w
	w.log = r
	return nil
}

// State writes a state down as a world that a replay begins with, and that nobody records on.
func (r *Recorder) State(s *Snapshot) error {
	switch {
	case r == nil || r.out == nil:
		return errNoRecorder
	case s == nil || !s.held.Valid():
		return errEmptySnapshot
	case r.world != nil:
		return errRecorded
	}
	return r.writeWorld(s, s.held.Rooms().Limits)
}

// writeWorld writes a world record.
func (r *Recorder) writeWorld(s *Snapshot, limits state.Limits) error {
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	c := coder{}
	code32(&c, &limits.Bodies)
	code32(&c, &limits.Shapes)
	code32(&c, &limits.Contacts)
	packed, flags := r.packer.Pack(data)
	r.write(journal.World, flags, 0, append(c.data, packed...))
	r.changed = false
	r.out.Wake()
	return r.Err()
}

// Append adds an entry of the program to the recording, between the calls before and those to come. The kinds are the
// program's own.
func (r *Recorder) Append(kind uint16, data []byte) error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	r.write(journal.Entry, 0, kind, data)
	r.out.Wake()
	return r.err
}

// Push hands over what waits in memory, as every step does. It may be called from any goroutine.
func (r *Recorder) Push() {
	if r != nil && r.out != nil {
		r.out.Wake()
	}
}

// Flush waits until the destination has taken everything recorded so far.
func (r *Recorder) Flush() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	if err := r.out.Flush(); err != nil {
		return recordError(err)
	}
	return r.err
}

// Err returns the error that ended the recording early, nil while it goes on. It may be called from any goroutine.
func (r *Recorder) Err() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	if err := r.out.Err(); err != nil {
		return recordError(err)
	}
	return r.err
}

// Steps returns the number of steps recorded.
func (r *Recorder) Steps() int {
	if r == nil {
		return 0
	}
	return r.steps
}

// Stop ends the recording, waits until the destination has taken all of it, and returns the error that ended it
// earlier. Called in a hook it ends the recording after the step that goes on; the destination has all of it when
// Step returns.
func (r *Recorder) Stop() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	if r.inside {
		r.stopping = true
		return r.err
	}
	r.finish()
	return r.Err()
}

// finish writes the last record.
func (r *Recorder) finish() {
	if r.ended {
		return
	}
	r.ended = true
	if r.world != nil && r.world.log == r {
		r.world.log = nil
	}
	r.keys.wait()
	end := coder{}
	steps, hash := uint64(r.steps), uint64(0)
	if r.world != nil && !r.changed && r.err == nil && r.steps > 0 {
		hash = r.world.Hash()
	}
	err := r.Err()
	code64(&end, &steps)
	code64(&end, &hash)
	end.error(&err)
	// the error is that of Err
	_ = r.out.Close(end.data)
}

// broken reports whether nothing can be recorded any more.
func (r *Recorder) broken() bool { return r.ended || r.err != nil || r.out.Err() != nil }

// recordError tells what the error of a destination ended.
func recordError(err error) error { return fmt.Errorf("physics: recording: %w", err) }

func (r *Recorder) fail(err error) {
	if r.err == nil {
		r.err = recordError(err)
	}
}

// write appends a record.
func (r *Recorder) write(kind journal.Kind, flags uint8, code uint16, payload []byte) {
	if r.err != nil {
		return
	}
	if err := r.out.Append(kind, flags, code, payload); err != nil {
		r.fail(err)
	}
}

// recorder returns the recorder that must write down the current call, nil when nothing records.
func (w *World) recorder() *Recorder {
	if w == nil || w.log == nil || w.locked.Load() {
		return nil
	}
	if w.log.broken() {
		w.log = nil
		return nil
	}
	return w.log
}

// begin takes the recorder from the world for the time of a call, so that the calls which that makes itself are not
// written down. It returns the coder for the arguments.
func (r *Recorder) begin(op journal.Op) *coder {
	r.op, r.inside, r.committed = op, true, false
	r.world.log = nil
	r.call.data, r.call.err = r.call.data[:0], nil
	return &r.call
}

// pushBytes is how much calls between two steps may take before they are handed over (bytes).
const pushBytes = 4 << 10

// commit writes the call down, after its results have been added.
func (r *Recorder) commit() {
	r.writeShapes()
	r.write(journal.Call, 0, uint16(r.op), r.call.data)
	r.committed, r.changed = true, true
	if r.call.err != nil {
		r.fail(fmt.Errorf("%v: %w", r.op, r.call.err))
	}
	if len(r.call.data) > pushBytes {
		r.out.Wake()
	}
}

// writeShapes writes the geometries that the call is the first to use.
func (r *Recorder) writeShapes() {
	if len(r.shapes.fresh) == 0 {
		return
	}
	c := flat.Writer(nil)
	if err := codeShapes(c, &r.shapes.fresh); err != nil {
		r.fail(err)
	}
	r.write(journal.Shapes, 0, 0, c.Data)
	r.shapes.fresh = r.shapes.fresh[:0]
}

// leave gives the recorder back to the world, also after a panic.
func (r *Recorder) leave() {
	r.inside = false
	if !r.committed {
		r.fail(fmt.Errorf("%v did not return", r.op))
	}
	switch {
	case r.err != nil:
		// the world goes on without waiting for the destination; Stop writes the last record
	case r.stopping:
		r.finish()
	default:
		r.world.log = r
	}
}

// step carries out a step and writes it down: its length, its error, the digest of the state after it, what hooks
// decided, and details.
func (r *Recorder) step(dt float32) error {
	w := r.world
	c := r.begin(0)
	defer r.leave()
	c.float32(&dt)
	var d *stepDetail
	if r.options.Details {
		d = &stepDetail{}
		d.watch(w)
		defer func() { w.step.Watch = nil }()
	}
	r.answers.wrap(w)
	defer r.answers.unwrap()
	err := w.Step(dt)
	digest := w.Digest()
	c.error(&err)
	code64(c, &digest)
	code8(c, &r.answers.asked)
	c.bytes(&r.answers.out)
	if d != nil {
		d.unwatch(w)
		d.code(c)
	}
	r.write(journal.Step, 0, 0, c.data)
	r.committed, r.changed = true, false
	if r.err == nil {
		r.steps++
		r.keys.offer(w, r.steps)
		r.out.Wake()
	}
	return err
}
