package capture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/gif"
	_ "image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/null"
)

// TestFilmMoments: pictures of any rate are at their exact time of the simulation.
func TestFilmMoments(t *testing.T) {
	for _, c := range []struct {
		fps   float64
		hertz int64
	}{{60, 100}, {59.94, 100}, {24, 60}, {240, 60}, {7, 100}, {100, 100}, {1000, 64}} {
		film := Film{FPS: c.fps}
		for _, k := range []int{0, 1, 2, 3, 10, 999, 100000} {
			ticks, alpha := film.moment(k, c.hertz)
			shown := float64(ticks-1) + float64(alpha)
			want := float64(k)*float64(c.hertz)/c.fps - 0
			if math.Abs(shown-want) > 1e-4 || alpha <= 0 || alpha > 1 {
				t.Errorf("%g fps at %d Hz: picture %d shows tick %g (alpha %g), want %g", c.fps, c.hertz, k, shown,
					alpha, want)
			}
		}
	}
}

// countSink counts the pictures and notes at which step of the scene each came.
type countSink struct {
	session *session.Session
	steps   []int
}

func (s *countSink) Picture(*renderer.Capture) error {
	s.steps = append(s.steps, s.session.Run.StepCount)
	return nil
}
func (s *countSink) Close() error { return nil }

// TestFilmWaits: the simulation makes the ticks that the pictures need and no others.
func TestFilmWaits(t *testing.T) {
	scene, _ := scenes.Find("stack10")
	session, err := session.New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	device := null.New(null.Options{})
	ex, err := renderer.NewDirect(renderer.Config{Open: device.Open})
	if err != nil {
		t.Fatal(err)
	}
	sink := &countSink{session: session}
	film := Film{Shot: Shot{Steps: 3, Width: 64, Height: 36, Show: stage.Plain()}, Frames: 5, FPS: 40, Sink: sink}
	if err := film.Take(ex, session); err != nil {
		t.Fatal(err)
	}
	// 100 Hz at 40 pictures a second: 2.5 ticks each
	want := []int{3, 6, 8, 11, 13}
	for i, n := range want {
		if i >= len(sink.steps) || sink.steps[i] != n {
			t.Fatalf("pictures after steps %v, want %v", sink.steps, want)
		}
	}
	if err := ex.Close(0); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Film{{Frames: 0, FPS: 30}, {Frames: 1, FPS: 0}, {Frames: 1, FPS: math.NaN()}} {
		if bad.Check() == nil {
			t.Errorf("film of %d pictures at %g is accepted", bad.Frames, bad.FPS)
		}
	}
}

// gradient is a picture whose colours depend on the place and the number.
func gradient(w, h, n int) *renderer.Capture {
	c := &renderer.Capture{Width: w, Height: h, Pixels: make([]byte, 4*w*h)}
	for i := range w * h {
		c.Pixels[4*i], c.Pixels[4*i+1], c.Pixels[4*i+2], c.Pixels[4*i+3] = uint8(i%w*255/w), uint8(i/w*255/h),
			uint8(40*n), 255
	}
	return c
}

