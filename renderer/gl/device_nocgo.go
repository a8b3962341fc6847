//go:build !cgo

package gl

import (
	"fmt"
	"unsafe"

	"tumble/renderer"
	"tumble/shaders"
)

// Options say how a device is made.
type Options struct {
	// Shaders are the sources; nil takes the embedded ones.
	Shaders *shaders.Library
}

// Device cannot be made in a program built without cgo.
type Device struct{ renderer.Device }

// New returns an error that wraps ErrUnsupported.
func New(proc func(name string) unsafe.Pointer, o Options) (*Device, error) {
	return nil, fmt.Errorf("gl: %w: this program was built without cgo", ErrUnsupported)
}
