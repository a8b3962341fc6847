package gl

import "errors"

// ErrUnsupported is wrapped by errors of New that say that this machine's OpenGL cannot draw
// the pictures: it is older than 4.1, or the program was built without it.
var ErrUnsupported = errors.New("OpenGL 4.1 is needed")
