package physics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// Recording is a run of a world: the state it began with, every call that changed it with its
// result, and the hash after every step. NewReplay carries it out again.
type Recording struct {
	seed       Snapshot
	limits     state.Limits
	names      []string
	geometries []shape.Geometry
	// log holds the calls: u16 name, u32 length of the arguments, u32 length of the results, both.
	// The results of a step are its error, the hash after it, the answers of hooks and a stepDetail.
	log []byte
	// ends are the places in log after each step.
	ends []int
	keys []keyframe
}

// Steps returns the number of steps.
func (r *Recording) Steps() int { return len(r.ends) }

// StepHash returns the hash that the world had after a step, 1 to Steps.
func (r *Recording) StepHash(step int) (hash uint64, ok bool) {
	if step < 1 || step > len(r.ends) {
		return 0, false
	}
	start := 0
	if step > 1 {
		start = r.ends[step-2]
	}
	for at := start; at < r.ends[step-1]; {
		e, _ := r.entry(at)
		if e.name == stepCall {
			return e.hash, true
		}
		at = e.end
	}
	return 0, false
}

// CallBytes returns the size of the calls.
func (r *Recording) CallBytes() int { return len(r.log) }

// Keyframes returns the steps of which the state is kept.
func (r *Recording) Keyframes() []int {
	steps := make([]int, len(r.keys))
	for i := range r.keys {
		steps[i] = r.keys[i].step
	}
	return steps
}

// logEntry is a call in the log.
type logEntry struct {
	name          string
	at, end       int
	args, results []byte
	// of a step
	hash            uint64
	answers, detail []byte
}

const entryHeader = 10

// entry reads the call at a place of the log.
func (r *Recording) entry(at int) (logEntry, error) {
	b := r.log[at:]
	if len(b) < entryHeader {
		return logEntry{}, errCallShort
	}
	name := int(binary.LittleEndian.Uint16(b))
	args, results := uint64(binary.LittleEndian.Uint32(b[2:])), uint64(binary.LittleEndian.Uint32(b[6:]))
	if name >= len(r.names) {
		return logEntry{}, fmt.Errorf("call number %d of %d", name, len(r.names))
	}
	if args+results > uint64(len(b)-entryHeader) {
		return logEntry{}, fmt.Errorf("%s: %d bytes of arguments and %d of results: %w", r.names[name], args, results, errCallShort)
	}
	e := logEntry{name: r.names[name], at: at, end: at + entryHeader + int(args+results)}
	b = b[entryHeader:]
	e.args, e.results = b[:args:args], b[args:args+results]
	if e.name != stepCall {
		return e, nil
	}
	c := callReader{data: e.results}
	text := c.length(1)
	c.take(text)
	used := len(e.results) - len(c.data)
	e.hash = binary.LittleEndian.Uint64(c.take(8))
	e.answers = c.take(c.length(1))
	if c.err != nil {
		return logEntry{}, fmt.Errorf("%s: %w", e.name, c.err)
	}
	e.detail, e.results = c.data, e.results[:used:used]
	return e, nil
}

// RecordingParts are a recording as bytes, the same on every platform, to be put into a file.
type RecordingParts struct {
	// Seed is the snapshot the run starts from.
	Seed []byte
	// Head are the limits of the world, the names of the calls and the geometries they use.
	Head []byte
	// Calls can be cut anywhere and put together again.
	Calls     []byte
	Keyframes []KeyframePart
}

// KeyframePart is the snapshot after a number of steps.
type KeyframePart struct {
	Step int
	Data []byte
}

// Names and texts in a recording are at most so long (bytes); there are at most so many calls.
const (
	maxCallName  = 256
	maxCallNames = 4096
)

// Marshal returns the recording as bytes.
func (r *Recording) Marshal() (RecordingParts, error) {
	var p RecordingParts
	var err error
	if p.Seed, err = r.seed.MarshalBinary(); err != nil {
		return p, err
	}
	c := flat.Writer(nil)
	r.codeHead(c)
	if err := c.Err(); err != nil {
		return p, fmt.Errorf("physics: recording: %w", err)
	}
	p.Head, p.Calls = c.Data, r.log
	for i := range r.keys {
		data, err := r.keys[i].state.MarshalBinary()
		if err != nil {
			return p, err
		}
		p.Keyframes = append(p.Keyframes, KeyframePart{r.keys[i].step, data})
	}
	return p, nil
}

// headVersion is the version of the calls: how their values are written.
const headVersion = 1

