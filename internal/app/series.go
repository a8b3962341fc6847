package app

import (
	"fmt"
	"os"

	"tumble/engine"
)

// series saves pictures of the window one after another, as quickly as they can be written.
// It shows what the window shows; pictures at an exact rate are the matter of Shot.
type series struct {
	folder string // empty while none is running
	count  int
}

// toggle begins a series in a new folder or ends it, and returns what to tell the user.
func (s *series) toggle(scene string) string {
	if s.folder != "" {
		told := fmt.Sprintf("%d pictures in %s", s.count, s.folder)
		s.folder = ""
		return told
	}
	for n := 1; ; n++ {
		folder := fmt.Sprintf("tumble-%s-%d", scene, n)
		err := os.Mkdir(folder, 0o755)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return err.Error()
		}
		s.folder, s.count = folder, 0
		return "saving pictures in " + folder
	}
}

// next asks for the next picture when the last one has been written.
func (s *series) next(shots *pictures, loop *engine.Loop) {
	if s.folder == "" || shots.pending() {
		return
	}
	shots.request(fmt.Sprintf("%s/%05d.png", s.folder, s.count))
	s.count++
	if loop != nil {
		loop.Redraw()
	}
}
