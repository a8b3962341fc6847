//go:build cgo

package window

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// The binding keeps the last error of GLFW in one place for the whole process, and the next
// call that looks there panics, whichever thread it is on: an error of the render thread can
// hit a call of the main thread. So every call is made under recovered.

var problemCount atomic.Uint64

// Problems is the number of errors of GLFW that no call could return.
func Problems() uint64 { return problemCount.Load() }

// recovered turns a panic of the binding into an error, or counts it where err is nil. Other panics go on. Callers
// defer recovered directly.
func recovered(what string, err *error) {
	x := recover()
	if x == nil {
		return
	}
	e, ok := x.(*glfw.Error)
	if !ok {
		panic(x)
	}
	if err != nil {
		*err = fmt.Errorf("window: %s: %w", what, e)
		return
	}
	problemCount.Add(1)
}

// guard calls f under recovered.
func guard(what string, f func() error) (err error) {
	defer recovered(what, &err)
	return f()
}

// initialise starts GLFW for the first window.
func initialise() error {
	if openWindows > 0 {
		return nil
	}
	if missing := missingDisplay(); missing != "" {
		return fmt.Errorf("window: %w: %s", ErrNoDisplay, missing)
	}
	// GLFW tells platform errors to the log only; a call that needs GLFW shows whether it runs
	var said string
	err := guard("start", func() error {
		var err error
		said = logged(func() { err = glfw.Init() })
		if err == nil {
			glfw.DefaultWindowHints()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("window: %w: %s: %w", ErrNoDisplay, said, err)
	}
	return nil
}

// missingDisplay says why there can be no display, or "": GLFW 3.3 without a display logs a
// line, returns no error and panics at the next call.
func missingDisplay() string {
	switch runtime.GOOS {
	case "linux", "freebsd", "openbsd", "netbsd", "dragonfly":
		if os.Getenv("DISPLAY") == "" {
			return "the environment variable DISPLAY is not set"
		}
	}
	return ""
}

// logged runs f and returns what it wrote with package log.
func logged(f func()) string {
	var text bytes.Buffer
	writer, flags := log.Writer(), log.Flags()
	log.SetOutput(&text)
	log.SetFlags(0)
	defer func() {
		log.SetOutput(writer)
		log.SetFlags(flags)
	}()
	f()
	return strings.TrimSpace(text.String())
}

func terminateIfLast() {
	if openWindows == 0 {
		defer recovered("terminate", nil)
		glfw.Terminate()
	}
}
