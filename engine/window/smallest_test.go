package window

import "testing"

// The least size follows the density of the display; a window that was opened smaller, and a small monitor, keep
// theirs.
func TestSmallestSize(t *testing.T) {
	for _, c := range []struct {
		name          string
		opened        [2]int
		scale, pixels float32
		room, want    [2]int
	}{
		{"usual", [2]int{1280, 720}, 1, 1, [2]int{1920, 1080}, [2]int{640, 400}},
		{"dense, screen coordinates are pixels", [2]int{1280, 720}, 2, 1, [2]int{3840, 2160}, [2]int{1280, 800}},
		{"dense, screen coordinates are units", [2]int{1280, 720}, 2, 2, [2]int{1920, 1080}, [2]int{640, 400}},
		{"opened smaller", [2]int{320, 200}, 1, 1, [2]int{1920, 1080}, [2]int{320, 200}},
		{"dense and small monitor", [2]int{1280, 720}, 2, 1, [2]int{1024, 600}, [2]int{1024, 600}},
		{"no monitor known", [2]int{1280, 720}, 1, 1, [2]int{}, [2]int{640, 400}},
	} {
		w, h := smallestSize(c.opened[0], c.opened[1], c.scale, c.pixels, c.room[0], c.room[1])
		if got := [2]int{w, h}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
