package physics

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
	"tumble/physics/internal/state"
)

// Recording is a run of a world, in a file or in memory: the state it began with, every call that changed it with its
// result, a digest of the state after every step, keyframes, and the entries of the program that made it. NewReplay
// carries it out again. The records are read when they are needed; Recording keeps where the steps are, some 8 bytes for each.
type Recording struct {
	file   *journal.Reader
	size   int64
	close  journal.Close
	shapes []shape.Geometry
	// steps are where the records of steps begin.
	steps  []int64
	worlds []stateRecord
	keys   []stateRecord

	program   string
	callBytes int64
	entries   int
	refused   refusedCalls
	last      lastRecord
}

// stateRecord is where a record is that stands for the state after a step.
type stateRecord struct {
	step int
	at   int64
	hash uint64 // of a keyframe
}

// refusedCalls says of codes of calls why they cannot be carried out.
type refusedCalls map[uint16]string

// lastRecord is what the last record of a whole file says.
type lastRecord struct {
	steps, hash uint64
	err         error
}

// RecordingVersion is the version of the format of recordings.
const RecordingVersion = journal.Version

// OpenRecording goes through a recording of size bytes once and checks every record of it. A recording that was cut off,
// by a crash or a full disk, is read up to its last whole record; see Recording.End. Recordings of another version of
// the format, and those with calls that this version does not have, are refused.
func OpenRecording(r io.ReaderAt, size int64) (*Recording, error) {
	if r == nil {
		return nil, errors.New("physics: recording: no file")
	}
	file, err := journal.Open(r, size)
	if err != nil {
		return nil, recordingError(err)
	}
	rec := &Recording{file: file, size: size}
	more := file.Fork()
	rec.close, err = file.Scan(keyframeHead, func(e *journal.Record) error {
		if err := rec.take(e, more); err != nil {
			return fmt.Errorf("at byte %d: %w", e.At, err)
		}
		return nil
	})
	if err == nil && rec.close.Whole {
		err = rec.takeLast()
	}
	if err != nil {
		return nil, recordingError(err)
	}
	return rec, nil
}

func recordingError(err error) error { return fmt.Errorf("physics: recording: %w", err) }

// The fixed parts of records (bytes): step and hash of a keyframe, limits of a world.
const (
	keyframeHead = 16
	worldHead    = 12
)

// take notes a record.
func (r *Recording) take(e *journal.Record, more *journal.Reader) error {
	switch e.Kind {
	case journal.Table:
		return r.takeTable(e.Payload)
	case journal.World:
		if len(e.Payload) < worldHead {
			return errCallShort
		}
		r.worlds = append(r.worlds, stateRecord{step: len(r.steps), at: e.At})
	case journal.Shapes:
		return r.takeShapes(e.At, more)
	case journal.Call:
		if why := r.refused[e.Code]; why != "" {
			return errors.New(why)
		}
		if int(e.Code) >= len(calls) || calls[e.Code].play == nil {
			return fmt.Errorf("a call with code %d, which this version does not have", e.Code)
		}
		r.callBytes += e.Next - e.At
	case journal.Step:
		r.steps = append(r.steps, e.At)
		r.callBytes += e.Next - e.At
	case journal.Keyframe:
		return r.takeKeyframe(e)
	case journal.Entry:
		r.entries++
	}
	if len(r.worlds) == 0 && (e.Kind == journal.Call || e.Kind == journal.Step) {
		return fmt.Errorf("a %v before the first world", e.Kind)
	}
	return nil
}

func (r *Recording) takeShapes(at int64, more *journal.Reader) error {
	e, err := more.At(at)
	if err != nil {
		return err
	}
	c := flat.Reader(e.Payload)
	var list []shape.Geometry
	if err := codeShapes(c, &list); err != nil {
		return err
	}
	r.shapes = append(r.shapes, list...)
	return nil
}

func (r *Recording) takeKeyframe(e *journal.Record) error {
	c := coder{reading: true, data: e.Payload}
	var step, hash uint64
	code64(&c, &step)
	code64(&c, &hash)
	if c.err != nil || step < 1 || step > uint64(len(r.steps)) {
		return fmt.Errorf("a keyframe of step %d after %d steps", step, len(r.steps))
	}
	if n := len(r.keys); n > 0 && r.keys[n-1].step >= int(step) {
		return fmt.Errorf("a keyframe of step %d after one of step %d", step, r.keys[n-1].step)
	}
	r.keys = append(r.keys, stateRecord{step: int(step), at: e.At, hash: hash})
	return nil
}

func (r *Recording) takeLast() error {
	c := coder{reading: true, data: r.close.Last}
	code64(&c, &r.last.steps)
	code64(&c, &r.last.hash)
	c.error(&r.last.err)
	if c.err == nil && r.last.steps != uint64(len(r.steps)) {
		return fmt.Errorf("it has %d steps, its last record says %d", len(r.steps), r.last.steps)
	}
	return c.err
}

// callTable is the payload of the record that lists the calls.
func callTable(program string) []byte {
	c := coder{}
	c.string(&program)
	n := uint32(0)
	for i := range calls {
		if calls[i].play != nil {
			n++
		}
	}
	code32(&c, &n)
	for i := range calls {
		if calls[i].play == nil {
			continue
		}
		code, name := uint32(i), journal.Op(i).String()
		code32(&c, &code)
		code32(&c, &calls[i].signature)
		c.string(&name)
	}
	return c.data
}

