package cli

import (
	"io"
	"io/fs"
	"os"
)

// StandardOutput is where the program prints. From this call on a pipe that nobody reads any more fails writes instead
// of ending the process, which would leave files half written. Where the standard output was closed at the start, all
// writes fail: Go's runtime opens the null device in its place, so that none of the program's files gets its number.
func StandardOutput() io.Writer {
	keepPipeErrors()
	if closedAtStart() {
		return closedOutput{}
	}
	return os.Stdout
}

type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: os.Stdout.Name(), Err: fs.ErrClosed}
}

// CheckedWriter keeps the first error of its writes, fails the others with it, and tells Failed: those who print to it
// need not look.
type CheckedWriter struct {
	io.Writer
	Failed func(error)
	Err    error
}

func (w *CheckedWriter) Write(p []byte) (int, error) {
	if w.Err != nil {
		return 0, w.Err
	}
	n, err := w.Writer.Write(p)
	if err != nil {
		w.Err = err
		w.Failed(err)
	}
	return n, err
}
