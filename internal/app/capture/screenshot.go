package capture

import (
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tumble/internal/wholefile"
	"tumble/renderer"
)

// Screenshots are pictures on their way: requested, drawn, read back, saved.
type Screenshots struct {
	requests []string
	inFlight []string
	capture  renderer.Capture
}

// Request asks for a picture of the next frame.
func (s *Screenshots) Request(path string) { s.requests = append(s.requests, path) }

// Wanted reports whether a picture of the next frame is asked for.
func (s *Screenshots) Wanted() bool { return len(s.requests) > 0 }

// Asked notes that the frame being recorded is the picture.
func (s *Screenshots) Asked() {
	s.inFlight = append(s.inFlight, s.requests...)
	s.requests = s.requests[:0]
}

// Pending reports whether a picture is asked for or on its way.
func (s *Screenshots) Pending() bool { return len(s.requests)+len(s.inFlight) > 0 }

// Collect saves a picture that has arrived and returns its path, or nothing. While another picture is on its way
// it waits. The error has those that could not be written; they are not tried again.
func (s *Screenshots) Collect(ex renderer.Executor, waiting bool) (path string, err error) {
	if waiting || len(s.inFlight) == 0 || !ex.TakeCapture(&s.capture) {
		return "", nil
	}
	var problems []error
	for _, file := range s.inFlight {
		if err := Save(file, &s.capture); err != nil {
			problems = append(problems, err)
		} else {
			path = file
		}
	}
	s.inFlight = s.inFlight[:0]
	return path, errors.Join(problems...)
}

// Name makes a file name in a folder for a picture taken by hand that no file has yet.
func (s *Screenshots) Name(folder, scene string, tick uint64) string {
	base := filepath.Join(folder, fmt.Sprintf("tumble-%s-%06d", scene, tick))
	path := base + ".png"
	for i := 2; ; i++ {
		if _, err := os.Stat(path); err != nil && !slices.Contains(s.requests, path) {
			return path
		}
		path = fmt.Sprintf("%s-%d.png", base, i)
	}
}

// SavePNG writes a picture, whole or not at all.
func SavePNG(path string, c *renderer.Capture) error {
	img := &image.NRGBA{Pix: c.Pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
	return writeWhole(path, func(w io.Writer) error { return png.Encode(w, img) })
}

// photoQuality is the quality of JPEG pictures, of 100: no ringing is seen at edges, and a picture of 1600 × 900 takes
// a fifth of a PNG.
const photoQuality = 92

// SaveJPEG is SavePNG for pictures of many shades.
func SaveJPEG(path string, c *renderer.Capture) error {
	return writeWhole(path, func(w io.Writer) error { return EncodeJPEG(w, c) })
}

// CanSave reports whether a picture can have a name.
func CanSave(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg":
		return true
	}
	return false
}

// Save writes a picture as PNG or JPEG by the ending of its name, whole or not at all.
func Save(path string, c *renderer.Capture) error {
	if strings.EqualFold(filepath.Ext(path), ".png") {
		return SavePNG(path, c)
	}
	return SaveJPEG(path, c)
}

// EncodeJPEG writes a picture of many shades.
func EncodeJPEG(w io.Writer, c *renderer.Capture) error {
	return jpeg.Encode(w, imageOf(c), &jpeg.Options{Quality: photoQuality})
}

// writeWhole writes a file whole or not at all: an error or a crash leaves the old file as it was.
func writeWhole(path string, write func(io.Writer) error) error {
	if err := wholefile.Write(path, write); err != nil {
		return fmt.Errorf("app: %w", err)
	}
	return nil
}