func writeFilm(t *testing.T, name string, frames int, fps float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	s, err := NewSink(path, 40, 30, frames, fps)
	if err != nil {
		t.Fatal(err)
	}
	for n := range frames {
		if err := s.Picture(gradient(40, 30, n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGIF: the time of the whole is right, and a dithered area has the mean of its source.
func TestGIF(t *testing.T) {
	f, err := os.Open(writeFilm(t, "a.gif", 7, 30))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	if len(g.Image) != 7 || total != 23 {
		t.Errorf("%d pictures of %d hundredths, want 7 of 23", len(g.Image), total)
	}
	want, got := 0, 0
	c := gradient(40, 30, 3)
	// a picture stores only what has changed
	shown := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for _, img := range g.Image[:4] {
		draw.Draw(shown, img.Bounds(), img, img.Bounds().Min, draw.Over)
	}
	for y := range 30 {
		for x := range 40 {
			r, gr, b, _ := shown.At(x, y).RGBA()
			got += int(r>>8) + int(gr>>8) + int(b>>8)
			i := 4 * (y*40 + x)
			want += int(c.Pixels[i]) + int(c.Pixels[i+1]) + int(c.Pixels[i+2])
		}
	}
	if d := math.Abs(float64(got-want)) / (3 * 40 * 30); d > 4 {
		t.Errorf("the dithered picture is off by %.1f of 255 on average", d)
	}
}

// TestAPNG: chunks are whole, numbered without gaps, and a reader of plain PNG sees the first picture.
func TestAPNG(t *testing.T) {
	data, err := os.ReadFile(writeFilm(t, "a.apng", 4, 24))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := img.At(20, 0).RGBA(); r>>8 != 20*255/40 {
		t.Errorf("first picture has red %d at 20, 0", r>>8)
	}
	sequence, controls, ended := uint32(0), 0, false
	for rest := data[8:]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		kind, body := string(rest[4:8]), rest[8:8+n]
		if binary.BigEndian.Uint32(rest[8+n:]) != crc32.ChecksumIEEE(rest[4:8+n]) {
			t.Errorf("chunk %s has a wrong checksum", kind)
		}
		switch kind {
		case "fcTL", "fdAT":
			if got := binary.BigEndian.Uint32(body); got != sequence {
				t.Errorf("chunk %s has number %d, want %d", kind, got, sequence)
			}
			sequence++
			if kind == "fcTL" {
				controls++
				num, den := binary.BigEndian.Uint16(body[20:]), binary.BigEndian.Uint16(body[22:])
				if s := float64(num) / float64(den); math.Abs(s-1.0/24) > 1e-4 {
					t.Errorf("a picture lasts %g s", s)
				}
			}
		case "acTL":
			if binary.BigEndian.Uint32(body) != 4 {
				t.Errorf("%d pictures are announced", binary.BigEndian.Uint32(body))
			}
		case "IEND":
			ended = true
		}
		rest = rest[12+n:]
	}
	if controls != 4 || !ended {
		t.Errorf("%d pictures, ended %v", controls, ended)
	}
}

// TestPhotos: a sequence of JPEG has a file a picture, near to the colours that were given.
func TestPhotos(t *testing.T) {
	path := writeFilm(t, "a%02d.jpg", 3, 24)
	for n := range 3 {
		f, err := os.Open(fmt.Sprintf(path, n))
		if err != nil {
			t.Fatal(err)
		}
		img, kind, err := image.Decode(f)
		if err := errors.Join(err, f.Close()); err != nil || kind != "jpeg" {
			t.Fatalf("picture %d is %q: %v", n, kind, err)
		}
		if _, _, b, _ := img.At(20, 15).RGBA(); img.Bounds().Dx() != 40 || math.Abs(float64(b>>8)-float64(40*n)) > 8 {
			t.Errorf("picture %d is %v with blue %d in the middle, want 40 wide and %d", n, img.Bounds(), b>>8, 40*n)
		}
	}
}

// TestSinkNames: names that say nothing are refused, and an interrupted film leaves no file.
func TestSinkNames(t *testing.T) {
	for _, bad := range []string{"film.png", "film.jpg", "film", "film%d%d.png", "film%s.png"} {
		if _, err := NewSink(bad, 8, 8, 3, 30); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	dir := t.TempDir()
	s, err := NewSink(filepath.Join(dir, "a.apng"), 8, 8, 3, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Picture(gradient(8, 8, 0)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("an interrupted film leaves %v", left)
	}
	t.Setenv("PATH", dir)
	if _, err := NewSink("a.mp4", 8, 8, 3, 30); err != ErrNoFFmpeg {
		t.Errorf("video without ffmpeg: %v", err)
	}
}