// takeTable compares the calls of the program that recorded with those of this one.
func (r *Recording) takeTable(payload []byte) error {
	c := coder{reading: true, data: payload}
	c.string(&r.program)
	r.refused = make(refusedCalls)
	n := c.length(0)
	for range n {
		var code, signature uint32
		var name string
		code32(&c, &code)
		code32(&c, &signature)
		c.string(&name)
		if c.err != nil {
			break
		}
		known := int(code) < len(calls) && calls[code].play != nil && journal.Op(code).String() == name
		switch by := r.Program(); {
		case code >= 1<<16:
			return fmt.Errorf("call %q has the code %d", name, code)
		case !known:
			r.refused[uint16(code)] = fmt.Sprintf("needs the call %s, which this version does not have; recorded by %s", name, by)
		case calls[code].signature != signature:
			r.refused[uint16(code)] = fmt.Sprintf("the arguments of %s are not those of this version; recorded by %s", name, by)
		}
	}
	return c.err
}

// Program names what recorded, see RecordOptions.
func (r *Recording) Program() string {
	return cmp.Or(r.program, "an unnamed program")
}

// Steps returns the number of steps.
func (r *Recording) Steps() int {
	if r == nil {
		return 0
	}
	return len(r.steps)
}

// CallBytes returns the size of the calls and steps.
func (r *Recording) CallBytes() int64 { return r.callBytes }

// Keyframes returns the steps of which the state is kept.
func (r *Recording) Keyframes() []int {
	steps := make([]int, len(r.keys))
	for i := range r.keys {
		steps[i] = r.keys[i].step
	}
	return steps
}

// RecordingEnd is how a recording ends.
type RecordingEnd struct {
	// Whole says that it was ended by Recorder.Stop.
	Whole bool
	// At is the number of bytes that could be read, of Size.
	At, Size int64
	// Reason says why nothing more can be read, or why recording ended before Stop; "" where all is in order.
	Reason string
}

// End returns how the recording ends.
func (r *Recording) End() RecordingEnd {
	e := RecordingEnd{Whole: r.close.Whole, At: r.close.At, Size: r.size, Reason: r.close.Reason}
	if e.Reason == "" && r.last.err != nil {
		e.Reason = r.last.err.Error()
	}
	return e
}

// Mend appends the last record to a recording that ends without one: out gets the bytes from RecordingEnd.At on, after
// a copy of those before.
func (r *Recording) Mend(out io.Writer) error {
	if r.close.Whole {
		return nil
	}
	c := coder{}
	steps, hash := uint64(len(r.steps)), uint64(0)
	err := errors.New(r.close.Reason)
	code64(&c, &steps)
	code64(&c, &hash)
	c.error(&err)
	_, err = out.Write(journal.AppendEnd(nil, c.data))
	return err
}

// StepDigest returns the digest that the world had after a step, 1 to Steps.
func (r *Recording) StepDigest(step int) (digest uint64, ok bool) {
	if r == nil || step < 1 || step > len(r.steps) {
		return 0, false
	}
	e, err := r.file.Fork().At(r.steps[step-1])
	if err != nil {
		return 0, false
	}
	s, err := readStep(e.Payload)
	return s.digest, err == nil
}

// recordedStep is what a recording has of a step.
type recordedStep struct {
	dt     float32
	err    error
	digest uint64
	// asked are the hooks that were set, answers what they said.
	asked   byte
	answers []byte
	details []byte
}

func readStep(payload []byte) (s recordedStep, err error) {
	c := coder{reading: true, data: payload}
	c.float32(&s.dt)
	c.error(&s.err)
	code64(&c, &s.digest)
	code8(&c, &s.asked)
	c.bytes(&s.answers)
	s.details = c.data
	return s, c.err
}

// RecordedEntry is an entry that the program added with Recorder.Append.
type RecordedEntry struct {
	Kind uint16
	// Step is the number of steps before it, World the number of worlds.
	Step, World int
	// Data are valid until the next entry.
	Data []byte
}

// Entries goes through the entries of the program in their order.
func (r *Recording) Entries() iter.Seq2[RecordedEntry, error] {
	return func(yield func(RecordedEntry, error) bool) {
		if r == nil || r.entries == 0 {
			return
		}
		file, left := r.file.Fork(), r.entries
		e := RecordedEntry{}
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

// keyAt returns the keyframe of a step.
func (r *Recording) keyAt(step int) (k stateRecord, ok bool) {
	i, ok := slices.BinarySearchFunc(r.keys, step, func(k stateRecord, step int) int { return cmp.Compare(k.step, step) })
	if !ok {
		return k, false
	}
	return r.keys[i], true
}

// worldBefore returns the world that the state after a step is one of, that before the first step for 0.
func (r *Recording) worldBefore(step int) stateRecord {
	w := r.worlds[0]
	for _, p := range r.worlds[1:] {
		if p.step < step {
			w = p
		}
	}
	return w
}

// readWorld reads a world record.
func readWorld(e *journal.Record) (limits state.Limits, s *Snapshot, err error) {
	c := coder{reading: true, data: e.Payload}
	code32(&c, &limits.Bodies)
	code32(&c, &limits.Shapes)
	code32(&c, &limits.Contacts)
	if c.err != nil {
		return limits, nil, c.err
	}
	s = &Snapshot{}
	return limits, s, s.unpack(c.data, e.Flags)
}

// State reads the state that a recording begins with.
func (r *Recording) State() (*Snapshot, error) {
	if r == nil || len(r.worlds) == 0 {
		return nil, errNoWorld
	}
	e, err := r.file.Fork().At(r.worlds[0].at)
	if err == nil {
		var s *Snapshot
		if _, s, err = readWorld(&e); err == nil {
			return s, nil
		}
	}
	return nil, recordingError(err)
}

// HasWorld reports whether the recording holds a world.
func (r *Recording) HasWorld() bool { return r != nil && len(r.worlds) > 0 }

var errNoWorld = errors.New("physics: recording: holds no world")
