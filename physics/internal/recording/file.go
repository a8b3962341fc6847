package recording

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/journal"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// File is a recording, and where its records are: some 8 bytes for each step. Records are read when they are needed.
type File struct {
	reader *journal.Reader
	looker *journal.Reader // of EntriesAfter
	size   int64
	close  journal.Close
	shapes []shape.Geometry
	// origins are the recordings that the file holds one after the other.
	origins []origin
	// steps are where the records of steps begin.
	steps  []int64
	worlds []stateAt
	keys   []stateAt

	program   string
	callBytes int64
	entries   int
	refused   refusedCalls
	last      lastRecord
	tracked   bool  // it has poses
	foreign   error // why this version cannot carry it out, nil if it can
}

// stateAt is the place of a record of the state after a step.
type stateAt struct {
	step int
	at   int64
	hash uint64 // of a keyframe
}

// origin is where a recording begins in a file: at which byte, and after how many steps and shapes of those before it.
type origin struct {
	at            int64
	steps, shapes int
}

// lastRecord is the content of the last record of a whole file.
type lastRecord struct {
	steps, hash uint64
	err         error
}

func (l *lastRecord) code(c *journal.Coder) {
	journal.Code64(c, &l.steps)
	journal.Code64(c, &l.hash)
	c.Error(&l.err)
}

// Open goes through a recording of size bytes once and checks every record of it. One that was cut off is read up to
// its last whole record, see End.
func Open(r io.ReaderAt, size int64) (*File, error) {
	reader, err := journal.Open(r, size)
	if err != nil {
		return nil, recordingError(err)
	}
	f := &File{reader: reader}
	if err := f.Grow(size); err != nil {
		return nil, err
	}
	if !f.tracked && f.foreign != nil {
		return nil, recordingError(f.foreign)
	}
	return f, nil
}

// Grow reads on where a file ended that is still being written, and has size bytes now.
func (f *File) Grow(size int64) error {
	f.size = max(f.size, size)
	f.reader.Grow(f.size)
	if f.close.Whole {
		return nil
	}
	more := f.reader.Fork()
	end, err := f.reader.Scan(max(f.close.At, journal.HeaderSize), keyframeHead, func(e *journal.Record) error {
		if err := f.take(e, more); err != nil {
			return fmt.Errorf("at byte %d: %w", e.At, err)
		}
		return nil
	})
	if err != nil {
		return recordingError(err)
	}
	f.close = end
	if end.Whole {
		if err := f.takeLast(); err != nil {
			return recordingError(err)
		}
	}
	return nil
}

func recordingError(err error) error { return fmt.Errorf("physics: recording: %w", err) }

// take notes a record.
func (f *File) take(e *journal.Record, more *journal.Reader) error {
	switch e.Kind {
	case journal.Table:
		f.origins = append(f.origins, origin{at: e.At, steps: len(f.steps), shapes: len(f.shapes)})
		return f.takeTable(e.Payload)
	case journal.World:
		if len(e.Payload) < worldHead {
			return journal.ErrShort
		}
		f.worlds = append(f.worlds, stateAt{step: len(f.steps), at: e.At})
	case journal.Shapes:
		f.note(e, f.takeShapes(e.At, more))
	case journal.Call:
		f.note(e, f.checkCall(e.Code))
		f.callBytes += e.Next - e.At
	case journal.Step:
		f.steps = append(f.steps, e.At)
		f.callBytes += e.Next - e.At
	case journal.Keyframe:
		return f.takeKeyframe(e)
	case journal.Entry:
		f.entries++
	case journal.Track:
		f.tracked = true
	}
	if len(f.worlds) == 0 && (e.Kind == journal.Call || e.Kind == journal.Step) {
		return fmt.Errorf("a %v before the first world", e.Kind)
	}
	return nil
}

// note keeps the first reason why this version cannot carry the recording out: its poses can be shown all the same.
func (f *File) note(e *journal.Record, err error) {
	if err != nil && f.foreign == nil {
		f.foreign = fmt.Errorf("at byte %d: %w", e.At, err)
	}
}

