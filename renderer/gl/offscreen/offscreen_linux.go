//go:build linux && cgo

package offscreen

/*
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "egl_linux.h"
*/
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// Surface is an OpenGL context that shows its pictures to nobody. Its default framebuffer
// does not exist: draw into a target of your own and read it back. It implements
// renderer.Surface.
type Surface struct {
	c C.tumble_egl_context
}

const advice = "; on Debian the packages libegl1 and libgl1-mesa-dri have what is needed"

// the EGL display is opened once and shared by all contexts of the process
var (
	openOnce sync.Once
	openErr  error
	display  unsafe.Pointer
)

func open() error {
	openOnce.Do(func() {
		if why := C.tumble_egl_load(); why != nil {
			openErr = fmt.Errorf("offscreen: %w: %s%s", ErrUnavailable, C.GoString(why), advice)
			return
		}
		if why := C.tumble_egl_open(&display); why != nil {
			openErr = fmt.Errorf("offscreen: %w: %s (error %#x)%s", ErrUnavailable, C.GoString(why),
				C.tumble_egl_error(), advice)
		}
	})
	return openErr
}

// New makes a context of OpenGL 4.1 core. It is current on no thread yet. Close releases it.
func New() (*Surface, error) {
	if err := open(); err != nil {
		return nil, err
	}
	s := &Surface{}
	if why := C.tumble_egl_create(display, 4, 1, &s.c); why != nil {
		return nil, fmt.Errorf("offscreen: %w: %s (error %#x)", ErrUnavailable, C.GoString(why), C.tumble_egl_error())
	}
	return s, nil
}

// MakeCurrent binds the context to the calling thread, which must be locked to its goroutine.
func (s *Surface) MakeCurrent() error {
	if s.c.context == nil {
		return fmt.Errorf("offscreen: make current: the surface is closed")
	}
	if C.tumble_egl_make_current(display, &s.c) == 0 {
		return fmt.Errorf("offscreen: make current: EGL error %#x", C.tumble_egl_error())
	}
	return nil
}

// DetachCurrent leaves the calling thread without a context.
func (s *Surface) DetachCurrent() error {
	if C.tumble_egl_make_current(display, nil) == 0 {
		return fmt.Errorf("offscreen: detach: EGL error %#x", C.tumble_egl_error())
	}
	return nil
}

// SwapBuffers does nothing: there is nobody to show the picture to.
func (s *Surface) SwapBuffers() error { return nil }

// SetSwapInterval does nothing: no display sets a pace.
func (s *Surface) SetSwapInterval(int) error { return nil }

// GetProcAddress returns the address of an OpenGL function, nil if there is none.
func (s *Surface) GetProcAddress(name string) unsafe.Pointer {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return C.tumble_egl_proc(c)
}

// Close destroys the context, which must be current on no thread. Closing twice is allowed.
func (s *Surface) Close() { C.tumble_egl_destroy(&s.c) }
