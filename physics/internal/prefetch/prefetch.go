//go:build (amd64 || arm64) && !purego

package prefetch

import "unsafe"

// Lines asks for count cache lines of 64 bytes, from the one that p points into.
//
//go:noescape
func Lines(p unsafe.Pointer, count int)
