//go:build cgo

package apptest

import (
	"runtime"
	"testing"

	"tumble/engine/timestep"
	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
)

// Executor draws with a context that needs no display, which a machine may lack.
func Executor(t testing.TB) renderer.Executor {
	t.Helper()
	runtime.LockOSThread()
	surface, err := offscreen.New()
	if err != nil {
		t.Skipf("no context without a display here: %v", err)
	}
	ex, err := renderer.NewDirect(renderer.Config{Surface: surface, Now: timestep.RealClock().Now,
		Open: func() (renderer.Device, error) {
			return gl.New(surface.GetProcAddress, gl.Options{})
		}})
	if err != nil {
		t.Skipf("no device here: %v", err)
	}
	t.Cleanup(func() {
		if err := ex.Close(0); err != nil {
			t.Error(err)
		}
		surface.Close()
		runtime.UnlockOSThread()
	})
	return ex
}
