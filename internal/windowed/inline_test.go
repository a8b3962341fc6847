//go:build cgo && linux

package windowed

import (
	"os"
	"syscall"
	"testing"
	"time"

	"tumble/internal/app/stage"
	"tumble/internal/golden"
	"tumble/renderer"
)

// slowElsewhere is a surface whose swaps take longer on every thread but one, as they do where threads of the
// driver have to share their cores.
type slowElsewhere struct {
	renderer.Surface
	thread int
}

func (s *slowElsewhere) SwapBuffers() error {
	if syscall.Gettid() != s.thread {
		time.Sleep(4 * time.Millisecond)
	}
	return s.Surface.SwapBuffers()
}

// TestMainThreadDrawsTrivialFrames draws next to nothing without vertical synchronisation until the main thread does it
// by itself, changes the size and takes a picture meanwhile, does the same with vertical synchronisation, for which the
// render goroutine draws, and closes while the main thread draws again.
func TestMainThreadDrawsTrivialFrames(t *testing.T) {
	pictures := [2]string{t.TempDir() + "/inline.png", t.TempDir() + "/threaded.png"}
	begin, at, handed := time.Now(), 0, uint64(0)
	var last renderer.Present
	s := &session{t: t, prepare: func(with *setup) {
		with.loop.OnPresent = func(p *renderer.Present) { last = *p }
		with.app.Quality, _ = stage.FindQuality("least")
		with.drawing.Surface = &slowElsewhere{with.drawing.Surface, syscall.Gettid()}
	}}
	resized := func(width int) bool {
		w, _ := s.window.FramebufferSize()
		if w != width {
			s.window.SetSize(width, 80)
		}
		return w == width
	}
	saved := func(path string, inline bool) bool {
		if last.Inline != inline {
			t.Errorf("%s: frame %d drawn by the main thread: %v", path, last.ID, last.Inline)
		}
		_, err := os.Stat(path)
		return err == nil
	}
	steps := []func() bool{
		func() bool { return last.Inline },
		func() bool { return resized(96) },
		func() bool { s.app.Screenshot(pictures[0]); return true },
		func() bool { return saved(pictures[0], true) },
		func() bool { s.loop.SetVsync(renderer.VsyncOn); return true },
		func() bool { return last.Swapped && last.Interval != 0 },
		func() bool { return resized(128) },
		func() bool { s.app.Screenshot(pictures[1]); return true },
		func() bool { return saved(pictures[1], false) },
		func() bool { s.loop.SetVsync(renderer.VsyncOff); return true },
		func() bool { return last.Inline },
	}
	s.run("box", tiny, func(s *session, frame uint64) {
		show := s.app.Show()
		show.Shadows, show.Interface = false, false
		s.loop.Redraw()
		for at < len(steps) && steps[at]() {
			at++
		}
		handed = s.exec.Counters().Handed
		if at == len(steps) || time.Since(begin) > 20*time.Second || t.Failed() {
			s.loop.Quit()
		}
	})
	if drawing := last.DrawEnd - last.Begin; at < len(steps) && drawing > 10e6 {
		t.Skipf("drawing next to nothing takes %.1f ms", float64(drawing)/1e6)
	}
	if at < len(steps) {
		t.Fatalf("step %d was not reached, the context was handed over %d times", at, handed)
	}
	if handed < 3 || handed > 9 {
		t.Errorf("the context was handed over %d times", handed)
	}
	for i, path := range pictures {
		if b := golden.Read(t, path).Bounds(); b.Dx() != [2]int{96, 128}[i] || b.Dy() != 80 {
			t.Errorf("picture of %v", b)
		}
	}
}
