package golden

import (
	"image"
	"path/filepath"
	"testing"
)

// failing is a test that only notes that it failed.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Errorf(string, ...any) { f.failed = true }

func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	img := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for i := range img.Pix {
		img.Pix[i] = 100
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	*update = true
	Compare(t, "x", img, Tolerance{})
	*update = false
	if got := Read(t, filepath.Join("testdata", "x.png")); got.RGBAAt(3, 4) != img.RGBAAt(3, 4) {
		t.Fatal("the stored picture is another one")
	}
	off := func(tol Tolerance) bool {
		f := &failing{TB: t}
		Compare(f, "x", img, tol)
		return f.failed
	}
	if off(Tolerance{}) {
		t.Error("equal pictures differ")
	}
	img.Pix[0] += 20
	if !off(Tolerance{Step: 12, Mean: 1}) || off(Tolerance{Step: 12, Share: 0.01, Mean: 0.2}) ||
		off(Tolerance{Step: 20, Mean: 0.2}) {
		t.Error("one pixel in a hundred that differs by 20")
	}
	if !off(Tolerance{Step: 20, Mean: 0.19}) {
		t.Error("a mean of 0.2")
	}
}
