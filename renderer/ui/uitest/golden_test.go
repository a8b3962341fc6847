//go:build cgo

package uitest

import (
	"flag"
	"image"
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

// golden compares a picture with the stored one. Drivers round differently, mostly at edges:
// up to one pixel in a hundred may differ by more than 12 of 255, and the mean by 1.
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
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (run with -update to write it)", err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, want %v", name, got.Bounds(), img.Bounds())
	}
	var differing, sum, worst int
	b := got.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			c := got.RGBAAt(x, y)
			d := max(abs(int(r>>8)-int(c.R)), abs(int(g>>8)-int(c.G)), abs(int(bl>>8)-int(c.B)))
			sum += d
			worst = max(worst, d)
			if d > 12 {
				differing++
			}
		}
	}
	n := b.Dx() * b.Dy()
	if differing*100 > n || sum > n {
		failed := filepath.Join(t.TempDir(), name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s: %d of %d pixels differ by more than 12 (worst %d), mean %.3f", name, differing, n, worst, float64(sum)/float64(n))
	}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
