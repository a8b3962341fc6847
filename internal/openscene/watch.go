package openscene

import (
	"os"
	"path/filepath"
	"strings"
)

// Watch notices when a scene file changes on the disk.
type Watch struct {
	path string
	last stamp
}

// stamp is what tells two versions of a file apart.
type stamp struct{ size, changed, bufferSize, bufferChanged int64 }

// NewWatch watches a scene file; nil for a scene that is none.
func NewWatch(path string) *Watch {
	if !IsFile(path) {
		return nil
	}
	w := &Watch{path: path}
	w.last, _ = w.look()
	return w
}

// look reads the stamps of the file and of the buffer that most programs write beside it.
func (w *Watch) look() (stamp, bool) {
	var s stamp
	info, err := os.Stat(w.path)
	if err != nil {
		return s, false
	}
	s.size, s.changed = info.Size(), info.ModTime().UnixNano()
	if info, err := os.Stat(strings.TrimSuffix(w.path, filepath.Ext(w.path)) + ".bin"); err == nil {
		s.bufferSize, s.bufferChanged = info.Size(), info.ModTime().UnixNano()
	}
	return s, true
}

// Changed reports whether the file is another one than when it was asked for the last time. A file
// that is gone, as for a moment while it is replaced, has not changed.
func (w *Watch) Changed() bool {
	if w == nil {
		return false
	}
	s, ok := w.look()
	if !ok || s == w.last {
		return false
	}
	w.last = s
	return true
}
