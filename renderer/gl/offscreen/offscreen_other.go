//go:build !linux || !cgo

package offscreen

import (
	"fmt"
	"unsafe"
)

// Surface cannot be made on this platform: New says so.
type Surface struct{}

// New returns an error that wraps ErrUnavailable.
func New(width, height int) (*Surface, error) {
	return nil, fmt.Errorf("offscreen: %w: this program was built without cgo or not for Linux", ErrUnavailable)
}

// MakeCurrent returns an error that wraps ErrUnavailable.
func (s *Surface) MakeCurrent() error {
	_, err := New(1, 1)
	return err
}

// DetachCurrent does nothing.
func (s *Surface) DetachCurrent() {}

// Swap does nothing.
func (s *Surface) Swap() {}

// SetSwapInterval does nothing.
func (s *Surface) SetSwapInterval(int) {}

// SetSize does nothing.
func (s *Surface) SetSize(width, height int) {}

// Size is 0, 0.
func (s *Surface) Size() (w, h int) { return 0, 0 }

// GetProcAddress returns nil.
func (s *Surface) GetProcAddress(name string) unsafe.Pointer { return nil }

// Close does nothing.
func (s *Surface) Close() {}
