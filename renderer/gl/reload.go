//go:build cgo || js

package gl

import (
	"io/fs"
	"os"
	"time"

	"tumble/shaders"
)

// shaderWatch looks for changes in a folder of shaders, for work on them while the program runs.
type shaderWatch struct {
	dir    string
	newest time.Time
	files  int
}

// watchFrames is the number of frames between two looks into the folder.
const watchFrames = 20

func newShaderWatch(dir string) *shaderWatch {
	w := &shaderWatch{dir: dir}
	w.changed()
	return w
}

// changed reports whether a file was written, added or removed since the last call.
func (w *shaderWatch) changed() bool {
	var newest time.Time
	files := 0
	_ = fs.WalkDir(os.DirFS(w.dir), ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := e.Info(); err == nil && !e.IsDir() {
			files++
			if info.ModTime().After(newest) {
				newest = info.ModTime()
			}
		}
		return nil
	})
	was := *w
	w.newest, w.files = newest, files
	return !was.newest.Equal(newest) || was.files != files
}

// reloadChanged compiles the shaders again when a file has changed. An error goes to the caller of
// EndFrame, and the programs stay as they were.
func (d *Device) reloadChanged() {
	if d.watch != nil && d.frames%watchFrames == 0 && d.watch.changed() {
		d.library = shaders.Dir(d.watch.dir)
		d.fail(d.ReloadShaders())
	}
}
