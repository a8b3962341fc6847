//go:build cgo

package uitest

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

func writePNG(t testing.TB, path string, img image.Image) {
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

// golden compares a picture with the stored one. Drivers round differently at the edges of lines and of
// round corners: one pixel in two thousand may differ by more than 12 of 255, and the mean by 0.1.
func golden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		writePNG(t, path, got)
		return
	}
	want := readPNG(t, path)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, want %v", name, got.Bounds(), want.Bounds())
	}
	var differing, sum, worst int
	for i := 0; i < len(want.Pix); i += 4 {
		d := max(abs(int(want.Pix[i])-int(got.Pix[i])), abs(int(want.Pix[i+1])-int(got.Pix[i+1])), abs(int(want.Pix[i+2])-int(got.Pix[i+2])))
		sum += d
		worst = max(worst, d)
		if d > 12 {
			differing++
		}
	}
	n := len(want.Pix) / 4
	if differing*2000 > n || float64(sum) > 0.1*float64(n) {
		failed := filepath.Join(t.ArtifactDir(), name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s: %d of %d pixels differ by more than 12 (worst %d), mean %.3f", name, differing, n, worst, float64(sum)/float64(n))
	}
}

// readPNG returns a stored picture, all of whose pixels are opaque.
func readPNG(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (run with -update to write it)", err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	rgba := image.NewRGBA(img.Bounds())
	draw.Draw(rgba, rgba.Rect, img, img.Bounds().Min, draw.Src)
	return rgba
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
