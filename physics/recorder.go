package physics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// RecordOptions say what a Recorder keeps besides the calls.
type RecordOptions struct {
	// KeyframeEvery is the number of steps between keyframes, KeyframeBytes the memory that they
	// may take. When it is full, old ones are thinned out. Zero bytes keep none.
	KeyframeEvery, KeyframeBytes int
	// Details keeps the hash of every stage of every step and of every body, so that a replay
	// that diverges can tell where: some 4 bytes per body and step, and the time of ten hashes.
	Details bool
}

// DefaultRecordOptions returns a keyframe every 32 steps in at most 128 MB.
func DefaultRecordOptions() RecordOptions {
	return RecordOptions{KeyframeEvery: 32, KeyframeBytes: 128 << 20}
}

// Recorder writes down every call that changes a world, with its result, and the hash after every
// step. Make it with World.Record.
type Recorder struct {
	world   *World
	rec     *Recording
	writer  callWriter
	options RecordOptions
	index   map[string]uint16
	keys    keyframes
	err     error

	filter   ContactFilter
	preSolve PreSolve
	answers  answers
}

// Record starts to record. Only one recorder can be on a world.
func (w *World) Record(options RecordOptions) (*Recorder, error) {
	if w.locked.Load() {
		return nil, ErrWorldLocked
	}
	if w.log != nil {
		return nil, errors.New("physics: the world is being recorded already")
	}
	r := &Recorder{world: w, options: options, index: make(map[string]uint16)}
	r.rec = &Recording{names: mutatorNames, limits: w.state.Limits}
	if err := w.Snapshot(&r.rec.seed); err != nil {
		return nil, err
	}
	for i, name := range mutatorNames {
		r.index[name] = uint16(i)
	}
	r.writer = callWriter{world: w, table: make(map[unsafe.Pointer]int)}
	r.keys = keyframes{every: options.KeyframeEvery, budget: options.KeyframeBytes}
	w.log = r
	return r, nil
}

// Follow goes on with another world, which replaces the one recorded so far: a scene that is built
// anew. In the recording it is a call of Restore.
func (r *Recorder) Follow(w *World) error {
	if w.locked.Load() || r.world.locked.Load() {
		return ErrWorldLocked
	}
	if w.log != nil && w.log != r {
		return errors.New("physics: the world is being recorded already")
	}
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		return err
	}
	r.world.log = nil
	r.world, r.writer.world = w, w
	var none error
	r.note("World.Restore", []any{w, &s}, []reflect.Value{reflect.ValueOf(&none).Elem()}, nil)
	w.log = r
	return r.err
}

// Recording returns what was recorded so far. It grows with further calls.
func (r *Recorder) Recording() *Recording {
	r.rec.keys = r.keys.frames
	return r.rec
}

// Stop ends the recording and returns it.
func (r *Recorder) Stop() (*Recording, error) {
	if r.world.log == r {
		r.world.log = nil
	}
	return r.Recording(), r.err
}

// recorder returns the recorder that must write down the current call, nil when nothing records.
func (w *World) recorder() *Recorder {
	if w == nil || w.log == nil || w.locked.Load() {
		return nil
	}
	return w.log
}

// called carries out a recorded call and returns its result.
func called[R any](r *Recorder, name string, args ...any) R {
	return result[R](r.call(name, args)[0])
}

// called2 is called for calls with two results.
func called2[R, S any](r *Recorder, name string, args ...any) (R, S) {
	out := r.call(name, args)
	return result[R](out[0]), result[S](out[1])
}

func result[R any](v reflect.Value) R {
	x, _ := v.Interface().(R)
	return x
}

// call carries out a call without the calls that it makes itself being written down, and then
// writes it down.
func (r *Recorder) call(name string, args []any) []reflect.Value {
	w := r.world
	method := mutators[name]
	in := make([]reflect.Value, len(args))
	for i := range in {
		in[i] = reflect.New(method.Type().In(i)).Elem()
		if args[i] != nil {
			in[i].Set(reflect.ValueOf(args[i]))
		}
	}
	w.log = nil
	// a call may panic, as in a hook of the user's
	defer func() { w.log, w.step.Watch = r, nil }()
	var d *stepDetail
	if name == stepCall && r.options.Details {
		d = &stepDetail{}
		d.watch(w)
	}
	if name == stepCall {
		r.wrapHooks()
		defer r.unwrapHooks()
		r.answers.out = r.answers.out[:0]
	}
	out := method.Call(in)
	if d != nil {
		d.unwatch(w)
	}
	r.note(name, args, out, d)
	return out
}

// note writes a call down: its number, the length of arguments and of results, both.
func (r *Recorder) note(name string, args []any, results []reflect.Value, d *stepDetail) {
	rec, w := r.rec, r.world
	le := binary.LittleEndian
	start := len(rec.log)
	c := &r.writer
	c.out = le.AppendUint16(rec.log, r.index[name])
	c.out = append(c.out, make([]byte, 8)...)
	begin := len(c.out)
	for i, a := range args {
		v := reflect.New(mutators[name].Type().In(i)).Elem()
		if a != nil {
			v.Set(reflect.ValueOf(a))
		}
		c.value(v)
	}
	middle := len(c.out)
	for _, v := range results {
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		c.value(p)
	}
	if name == stepCall {
		c.out = le.AppendUint64(c.out, w.Hash())
		c.out = le.AppendUint32(c.out, uint32(len(r.answers.out)))
		c.out = append(c.out, r.answers.out...)
		c.out = d.append(c.out)
	}
	le.PutUint32(c.out[start+2:], uint32(middle-begin))
	le.PutUint32(c.out[start+6:], uint32(len(c.out)-middle))
	rec.log = c.out
	rec.geometries = append(rec.geometries, c.fresh...)
	c.fresh = c.fresh[:0]
	if name == stepCall {
		rec.ends = append(rec.ends, len(rec.log))
		if err := r.keys.offer(w, len(rec.ends)); err != nil && r.err == nil {
			r.err = fmt.Errorf("physics: recording: keyframe: %w", err)
		}
	}
}
