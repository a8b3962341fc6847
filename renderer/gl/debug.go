//go:build cgo || js

package gl

import (
	"fmt"

	gl "tumble/renderer/gl/api"
)

// Problem is an error of OpenGL and the place where it was noticed.
type Problem struct {
	Site string // the pass or call after which it was found
	Code uint32
}

func (p Problem) String() string {
	name, known := problemNames[p.Code]
	if !known {
		name = fmt.Sprintf("error %#x", p.Code)
	}
	return p.Site + ": " + name
}

var problemNames = map[uint32]string{
	gl.INVALID_ENUM:                  "invalid enum",
	gl.INVALID_VALUE:                 "invalid value",
	gl.INVALID_OPERATION:             "invalid operation",
	gl.INVALID_FRAMEBUFFER_OPERATION: "invalid framebuffer operation",
	gl.OUT_OF_MEMORY:                 "out of memory",
}

// maxErrorsPerCheck bounds the loop over pending errors: a lost context can report one for ever.
const maxErrorsPerCheck = 16

// check collects the errors of OpenGL since the last check under the name of the site.
func (d *Device) check(site string) error {
	var first error
	for range maxErrorsPerCheck {
		code := gl.GetError()
		if code == gl.NO_ERROR {
			return first
		}
		p := Problem{site, code}
		if d.problems == nil {
			d.problems = map[Problem]int{}
		}
		d.problems[p]++
		d.problemCount++
		if first == nil {
			first = fmt.Errorf("gl: %s", p)
		}
	}
	return first
}

// fail remembers the first thing that went wrong in a frame; EndFrame returns it.
func (d *Device) fail(err error) {
	if err != nil && d.frameErr == nil {
		d.frameErr = err
	}
}

// Problems returns how often which error of OpenGL was noticed where, and their sum.
func (d *Device) Problems() (map[Problem]int, int) {
	all := make(map[Problem]int, len(d.problems))
	for p, n := range d.problems {
		all[p] = n
	}
	return all, d.problemCount
}
