//go:build !cgo && !js

package window

import (
	"fmt"
	"unsafe"

	"tumble/engine"
)

// Built is whether the program can open windows: not without cgo.
const Built = false

// Window cannot be opened by a program built without cgo.
type Window struct{ engine.Window }

// Open returns an error that wraps ErrNoDisplay.
func Open(o Options) (*Window, error) {
	return nil, fmt.Errorf("window: %w: this program was built without cgo", ErrNoDisplay)
}

// Problems is 0.
func Problems() uint64 { return 0 }

// MakeCurrent does nothing.
func (w *Window) MakeCurrent() error { return nil }

// DetachCurrent does nothing.
func (w *Window) DetachCurrent() error { return nil }

// SwapBuffers does nothing.
func (w *Window) SwapBuffers() error { return nil }

// SetSwapInterval does nothing.
func (w *Window) SetSwapInterval(interval int) error { return nil }

// GetProcAddress returns nil.
func (w *Window) GetProcAddress(name string) unsafe.Pointer { return nil }

// Hide does nothing.
func (w *Window) Hide() {}

// Placement is nowhere.
func (w *Window) Placement() (x, y, width, height int, maximised bool) { return }
