package physics

import (
	"errors"
	"fmt"
	"io"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
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
	// Program names the recording program, for those who cannot read its calls.
	Program string
	// Lazy hands bytes over when Push is called or a megabyte waits, instead of after every step: fewer writes, and a
	// program that is killed loses what came after the last push.
	Lazy bool
	// NoTrack leaves the poses out: 2 to 6 bytes a moving body and step, by which every later version shows the
	// recording.
	NoTrack bool
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
	out   *recording.Writer
	world *World

	// the call being carried out
	call      coder
	op        journal.Op
	inside    bool
	committed bool
	stopping  bool
}

var (
	errNoRecorder = errors.New("physics: the recorder was not made by Record")
	errRecorded   = errors.New("physics: the world is being recorded already")

	errNotFollowing = errors.New("physics: recording: the recorder is on no world")
)

// NewRecorder begins a recording without a world, to which Follow gives one. The caller must Stop it.
func NewRecorder(out io.Writer, options RecordOptions) (*Recorder, error) {
	if out == nil {
		return nil, errors.New("physics: recording: no destination")
	}
	r := &Recorder{out: recording.NewWriter(out, recording.Options(options))}
	r.call = coder{shapes: &r.out.Shapes, packer: &r.out.Packer}
	return r, r.Err()
}

// Record begins a recording of the world on out; see OpenRecording for reading it. Only one recorder can be on a
// world. The caller must Stop it. The bytes in out can be read up to any point.
func (w *World) Record(out io.Writer, options RecordOptions) (*Recorder, error) {
	if err := w.recordable(nil); err != nil {
		return nil, err
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

// recordable returns why r cannot go on with the world, nil if it can.
func (w *World) recordable(r *Recorder) error {
	switch {
	case w == nil:
		return errors.New("physics: recording: no world")
	case w.locked.Load():
		return ErrWorldLocked
	case w.log != nil && w.log != r:
		return errRecorded
	}
	return nil
}

// Follow goes on with another world, which replaces the one recorded so far: a scene that is built
// anew. The same world is written down anew, too, as it is then.
func (r *Recorder) Follow(w *World) error { return r.follow(w, false) }

// Begin writes down everything that a reader needs who knows nothing of the records before: a table of calls, and the
// world as it is now. The head of the stream and the bytes from that table on are a recording; the whole stream stays
// one. The table is the first record of the stream that follows the earlier records of this goroutine.
func (r *Recorder) Begin() error {
	switch {
	case r == nil || r.out == nil:
		return errNoRecorder
	case r.world == nil:
		return errNotFollowing
	}
	return r.follow(r.world, true)
}

// follow goes on with a world, anew for a reader who knows nothing of the records before.
func (r *Recorder) follow(w *World, anew bool) error {
	switch {
	case r == nil || r.out == nil:
		return errNoRecorder
	case r.inside || r.world != nil && r.world.locked.Load():
		return ErrWorldLocked
	}
	if err := w.recordable(r); err != nil {
		return err
	}
	if r.out.Broken() {
		return r.Err()
	}
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		return err
	}
	if anew {
		r.out.Begin()
	}
	if err := r.out.State(&s.held, w.state.Limits); err != nil {
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
	if err := r.out.State(&s.held, s.held.Limits()); err != nil {
		return err
	}
	// until then it is read
	return r.out.Flush()
}

// Append adds an entry of the program to the recording, between the calls before and those to come. The kinds are the
// program's own.
func (r *Recorder) Append(kind uint16, data []byte) error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	return r.out.Entry(kind, data)
}

// Push hands over the bytes that wait in memory, as every step does. It may be called from any goroutine.
func (r *Recorder) Push() {
	if r != nil && r.out != nil {
		r.out.Push()
	}
}

// Flush waits until the destination has taken everything recorded so far.
func (r *Recorder) Flush() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	return r.out.Flush()
}

// Drain is Flush for any goroutine; it returns the error of the destination only.
func (r *Recorder) Drain() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	return r.out.Drain()
}

// Err returns the error that ended the recording early, nil while it goes on. It may be called from any goroutine.
func (r *Recorder) Err() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	return r.out.Err()
}

// Steps returns the number of steps recorded.
func (r *Recorder) Steps() int {
	if r == nil || r.out == nil {
		return 0
	}
	return r.out.Steps()
}

// Stop ends the recording, waits until the destination has taken all of it, and returns the error that ended it
// earlier. Called in a hook it ends the recording after the step that goes on; the destination has all of it when
// Step returns.
func (r *Recorder) Stop() error {
	if r == nil || r.out == nil {
		return errNoRecorder
	}
	if r.stopping = r.inside; !r.inside {
		r.finish()
	}
	return r.Err()
}

// Detach ends the recording of the world without waiting: another recorder can follow that, and this one can Follow a
// world again. The caller still must Stop the recorder, from any goroutine. It may not be called in a hook.
func (r *Recorder) Detach() {
	if r == nil || r.out == nil || r.inside || r.world == nil {
		return
	}
	if r.world.log == r {
		r.world.log = nil
	}
	r.out.Seal(recorded{r.world})
	r.world, r.call.world = nil, nil
}

// finish writes the last record.
func (r *Recorder) finish() {
	if r.world == nil {
		r.out.Close(nil)
		return
	}
	if r.world.log == r {
		r.world.log = nil
	}
	r.out.Close(recorded{r.world})
}

// recorder begins a call that may change the world. It returns the recorder that must write the call down, nil when
// nothing records.
func (w *World) recorder() *Recorder {
	if w == nil || w.locked.Load() {
		return nil
	}
	w.changed()
	return w.logging()
}

// logging returns the recorder that must write down the current call, nil when nothing records.
func (w *World) logging() *Recorder {
	if w.log == nil || w.locked.Load() {
		return nil
	}
	if w.log.out.Broken() {
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
	r.call.Data, r.call.Err = r.call.Data[:0], nil
	return &r.call
}

// commit writes the call down, after its results have been added.
func (r *Recorder) commit() {
	r.out.Call(r.op, r.call.Data, r.call.Err)
	r.committed = true
}

// leave gives the recorder back to the world, also after a panic.
func (r *Recorder) leave() {
	r.inside = false
	if !r.committed {
		r.out.Fail(fmt.Errorf("%v did not return", r.op))
	}
	switch {
	case r.out.Failed():
		// the world goes on without waiting for the destination; Stop writes the last record
	case r.stopping:
		r.finish()
	default:
		r.world.log = r
	}
}

// step carries out a step and writes it down.
func (r *Recorder) step(dt float32) error {
	r.begin(0)
	defer r.leave()
	err := r.out.Step(recorded{r.world}, dt)
	r.committed = true
	return err
}