func (f *File) takeShapes(at int64, more *journal.Reader) error {
	e, err := more.At(at)
	if err != nil {
		return err
	}
	c := flat.Reader(e.Payload)
	var list []shape.Geometry
	if err := codeShapes(c, &list); err != nil {
		return err
	}
	f.shapes = append(f.shapes, list...)
	return nil
}

func (f *File) takeKeyframe(e *journal.Record) error {
	c := journal.Coder{Reading: true, Data: e.Payload}
	var step, hash uint64
	journal.Code64(&c, &step)
	journal.Code64(&c, &hash)
	if n := len(f.origins); n > 0 && step <= uint64(len(f.steps)) {
		step += uint64(f.origins[n-1].steps)
	}
	if c.Err != nil || step < 1 || step > uint64(len(f.steps)) {
		return fmt.Errorf("a keyframe of step %d after %d steps", step, len(f.steps))
	}
	if n := len(f.keys); n > 0 && f.keys[n-1].step >= int(step) {
		return fmt.Errorf("a keyframe of step %d after one of step %d", step, f.keys[n-1].step)
	}
	f.keys = append(f.keys, stateAt{step: int(step), at: e.At, hash: hash})
	return nil
}

func (f *File) takeLast() error {
	c := journal.Coder{Reading: true, Data: f.close.Last}
	f.last.code(&c)
	if c.Err != nil {
		return c.Err
	}
	// a writer counts from its last Table, Join and Mend from the first
	all, last := uint64(len(f.steps)), uint64(0)
	if n := len(f.origins); n > 0 {
		last = uint64(f.origins[n-1].steps)
	}
	if f.last.steps != all && f.last.steps != all-last {
		return fmt.Errorf("it has %d steps, its last record says %d", all, f.last.steps)
	}
	return nil
}

// Program names the program that recorded.
func (f *File) Program() string { return cmp.Or(f.program, "an unnamed program") }

// Steps returns the number of steps.
func (f *File) Steps() int { return len(f.steps) }

// CallBytes returns the size of the calls and steps.
func (f *File) CallBytes() int64 { return f.callBytes }

// Keyframes returns the steps of which the state is kept.
func (f *File) Keyframes() []int {
	steps := make([]int, len(f.keys))
	for i := range f.keys {
		steps[i] = f.keys[i].step
	}
	return steps
}

// End is how a recording ends: whole, after At of Size bytes, or for a reason; "" where all is in order.
type End struct {
	Whole    bool
	At, Size int64
	Reason   string
}

// End returns how the recording ends.
func (f *File) End() End {
	e := End{Whole: f.close.Whole, At: f.close.At, Size: f.size, Reason: f.close.Reason}
	if e.Reason == "" && f.last.err != nil {
		e.Reason = f.last.err.Error()
	}
	return e
}

// Mend appends the last record to a recording that ends without one: out gets the bytes from End.At on.
func (f *File) Mend(out io.Writer) error {
	if f.close.Whole {
		return nil
	}
	c := journal.Coder{}
	last := lastRecord{steps: uint64(len(f.steps)), err: errors.New(f.close.Reason)}
	last.code(&c)
	_, err := out.Write(journal.AppendEnd(nil, c.Data))
	return err
}

// StepDigest returns the digest that the world had after a step, 1 to Steps.
func (f *File) StepDigest(step int) (digest uint64, ok bool) {
	s, ok := f.stepRecord(step)
	return s.digest, ok
}

// StepLength returns the length of a step (s), 1 to Steps.
func (f *File) StepLength(step int) (dt float32, ok bool) {
	s, ok := f.stepRecord(step)
	return s.dt, ok
}

func (f *File) stepRecord(step int) (s stepRecord, ok bool) {
	if step < 1 || step > len(f.steps) {
		return s, false
	}
	e, err := f.reader.Fork().At(f.steps[step-1])
	if err != nil {
		return s, false
	}
	s, err = readStep(e.Payload)
	return s, err == nil
}

