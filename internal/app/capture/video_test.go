package capture

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakeProgram puts a shell script named ffmpeg in front of the path.
func fakeProgram(t *testing.T, script string) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return folder
}

// The program gets every pixel of every picture, in order, and is told size and rate.
func TestVideoPipe(t *testing.T) {
	folder := fakeProgram(t, `echo "$@" >"$(dirname "$0")/arguments"; for last; do :; done; cat >"$last"`)
	path := filepath.Join(folder, "film.mp4")
	s, err := NewSink(path, 8, 6, 3, 29.97)
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for k := range 3 {
		c := gradient(8, 6, k)
		if err := s.Picture(c); err != nil {
			t.Fatal(err)
		}
		want = append(want, c.Pixels...)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the program got %d bytes, want %d: %v", len(got), len(want), err)
	}
	arguments, _ := os.ReadFile(filepath.Join(folder, "arguments"))
	for _, part := range []string{"-f rawvideo", "-pix_fmt rgba", "-s 8x6", "-r 29.97", "-i -"} {
		if !strings.Contains(string(arguments), part) {
			t.Errorf("%q is missing in %s", part, arguments)
		}
	}
}

// A program that fails is an error that repeats what it said, whether it ends early or late.
func TestVideoErrors(t *testing.T) {
	fakeProgram(t, `echo "no such codec" >&2; exit 3`)
	s, err := NewSink(filepath.Join(t.TempDir(), "film.mp4"), 64, 64, 100, 30)
	if err != nil {
		t.Fatal(err)
	}
	refused := false
	for k := 0; k < 200 && !refused; k++ {
		refused = s.Picture(gradient(64, 64, k)) != nil
	}
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "no such codec") {
		t.Errorf("error %v", err)
	}
	if !refused {
		t.Error("pictures are taken after the program has ended")
	}
}

// Where the program is installed, it makes a film that it can read again.
func TestVideoWithFFmpeg(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed")
	}
	path := filepath.Join(t.TempDir(), "film.mp4")
	s, err := NewSink(path, 63, 47, 12, 25)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 12 {
		if err := s.Picture(gradient(63, 47, k)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := exec.Command("ffmpeg", "-loglevel", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24",
		"-").Output()
	if err != nil || len(raw) != 12*64*48*3 {
		t.Errorf("%d bytes of pictures in %s, want %d: %v", len(raw), path, 12*64*48*3, err)
	}
}
