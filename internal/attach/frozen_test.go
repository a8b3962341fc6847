//go:build unix

package attach

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"tumble/engine/record"
	"tumble/physics/debug"
)

// frozen is a viewer in a process of its own.
type frozen struct {
	*testing.T
	process *os.Process
	lines   chan string
}

func newFrozen(t *testing.T, folder string, env ...string) *frozen {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(append(os.Environ(), viewerFolder+"="+folder), env...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	f := &frozen{T: t, process: c.Process, lines: make(chan string, 100)}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			f.lines <- s.Text()
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	f.says("shown")
	return f
}

// says waits until the viewer prints a line.
func (f *frozen) says(want string) {
	f.Helper()
	select {
	case got := <-f.lines:
		if got != want {
			f.Fatalf("the viewer says %q, want %q", got, want)
		}
	case <-time.After(patience):
		f.Fatalf("the viewer does not say %q", want)
	}
}

func (f *frozen) signal(s syscall.Signal) {
	f.Helper()
	if err := f.process.Signal(s); err != nil {
		f.Fatal(err)
	}
}

// until asks the program until its status is as wanted.
func until(t *testing.T, folder, what string, holds func(debug.Status) bool) debug.Status {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		status := only(t, folder).Status
		if holds(status) {
			return status
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %+v", what, status)
		}
	}
}

// A viewer that is stopped falls behind and is disconnected; when it goes on, it attaches again by itself.
func TestSlowViewerAttachesAgain(t *testing.T) {
	p := startTalking(t, debug.Options{Name: "game", Memory: 1 << 20}, make([]byte, 4096))
	defer p.end(t)
	f := newFrozen(t, p.folder)
	for range 2 {
		f.signal(syscall.SIGSTOP)
		until(t, p.folder, "the viewer is disconnected", func(s debug.Status) bool { return s.Viewers == 0 })
		f.signal(syscall.SIGCONT)
		f.says("again true")
		until(t, p.folder, "the viewer is there", func(s debug.Status) bool { return s.Viewers == 1 })
	}
}

// A side that was disconnected attaches again only after the window has taken the recording before, and then closes the
// connection before.
func TestAttachAgainWaits(t *testing.T) {
	p := start(t, debug.Options{Name: "game"})
	defer p.end(t)
	l, err := newLive(context.Background(), only(t, p.folder))
	if err != nil {
		t.Fatal(err)
	}
	first := l.newest
	l.again = &record.Recording{}
	attached := make(chan *received, 1)
	go func() {
		r, err := l.attachAgain(disconnected{io.ErrUnexpectedEOF})
		if err != nil {
			t.Error(err)
		}
		attached <- r
	}()
	select {
	case <-attached:
		t.Fatal("it attaches before the window has taken the recording")
	case <-time.After(3 * againWait):
	}
	if l.Again() == nil {
		t.Fatal("there is no recording to take")
	}
	select {
	case r := <-attached:
		if r != l.newest || r == first || l.shown != first {
			t.Errorf("the recording that arrives is %p, attached %p after %p", l.newest, r, first)
		}
	case <-time.After(patience):
		t.Fatal("it does not attach again")
	}
	until(t, p.folder, "one connection", func(s debug.Status) bool { return s.Viewers == 1 })
	err = l.Close()
	if err != nil {
		t.Error(err)
	}
}

// A viewer that pauses the program holds it for as long as it is there, and no longer than debug.HoldTime after it is
// stopped. It is told when it goes on.
func TestFrozenViewerHoldsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for debug.HoldTime")
	}
	t.Parallel()
	p := start(t, debug.Options{Name: "game", Allow: debug.Pause})
	defer p.end(t)
	f := newFrozen(t, p.folder, viewerPauses+"=1")
	until(t, p.folder, "the program pauses", func(s debug.Status) bool { return s.Paused })
	time.Sleep(debug.HoldTime * 5 / 4)
	held := only(t, p.folder).Status
	if !held.Paused {
		t.Fatalf("the viewer does not hold the program: %+v", held)
	}
	f.signal(syscall.SIGSTOP)
	stopped := time.Now()
	until(t, p.folder, "the program goes on", func(s debug.Status) bool { return !s.Paused && s.Steps > held.Steps })
	if took := time.Since(stopped); took > debug.HoldTime+patience/10 {
		t.Errorf("the program goes on after %v", took)
	}
	f.signal(syscall.SIGCONT)
	f.says("game goes on: it heard nothing of this window for 10s")
}
