package record

import (
	"errors"
	"fmt"
	"io"

	"tumble/engine/input"
	"tumble/physics"
)

// Recorder writes a recording while the session goes on. Its first error ends the recording, and Err returns it: a
// session need not look at the error of each call.
type Recorder struct {
	log  *physics.Recorder
	file *File // nil for other streams

	lastTick uint64 // of an input
	nextTick uint64 // whose digest comes next, 0 before the first
	names    int    // of branches, in this part
	buffer   []byte
	closed   bool
	err      error
}

// NewRecorder begins a recording of a scene on a stream. The caller must Close it, which leaves the stream open.
func NewRecorder(w io.Writer, info SceneInfo, options physics.RecordOptions) (*Recorder, error) {
	scene, err := encodeScene(info)
	if err != nil {
		return nil, err
	}
	log, err := physics.NewRecorder(w, options)
	if err != nil {
		return nil, err
	}
	r := &Recorder{log: log}
	r.keep(log.Append(uint16(KindScene), scene))
	return r, r.err
}

// Create begins a recording of a scene in a file. The recorder writes to another file beside it, path.part, which it
// forces to the disk once a second and which Close renames to path. An existing file at path stays until Close.
func Create(path string, info SceneInfo, options physics.RecordOptions) (*Recorder, error) {
	f, err := NewFile(path)
	if err != nil {
		return nil, err
	}
	return CreateIn(f, info, options)
}

// CreateIn is Create in a file that exists already; it does not wait for the disk. If it fails, the file is gone.
func CreateIn(f *File, info SceneInfo, options physics.RecordOptions) (*Recorder, error) {
	// the file hands over what waits by itself
	options.Lazy = true
	r, err := NewRecorder(f, info, options)
	if err != nil {
		return nil, fmt.Errorf("recording %s: %w", f.path, errors.Join(err, f.Discard()))
	}
	r.file = f
	f.keepSafe(r.log.Push)
	return r, nil
}

// Path returns the name of the file that is being written, "" for other streams.
func (r *Recorder) Path() string {
	if r.file == nil {
		return ""
	}
	return r.file.part
}

// Name returns the name that the file gets, "" for other streams.
func (r *Recorder) Name() string {
	if r.file == nil {
		return ""
	}
	return r.file.path
}

// Bytes returns how much the file has. It may be called from any goroutine.
func (r *Recorder) Bytes() int64 {
	if r.file == nil {
		return 0
	}
	return r.file.written.Load()
}

// Drain waits until the file has everything so far. It may be called from any goroutine.
func (r *Recorder) Drain() error { return r.log.Drain() }

// Follow records a world from now on, instead of the one before: the first of a session, and one that a restart makes.
func (r *Recorder) Follow(w *physics.World) error {
	if r.Err() == nil {
		r.keep(r.log.Follow(w))
	}
	return r.err
}

// Scene goes on with another scene and its world. Its ticks begin anew.
func (r *Recorder) Scene(info SceneInfo, w *physics.World) error {
	scene, err := encodeScene(info)
	if err != nil {
		return r.keep(err)
	}
	r.lastTick, r.nextTick, r.names = 0, 0, 0
	r.keep(r.log.Append(uint16(KindScene), scene))
	return r.Follow(w)
}

// Apart says that the recording before ended in another state than the state with which this recording resumes. Callers
// call Apart before Resume.
func (r *Recorder) Apart() error {
	if r.Err() != nil {
		return r.err
	}
	return r.keep(r.log.Append(uint16(KindApart), nil))
}

// Resume says that the recording begins after a tick of a scene that is under way, with the state of the session beside
// its world. It comes first.
func (r *Recorder) Resume(tick uint64, state []byte) error {
	if r.Err() != nil {
		return r.err
	}
	r.lastTick, r.nextTick = tick, tick+1
	return r.keep(r.log.Append(uint16(KindResume), appendResume(nil, tick, state)))
}

// Detach ends the recording of the world, which another recorder can then follow. Close may wait for the disk; after
// Detach any goroutine may call Close, if no other call of the recorder runs.
func (r *Recorder) Detach() { r.log.Detach() }

// Input records that an event was applied in a tick. Ticks must not decrease.
func (r *Recorder) Input(tick uint64, e *input.Event) error {
	if r.err != nil {
		return r.err
	}
	if tick < r.lastTick {
		return r.keep(fmt.Errorf("engine: recording: input of tick %d after tick %d", tick, r.lastTick))
	}
	r.lastTick = tick
	r.buffer = appendInput(r.buffer[:0], tick, e)
	return r.keep(r.log.Append(uint16(KindInput), r.buffer))
}

// Tick records the digest of the state after a tick. Callers record every tick.
func (r *Recorder) Tick(tick, digest uint64) error {
	if r.err != nil {
		return r.err
	}
	if r.nextTick != 0 && tick != r.nextTick {
		return r.keep(fmt.Errorf("engine: recording: digest of tick %d, expected that of %d", tick, r.nextTick))
	}
	r.nextTick = tick + 1
	r.buffer = appendTick(r.buffer[:0], tick, digest)
	return r.keep(r.log.Append(uint16(KindTick), r.buffer))
}

// keep keeps the first error.
func (r *Recorder) keep(err error) error {
	if r.err == nil && err != nil {
		r.err = err
	}
	return r.err
}

// Err returns the error that ended the recording early, nil while it goes on.
func (r *Recorder) Err() error {
	r.keep(r.log.Err())
	return r.err
}

// Flush waits until the stream has taken everything.
func (r *Recorder) Flush() error { return r.keep(r.log.Flush()) }

// Close ends the recording. The file takes its name, unless nothing was recorded and another file has the name. A
// recording that ended early stays as .part, as far as it was written, and the error names it.
func (r *Recorder) Close() error {
	if r.closed {
		return r.err
	}
	r.closed = true
	r.keep(r.log.Stop())
	if r.file == nil {
		return r.err
	}
	if errors.Is(r.err, errGone) {
		return errors.Join(r.err, r.file.leave())
	}
	if r.err != nil {
		r.err = fmt.Errorf("%w; what was recorded until then is in %s", r.err, r.file.part)
		return errors.Join(r.err, r.file.leave())
	}
	if r.file.replaces() && r.log.Steps() == 0 && r.nextTick == 0 && r.lastTick == 0 {
		r.keep(fmt.Errorf("recording %s: there was no step; the file is as it was", r.file.path))
		return errors.Join(r.err, r.file.Discard())
	}
	return r.keep(r.file.settle())
}

// Join writes the recordings of several files as one recording. Files that cannot be read, as one that was
// just begun, are left out.
func Join(w io.Writer, paths []string) error {
	var parts []*physics.Recording
	for _, path := range paths {
		rec, err := Open(path)
		if err != nil {
			continue
		}
		defer rec.Close()
		parts = append(parts, rec.Calls)
	}
	if len(parts) == 0 {
		return errors.New("recording: there is nothing yet")
	}
	return physics.JoinRecordings(w, parts...)
}

// WriteState writes a file with a scene and a state of its world, which Read reads.
func WriteState(w io.Writer, info SceneInfo, state *physics.Snapshot) error {
	r, err := NewRecorder(w, info, physics.RecordOptions{})
	if err != nil {
		return err
	}
	r.keep(r.log.Append(uint16(KindState), nil))
	r.keep(r.log.State(state))
	return r.Close()
}

// State records the state that the input goes on from, in a recording without calls.
func (r *Recorder) State(state *physics.Snapshot) error { return r.keep(r.log.State(state)) }
