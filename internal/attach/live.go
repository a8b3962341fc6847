package attach

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"tumble/engine/record"
	"tumble/physics"
	"tumble/physics/debug"
	"tumble/physics/vec"
)

const (
	// maxRecording is how much of a recording is kept (bytes).
	maxRecording = 4 << 30
	// maxWaiting is how many requests may wait for the answer to the one before.
	maxWaiting = 64
	// lookTime is how often the beginning of a recording is looked for.
	lookTime = 5 * time.Millisecond
	// maxFilesOpen is how many recordings are kept: the shown one, the next one, and one that may still be read.
	maxFilesOpen = 3
)

// Live is a program that is being followed: its recording so far, in a file of its own, and the requests to it, which
// return at once. Where this side falls behind and is disconnected, it attaches again.
type Live struct {
	Program Program
	wake    atomic.Pointer[func()]
	ctx     context.Context
	end     context.CancelFunc
	done    sync.WaitGroup

	mu  sync.Mutex
	due sync.Cond // there are requests, the newest recording is shown, or the end
	// shown is the recording of Size, newest the one that arrives; again is the newest until Again returns it.
	shown, newest *received
	again         *record.Recording
	files         []*os.File // all that are open
	holds         bool       // the program is paused
	waiting       []request
	told          []string
	finished      error // why nothing more arrives, nil while the program goes on
}

// received is a recording that arrives.
type received struct {
	viewer *Viewer
	file   *os.File
	size   atomic.Int64
}

// request is a Control or a change.
type request struct {
	control *debug.Control
	change  *debug.Changes
}

// errDetached is why nothing arrives after Close.
var errDetached = errors.New("detached")

// Watch begins to look at a program.
func Watch(ctx context.Context, p Program) (*Live, error) {
	l, err := newLive(ctx, p)
	if err != nil {
		return nil, err
	}
	first := l.shown
	l.done.Add(3)
	go l.receive(first)
	go l.ask()
	go l.hold()
	return l, nil
}

// newLive begins the first recording.
func newLive(ctx context.Context, p Program) (*Live, error) {
	l := &Live{Program: p}
	l.due.L = &l.mu
	l.ctx, l.end = context.WithCancel(context.Background())
	first, err := l.open(ctx)
	if err != nil {
		l.end()
		return nil, err
	}
	l.shown = first
	return l, nil
}

// open begins a recording, and closes the viewer of the one before.
func (l *Live) open(ctx context.Context) (*received, error) {
	viewer, err := l.Program.Open(ctx)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "tumble-attach-*.tumble")
	if err != nil {
		return nil, errors.Join(err, viewer.Close())
	}
	r := &received{viewer: viewer, file: file}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.ctx.Err(); err != nil {
		return nil, errors.Join(err, viewer.Close(), file.Close(), os.Remove(file.Name()))
	}
	if l.newest != nil {
		// the connection has broken off: its error is known
		_ = l.newest.viewer.Close()
	}
	l.newest, l.files, l.holds = r, append(l.files, file), false
	if len(l.files) > maxFilesOpen {
		err = errors.Join(l.files[0].Close(), os.Remove(l.files[0].Name()))
		l.files = l.files[1:]
	}
	return r, err
}

// OnArrival calls wake, from other goroutines, whenever something has arrived.
func (l *Live) OnArrival(wake func()) { l.wake.Store(&wake) }

func (l *Live) arrived() {
	if wake := l.wake.Load(); wake != nil {
		(*wake)()
	}
}

// receive writes recordings to their files.
func (l *Live) receive(r *received) {
	defer l.done.Done()
	err := l.follow(r)
	for {
		r, err = l.attachAgain(err)
		if err != nil {
			l.finish(err)
			return
		}
		looking, stop := context.WithCancel(l.ctx)
		l.done.Go(func() { l.offer(looking, r) })
		err = l.follow(r)
		stop()
	}
}

// offer gives a recording to Again as soon as it can be shown.
func (l *Live) offer(ctx context.Context, r *received) {
	rec, err := l.find(ctx, r)
	if err != nil {
		return // receive tells why
	}
	l.mu.Lock()
	l.again = rec
	l.mu.Unlock()
	l.arrived()
}

// disconnected is the error of a recording that broke off.
type disconnected struct{ error }