// Entry is an entry of the program: its kind, the numbers of steps and worlds before it, and its bytes, which are
// valid until the next one.
type Entry struct {
	Kind        uint16
	Step, World int
	Data        []byte
}

// Entries goes through the entries of the program in their order.
func (f *File) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if f.entries == 0 {
			return
		}
		file, left := f.reader.Fork(), f.entries
		e := Entry{}
		for at := int64(journal.HeaderSize); left > 0; {
			rec, err := file.Skip(at, journal.Entry)
			if err != nil {
				yield(e, recordingError(err))
				return
			}
			at = rec.Next
			switch rec.Kind {
			case journal.World:
				e.World++
			case journal.Step:
				e.Step++
			case journal.Entry:
				left--
				e.Kind, e.Data = rec.Code, rec.Payload
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// EntriesAfter goes through the entries of the program between a step and the next one, 0 for those before the first
// step. It is for one goroutine.
func (f *File) EntriesAfter(step int) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if f.entries == 0 || step < 0 || step > len(f.steps) {
			return
		}
		if f.looker == nil {
			f.looker = f.reader.Fork()
		}
		file := f.looker
		file.Grow(f.size)
		at, to := int64(journal.HeaderSize), f.close.At
		if step < len(f.steps) {
			to = f.steps[step]
		}
		if step > 0 {
			done, err := file.Skip(f.steps[step-1], 0)
			if err != nil {
				yield(Entry{}, recordingError(err))
				return
			}
			at = done.Next
		}
		for at < to {
			rec, err := file.Skip(at, journal.Entry)
			if err != nil {
				yield(Entry{}, recordingError(err))
				return
			}
			at = rec.Next
			if rec.Kind == journal.Entry && !yield(Entry{Kind: rec.Code, Step: step, Data: rec.Payload}, nil) {
				return
			}
		}
	}
}

// shapesAt are the shapes that the records at a place in the file refer to.
func (f *File) shapesAt(at int64) []shape.Geometry {
	from, to := 0, len(f.shapes)
	for _, o := range f.origins {
		if o.at > at {
			to = o.shapes
			break
		}
		from = o.shapes
	}
	return f.shapes[from:to:to]
}

// keyAt returns the keyframe of a step.
func (f *File) keyAt(step int) (k stateAt, ok bool) {
	i, ok := slices.BinarySearchFunc(f.keys, step, func(k stateAt, step int) int { return cmp.Compare(k.step, step) })
	if !ok {
		return k, false
	}
	return f.keys[i], true
}

// hashAfter returns the hash that was recorded after a step, 0 for none.
func (f *File) hashAfter(step int) uint64 {
	if k, ok := f.keyAt(step); ok {
		return k.hash
	}
	if step == f.Steps() {
		return f.last.hash
	}
	return 0
}

// worldBefore returns the world to which the state after a step belongs; step 0 is before the first step.
func (f *File) worldBefore(step int) stateAt {
	w := f.worlds[0]
	for _, p := range f.worlds[1:] {
		if p.step < step {
			w = p
		}
	}
	return w
}

// HasTrack reports whether the recording holds poses.
func (f *File) HasTrack() bool { return f.tracked }

// HasWorld reports whether the recording holds a world.
func (f *File) HasWorld() bool { return len(f.worlds) > 0 }

// ErrNoWorld says that a recording holds entries only.
var ErrNoWorld = errors.New("physics: recording: holds no world")

// State reads the state that the recording begins with, and the limits of its world. check refuses settings that no
// world can have.
func (f *File) State(s *snapshot.Snapshot, check func(*state.Settings) error) (limits state.Limits, err error) {
	if !f.HasWorld() {
		return limits, ErrNoWorld
	}
	e, err := f.reader.Fork().At(f.worlds[0].at)
	if err == nil {
		limits, err = readWorld(&e, s, check)
	}
	if err != nil {
		return limits, recordingError(err)
	}
	return limits, nil
}
