package looplab

import (
	"fmt"
	"os"
	"path/filepath"

	"tumble/engine/diagnose"
	"tumble/engine/inputfile"
	"tumble/renderer"
)

// recorder writes the frame times of the window to a file.
type recorder struct {
	path  string
	file  *os.File // nil while nothing is recorded
	trace *diagnose.FrameTraceWriter
}

// begin starts a file in a folder; refresh is the time between refreshes of the display (ns).
func (r *recorder) begin(folder string, refresh int64) error {
	file, path, err := newTraceFile(folder)
	if err != nil {
		return fmt.Errorf("app: recording frame times: %w", err)
	}
	*r = recorder{path, file, diagnose.NewFrameTraceWriter(file, refresh)}
	return nil
}

// frame writes the times of a frame that was shown, while a file is open.
func (r *recorder) frame(p *renderer.Present) {
	if r.file != nil {
		r.trace.Frame(diagnose.TraceFrame{DrawEnd: p.DrawEnd, Stamp: p.SwapEnd})
	}
}

// end closes the file and returns its frame times and its path.
func (r *recorder) end() (trace *diagnose.FrameTrace, path string, err error) {
	old := *r
	*r = recorder{}
	err = old.trace.Close()
	if e := old.file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, old.path, fmt.Errorf("app: recording frame times in %s: %w", old.path, err)
	}
	file, err := inputfile.Open(old.path)
	if err != nil {
		return nil, old.path, err
	}
	defer file.Close()
	trace, err = diagnose.ReadFrameTrace(file, filepath.Base(old.path))
	return trace, old.path, err
}

// newTraceFile makes a new file in a folder, with the first free number in its name.
func newTraceFile(folder string) (*os.File, string, error) {
	for n := 1; ; n++ {
		path := filepath.Join(folder, fmt.Sprintf("tumble-frames-%d.trace", n))
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if !os.IsExist(err) {
			return file, path, err
		}
	}
}
