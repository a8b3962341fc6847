package capture

import (
	"fmt"
	"os"
	"path/filepath"
)

// Series saves pictures of the window one after another, as quickly as they can be written.
// A Film has pictures at an exact rate instead.
type Series struct {
	folder string // empty while no series is running
	count  int
}

// Toggle begins a series in a new folder, or ends it, and returns a text for the user.
func (s *Series) Toggle(within, scene string) string {
	if s.folder != "" {
		told := fmt.Sprintf("%d pictures in %s", s.count, s.folder)
		s.folder = ""
		return told
	}
	for n := 1; ; n++ {
		folder := filepath.Join(within, fmt.Sprintf("tumble-%s-%d", scene, n))
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

// End ends the series, as after a picture that could not be written.
func (s *Series) End() { s.folder = "" }

// Next asks for the next picture when the last one has been written, and reports whether it did.
func (s *Series) Next(shots *Screenshots) bool {
	if s.folder == "" || shots.Pending() {
		return false
	}
	shots.Request(fmt.Sprintf("%s/%05d.png", s.folder, s.count))
	s.count++
	return true
}
