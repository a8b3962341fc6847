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
)

// Live is a program that is being followed: its recording so far, in a file of its own, and the requests to it, which
// return at once.
type Live struct {
	Program Program
	viewer  *Viewer
	file    *os.File
	size    atomic.Int64
	wake    atomic.Pointer[func()]
	ctx     context.Context
	end     context.CancelFunc
	done    sync.WaitGroup

	mu       sync.Mutex
	due      sync.Cond // there are requests, or the end
	waiting  []request
	told     []string
	finished error // why nothing more arrives, nil while the program goes on
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
	viewer, err := p.Open(ctx)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "tumble-attach-*.tumble")
	if err != nil {
		return nil, errors.Join(err, viewer.Close())
	}
	l := &Live{Program: p, viewer: viewer, file: file}
	l.due.L = &l.mu
	l.ctx, l.end = context.WithCancel(context.Background())
	l.done.Add(2)
	go l.receive()
	go l.ask()
	return l, nil
}

// OnArrival calls wake, from other goroutines, whenever something has arrived.
func (l *Live) OnArrival(wake func()) { l.wake.Store(&wake) }

func (l *Live) arrived() {
	if wake := l.wake.Load(); wake != nil {
		(*wake)()
	}
}

// receive writes the recording to the file.
func (l *Live) receive() {
	defer l.done.Done()
	buf := make([]byte, 64<<10)
	for {
		n, err := l.viewer.Read(buf)
		if n > 0 && err == nil {
			_, err = l.file.WriteAt(buf[:n], l.size.Load())
		}
		if n > 0 && err == nil && l.size.Add(int64(n)) > maxRecording {
			err = fmt.Errorf("more than %d bytes were received: attach again", int64(maxRecording))
		}
		if err != nil {
			l.finish(err)
			return
		}
		l.arrived()
	}
}

// finish notes why nothing more arrives.
func (l *Live) finish(err error) {
	switch {
	case errors.Is(err, io.EOF):
		err = errors.New("the program has ended the recording")
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the program is gone, or this window fell behind it")
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
		var err error
		if r.control != nil {
			_, err = l.viewer.Control(l.ctx, *r.control)
		} else {
			err = l.viewer.Change(l.ctx, *r.change)
		}
		if err != nil && l.ctx.Err() == nil {
			l.mu.Lock()
			if len(l.told) < maxWaiting {
				l.told = append(l.told, err.Error())
			}
			l.mu.Unlock()
			l.arrived()
		}
	}
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
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for {
		size := l.size.Load()
		rec, err := record.Read(l.file, size)
		if err == nil {
			rec.First().Info.Scene = l.sceneName()
			return rec, nil
		}
		if l.Ended() != nil && size == l.size.Load() {
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
func (l *Live) Size() int64 { return l.size.Load() }

// Ended says why nothing more arrives, nil while the program goes on.
func (l *Live) Ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.finished
}

// Status asks the program for its status, and waits for the answer.
func (l *Live) Status(ctx context.Context) (debug.Status, error) { return l.viewer.World(ctx) }

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
func (l *Live) Pause(on bool) { l.add(request{control: &debug.Control{Pause: &on}}) }

// Advance lets the program do so many steps, and holds it after them.
func (l *Live) Advance(steps int) { l.add(request{control: &debug.Control{Steps: &steps}}) }

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

// Close ends looking: the program goes on. The file of the recording is removed. Further calls do nothing.
func (l *Live) Close() error {
	if l == nil || l.ctx.Err() != nil {
		return nil
	}
	l.end()
	l.finish(errDetached)
	err := l.viewer.Close()
	l.done.Wait()
	return errors.Join(err, l.file.Close(), os.Remove(l.file.Name()))
}