// follow writes a recording to its file until it ends.
func (l *Live) follow(r *received) error {
	buf := make([]byte, 64<<10)
	for {
		n, err := r.viewer.Read(buf)
		if n > 0 {
			_, wrong := r.file.WriteAt(buf[:n], r.size.Load())
			if wrong != nil {
				return wrong
			}
			if r.size.Add(int64(n)) > maxRecording {
				return fmt.Errorf("more than %d bytes were received: attach again", int64(maxRecording))
			}
			l.arrived()
		}
		if errors.Is(err, io.EOF) {
			return err
		}
		if err != nil {
			return disconnected{err}
		}
	}
}

const (
	// againTries and againWait bound how often this side knocks at a program that has disconnected it.
	againTries = 5
	againWait  = 200 * time.Millisecond
)

// attachAgain begins another recording if the one before broke off and the program is still there. It waits until the
// window has taken the recording of Again: a window that does not look asks for nothing more.
func (l *Live) attachAgain(err error) (*received, error) {
	var off disconnected
	if !errors.As(err, &off) || l.ctx.Err() != nil {
		return nil, err
	}
	l.mu.Lock()
	for l.again != nil && l.finished == nil {
		l.due.Wait()
	}
	l.mu.Unlock()
	for range againTries {
		select {
		case <-l.ctx.Done():
			return nil, l.ctx.Err()
		case <-time.After(againWait):
		}
		p := l.Program
		err = p.ask()
		if errors.Is(err, errGone) {
			return nil, errGone
		}
		if err != nil {
			continue
		}
		var r *received
		if r, err = l.open(l.ctx); err == nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("this window fell behind and cannot attach again: %w", err)
}

// Again returns a recording that begins anew after this side fell behind, nil for none. From then on Size is the size
// of the new recording; the one before ends.
func (l *Live) Again() *record.Recording {
	l.mu.Lock()
	defer l.mu.Unlock()
	rec := l.again
	if rec == nil {
		return nil
	}
	l.again, l.shown = nil, l.newest
	l.due.Broadcast()
	return rec
}

// beats is how many times a viewer tells within HoldTime that it is there.
const beats = 4

// hold keeps the program paused for as long as the user wants.
func (l *Live) hold() {
	defer l.done.Done()
	tick := time.NewTicker(debug.HoldTime / beats)
	defer tick.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-tick.C:
		}
		l.mu.Lock()
		holds, viewer, asked := l.holds, l.newest.viewer, len(l.waiting)
		l.mu.Unlock()
		if !holds || asked > 0 {
			continue
		}
		status, err := viewer.Control(l.ctx, debug.Control{Hold: true})
		l.mu.Lock()
		if err == nil && !status.Paused && l.holds && len(l.waiting) == 0 {
			l.holds = false
			l.tell(fmt.Sprintf("%s goes on: it heard nothing of this window for %v", l.Program.Name, debug.HoldTime))
		}
		l.mu.Unlock()
	}
}

// finish notes why nothing more arrives.
func (l *Live) finish(err error) {
	if errors.Is(err, io.EOF) {
		err = errors.New("the program has ended the recording")
	}
	l.mu.Lock()
	if l.finished == nil {
		l.finished = err
	}
	l.due.Broadcast()
	l.mu.Unlock()
	l.arrived()
}

// ask sends the requests one after the other.
func (l *Live) ask() {
	defer l.done.Done()
	for {
		r, ok := l.next()
		if !ok {
			return
		}
		viewer := l.viewer()
		var err error
		if r.control != nil {
			_, err = viewer.Control(l.ctx, *r.control)
		} else {
			err = viewer.Change(l.ctx, *r.change)
		}
		if err != nil && l.ctx.Err() == nil {
			l.mu.Lock()
			l.tell(err.Error())
			l.mu.Unlock()
		}
	}
}

// tell keeps a message for Told; l.mu is held.
func (l *Live) tell(text string) {
	if len(l.told) < maxWaiting {
		l.told = append(l.told, text)
	}
	l.arrived()
}

// next waits for a request; ok is false at the end.
func (l *Live) next() (r request, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) == 0 {
		if l.finished != nil {
			return r, false
		}
		l.due.Wait()
	}
	if l.finished != nil {
		return r, false
	}
	r = l.waiting[0]
	l.waiting = append(l.waiting[:0], l.waiting[1:]...)
	return r, true
}

// Recording waits until the recording has its first world, and opens it. The recording grows, see Size.
func (l *Live) Recording(ctx context.Context) (*record.Recording, error) {
	return l.find(ctx, l.stream())
}

// stream is the recording that is shown.
func (l *Live) stream() *received {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shown
}

// viewer is the viewer of the recording that arrives.
func (l *Live) viewer() *Viewer {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest.viewer
}

