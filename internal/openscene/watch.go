package openscene

import (
	"os"

	"tumble/scene"
)

// Watch notices when a scene file, or a file that it refers to, changes on the disk.
type Watch struct {
	path  string
	files []followed
}

// followed is a file with the facts of its last version; nil while it was never there.
type followed struct {
	path string
	last os.FileInfo
}

// NewWatch watches a scene file with the files that it refers to, by their places on the disk; nil for a
// scene that is none.
func NewWatch(path string, files []string) *Watch {
	if !scene.IsFile(path) {
		return nil
	}
	w := &Watch{path: path}
	w.Follow(append([]string{path}, files...))
	return w
}

// Follow takes the files that the scene refers to now. Known files stay known: they may
// have changed since they were read.
func (w *Watch) Follow(files []string) {
	if w == nil {
		return
	}
	old := w.files
	w.files = nil
	for _, path := range append([]string{w.path}, files...) {
		if at(w.files, path) == nil {
			f := followed{path: path}
			if known := at(old, path); known != nil {
				f = *known
			} else {
				f.last, _ = os.Stat(path)
			}
			w.files = append(w.files, f)
		}
	}
}

func at(files []followed, path string) *followed {
	for i := range files {
		if files[i].path == path {
			return &files[i]
		}
	}
	return nil
}

// Changed reports whether one of the files is another one than when it was asked for the last time:
// written again, or replaced by another under its name. One that is gone, as for a moment while it
// is replaced, has not changed.
func (w *Watch) Changed() bool {
	if w == nil {
		return false
	}
	changed := false
	for i := range w.files {
		f := &w.files[i]
		now, err := os.Stat(f.path)
		if err != nil {
			continue
		}
		if f.last == nil || now.Size() != f.last.Size() || !now.ModTime().Equal(f.last.ModTime()) ||
			!os.SameFile(now, f.last) {
			f.last, changed = now, true
		}
	}
	return changed
}
