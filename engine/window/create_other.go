//go:build cgo && (wayland || !(linux || freebsd || netbsd || openbsd))

package window

// surviving calls f, which creates a window.
func surviving(f func()) { f() }