var limitsLayout = flat.Of[state.Limits]()

// codeHead writes or reads what is not a call.
func (r *Recording) codeHead(c *flat.Coder) {
	version := uint32(headVersion)
	c.Uint32("version", &version)
	if version != headVersion {
		c.Fail("version", fmt.Errorf("%d: this program reads version %d", version, headVersion))
		return
	}
	flat.Value(c, "limits", limitsLayout, &r.limits)
	c.Strings("names of the calls", &r.names, maxCallName)
	// how the arguments of the calls are laid out
	layout := callLayout(r.names)
	want := layout
	c.Uint64("layout of the calls", &layout)
	if c.Err() == nil && layout != want {
		c.Fail("layout of the calls", fmt.Errorf("%016x: written by another version of the engine, this one has %016x", layout, want))
		return
	}
	codeGeometries(c, &r.geometries)
}

// callLayout is a hash of the types of all arguments and results of the named calls.
func callLayout(names []string) uint64 {
	h := fnv.New64a()
	for _, name := range names {
		m, ok := mutators[name]
		if !ok {
			continue
		}
		for i := range m.Type().NumIn() {
			describeType(h, m.Type().In(i), 0)
		}
		for i := range m.Type().NumOut() {
			describeType(h, m.Type().Out(i), 0)
		}
	}
	return h.Sum64()
}

func describeType(h interface{ Write([]byte) (int, error) }, t reflect.Type, depth int) {
	fmt.Fprint(h, t.Kind(), " ")
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		describeType(h, t.Elem(), depth+1)
	case reflect.Struct:
		if t == geometryType {
			return
		}
		for i := range t.NumField() {
			fmt.Fprint(h, t.Field(i).Name, " ")
			describeType(h, t.Field(i).Type, depth+1)
		}
	}
}

// OpenRecording puts a recording together from its parts. Parts that do not hold what Marshal
// writes are refused; nothing is carried out yet.
func OpenRecording(p RecordingParts) (*Recording, error) {
	r := &Recording{log: p.Calls}
	if err := r.seed.UnmarshalBinary(p.Seed); err != nil {
		return nil, fmt.Errorf("physics: recording: start: %w", err)
	}
	c := flat.Reader(p.Head)
	r.codeHead(c)
	if c.Err() == nil && len(c.Data) > 0 {
		c.Fail("end", fmt.Errorf("%d bytes follow", len(c.Data)))
	}
	if err := c.Err(); err != nil {
		return nil, fmt.Errorf("physics: recording: head: at byte %d: %w", c.Offset(), err)
	}
	if len(r.names) > maxCallNames || r.limits.Bodies < 1 || r.limits.Shapes < 1 || r.limits.Contacts < 1 {
		return nil, fmt.Errorf("physics: recording: head: %d names, limits %v", len(r.names), r.limits)
	}
	for _, name := range r.names {
		if _, ok := mutators[name]; !ok {
			return nil, fmt.Errorf("physics: recording: head: this engine has no call %q", name)
		}
	}
	for at := 0; at < len(r.log); {
		e, err := r.entry(at)
		if err != nil {
			return nil, fmt.Errorf("physics: recording: calls: at byte %d: %w", at, err)
		}
		at = e.end
		if e.name == stepCall {
			r.ends = append(r.ends, at)
		}
	}
	for i, k := range p.Keyframes {
		if k.Step < 1 || k.Step > len(r.ends) || i > 0 && k.Step <= p.Keyframes[i-1].Step {
			return nil, fmt.Errorf("physics: recording: keyframe %d: step %d of %d, out of order or range", i, k.Step, len(r.ends))
		}
		f := keyframe{step: k.Step, state: &Snapshot{}}
		if err := f.state.UnmarshalBinary(k.Data); err != nil {
			return nil, fmt.Errorf("physics: recording: keyframe of step %d: %w", k.Step, err)
		}
		f.bytes = f.state.held.Memory()
		r.keys = append(r.keys, f)
	}
	return r, nil
}

var errNoRecording = errors.New("physics: replay: the recording is empty")

// newWorld returns an empty world as the recording was made in.
func (r *Recording) newWorld(count int) (*World, error) {
	if !r.seed.held.Valid() {
		return nil, errNoRecording
	}
	def := DefaultWorldDef()
	def.Workers = count
	def.MaxBodies, def.MaxShapes, def.MaxContacts = int(r.limits.Bodies), int(r.limits.Shapes), int(r.limits.Contacts)
	return NewWorld(def)
}
