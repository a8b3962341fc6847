// Package golden compares pictures with stored ones, for tests.
package golden

import (
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// Tolerance is how far a picture may be off the stored one. Drivers round differently, mostly at edges.
type Tolerance struct {
	// Step is the difference of a channel, of 255, above which a pixel counts as different.
	Step int
	// Share of the pixels may be different.
	Share float64
	// Mean is the largest mean over all pixels of the difference of their worst channels.
	Mean float64
}

// Compare compares a picture with testdata/<name>.png, or writes that with the flag -update. One that is
// off is kept among the artifacts of the test.
func Compare(t testing.TB, name string, got *image.RGBA, tol Tolerance) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		Write(t, path, got)
		return
	}
	want := Read(t, path)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, want %v", name, got.Bounds(), want.Bounds())
	}
	var differing, sum, worst int
	for i := 0; i < len(want.Pix); i += 4 {
		d := 0
		for k := range 3 {
			e := int(want.Pix[i+k]) - int(got.Pix[i+k])
			d = max(d, e, -e)
		}
		sum += d
		worst = max(worst, d)
		if d > tol.Step {
			differing++
		}
	}
	n := float64(len(want.Pix) / 4)
	if float64(differing) > tol.Share*n || float64(sum) > tol.Mean*n {
		failed := filepath.Join(t.ArtifactDir(), name+".png")
		Write(t, failed, got)
		t.Errorf("%s: %d of %.0f pixels differ by more than %d (worst %d), mean %.3f; see %s",
			name, differing, n, tol.Step, worst, float64(sum)/n, failed)
	}
}

// Read returns a stored picture, all of whose pixels are opaque.
func Read(t testing.TB, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (golden pictures are written by running the test with -update)", err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	rgba := image.NewRGBA(img.Bounds())
	draw.Draw(rgba, rgba.Rect, img, img.Bounds().Min, draw.Src)
	return rgba
}

// Write stores a picture.
func Write(t testing.TB, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