// find waits until a recording has its first world, and opens it.
func (l *Live) find(ctx context.Context, r *received) (*record.Recording, error) {
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		size := r.size.Load()
		rec, err := record.Read(r.file, size)
		if err == nil {
			rec.First().Info.Scene = l.sceneName()
			return rec, nil
		}
		if l.Ended() != nil && size == r.size.Load() {
			return nil, fmt.Errorf("%s: %w", l.Program.Name, errors.Join(l.Ended(), err))
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-look.C:
		}
	}
}

// sceneName is the name of the program as that of a scene, which may become a part of names of files.
func (l *Live) sceneName() string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
			return r
		}
		return '_'
	}, l.Program.Name)
	return name
}

// Size is how much of the recording has arrived (bytes).
func (l *Live) Size() int64 { return l.stream().size.Load() }

// Ended says why nothing more arrives, nil while the program goes on.
func (l *Live) Ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.finished
}

// Status asks the program for its status, and waits for the answer.
func (l *Live) Status(ctx context.Context) (debug.Status, error) {
	return l.viewer().World(ctx)
}

// Told returns and forgets why requests failed.
func (l *Live) Told() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.told
	l.told = nil
	return list
}

// Name is the name of the program.
func (l *Live) Name() string { return l.Program.Name }

// MayPause reports whether the program takes Pause and Advance.
func (l *Live) MayPause() bool { return l.Program.Status.Allow&debug.Pause != 0 }

// MayChange reports whether the program takes changes of its world.
func (l *Live) MayChange() bool { return l.Program.Status.Allow&debug.Change != 0 }

// Pause holds the program between two steps, or lets it go on.
func (l *Live) Pause(on bool) {
	l.setHolds(on)
	l.add(request{control: &debug.Control{Pause: &on}})
}

// Advance lets the program do so many steps, and holds it after them.
func (l *Live) Advance(steps int) {
	l.setHolds(true)
	l.add(request{control: &debug.Control{Steps: &steps}})
}

func (l *Live) setHolds(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holds = on
}

// Grab takes a dynamic body with the hand, by a point (m, world).
func (l *Live) Grab(b physics.Body, at vec.Vec3) {
	l.add(request{change: &debug.Changes{Grab: &debug.Grab{Body: debug.KeyOf(b), Point: debug.Vector(at)}}})
}

// Move moves the hand to a point (m, world). It replaces a move that still waits.
func (l *Live) Move(to vec.Vec3) {
	p := debug.Vector(to)
	l.add(request{change: &debug.Changes{Move: &p}})
}

// Release opens the hand.
func (l *Live) Release() { l.add(request{change: &debug.Changes{Release: true}}) }

// Push gives a body an impulse (N·s) at a point (m, world).
func (l *Live) Push(b physics.Body, impulse, at vec.Vec3) {
	push := &debug.Impulse{Body: debug.KeyOf(b), Impulse: debug.Vector(impulse), Point: debug.Vector(at)}
	l.add(request{change: &debug.Changes{Impulse: push}})
}

// Set changes the settings of the world that differ.
func (l *Live) Set(before, after physics.Settings) error {
	fields, err := changedFields(before, after)
	if err == nil {
		l.add(request{change: &debug.Changes{Settings: fields}})
	}
	return err
}

// changedFields are the fields of settings that differ from before, as JSON.
func changedFields(before, after physics.Settings) ([]byte, error) {
	was, err := fieldsOf(before)
	if err != nil {
		return nil, err
	}
	fields, err := fieldsOf(after)
	for name, value := range fields {
		if bytes.Equal(was[name], value) {
			delete(fields, name)
		}
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

func fieldsOf(s physics.Settings) (fields map[string]json.RawMessage, err error) {
	data, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(data, &fields)
	}
	return fields, err
}

func (l *Live) add(r request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.waiting); n > 0 && moves(r) && moves(l.waiting[n-1]) {
		l.waiting[n-1] = r
		return
	}
	if len(l.waiting) >= maxWaiting {
		l.told = append(l.told[:min(len(l.told), maxWaiting)], "the program does not answer: a request was left out")
		return
	}
	l.waiting = append(l.waiting, r)
	l.due.Broadcast()
}

// moves reports whether a request does nothing but move the hand.
func moves(r request) bool {
	return r.change != nil && r.change.Move != nil && r.change.Grab == nil && !r.change.Release
}

// Close ends looking: the program goes on. The files of recordings are removed. Further calls do nothing.
func (l *Live) Close() error {
	if l == nil || l.ctx.Err() != nil {
		return nil
	}
	l.end()
	l.finish(errDetached)
	err := l.viewer().Close()
	l.done.Wait()
	for _, f := range l.files {
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return err
}
