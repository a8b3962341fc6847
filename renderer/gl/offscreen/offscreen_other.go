//go:build !linux || !cgo

package offscreen

import (
	"fmt"
	"unsafe"
)

// Surface cannot be made on this platform: New says so.
type Surface struct{}

// New returns an error that wraps ErrUnavailable.
func New() (*Surface, error) {
	return nil, fmt.Errorf("offscreen: %w: this program was built without cgo or not for Linux", ErrUnavailable)
}

// MakeCurrent returns an error that wraps ErrUnavailable.
func (s *Surface) MakeCurrent() error {
	_, err := New()
	return err
}

// DetachCurrent does nothing.
func (s *Surface) DetachCurrent() error { return nil }

// SwapBuffers does nothing.
func (s *Surface) SwapBuffers() error { return nil }

// SetSwapInterval does nothing.
func (s *Surface) SetSwapInterval(int) error { return nil }

// GetProcAddress returns nil.
func (s *Surface) GetProcAddress(name string) unsafe.Pointer { return nil }

// Close does nothing.
func (s *Surface) Close() {}
