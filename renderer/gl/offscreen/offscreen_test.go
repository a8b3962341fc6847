//go:build linux && cgo

package offscreen

import (
	"errors"
	"runtime"
	"sync"
	"testing"

	"tumble/renderer"
)

var _ renderer.Surface = (*Surface)(nil)

func newSurface(t *testing.T) *Surface {
	t.Helper()
	s, err := New()
	if errors.Is(err, ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestContextsOnThreads makes contexts on several threads at once and moves one between them.
func TestContextsOnThreads(t *testing.T) {
	moved := newSurface(t)
	defer moved.Close()
	var exclusive sync.Mutex
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for range 5 {
				s, err := New()
				if err != nil {
					t.Error(err)
					return
				}
				if err := errors.Join(s.MakeCurrent(), s.SwapBuffers(), s.SetSwapInterval(1)); err != nil {
					t.Error(err)
				}
				if s.GetProcAddress("glClear") == nil {
					t.Error("glClear not found")
				}
				if err := s.DetachCurrent(); err != nil {
					t.Error(err)
				}
				s.Close()
				s.Close()
				if s.MakeCurrent() == nil {
					t.Error("a closed surface became current")
				}

				exclusive.Lock()
				if err := errors.Join(moved.MakeCurrent(), moved.DetachCurrent()); err != nil {
					t.Error(err)
				}
				exclusive.Unlock()
			}
		}()
	}
	all.Wait()
}
