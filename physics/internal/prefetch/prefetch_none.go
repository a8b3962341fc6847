//go:build purego || (!amd64 && !arm64)

package prefetch

import "unsafe"

// Lines does nothing in this build.
func Lines(unsafe.Pointer, int) {}
