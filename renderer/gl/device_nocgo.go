//go:build !cgo && !js

package gl

import (
	"fmt"
	"unsafe"

	"tumble/renderer"
)

// Options say how a device is made.
type Options struct {
	// ShaderDir is a folder with the shader sources, which are compiled again when a file changes.
	// Empty takes the sources built into the program.
	ShaderDir string
}

// Device cannot be made in a program built without cgo.
type Device struct{ renderer.Device }

// New returns an error that wraps ErrUnsupported.
func New(proc func(name string) unsafe.Pointer, o Options) (*Device, error) {
	return nil, fmt.Errorf("gl: %w: this program was built without cgo", ErrUnsupported)
}
