//go:build !js && (!cgo || wayland || !(linux || freebsd || netbsd || openbsd))

package window

// OnLost does nothing where the loss of a display does not end the process.
func OnLost(func()) {}
