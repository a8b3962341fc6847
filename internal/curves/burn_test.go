package curves

import (
	"image"
	"math"
	"testing"
)

// TestBurn: curves are drawn at the upper left, a line of text at the lower edge, whatever its length and the size of
// the picture; the rest stays as it is.
func TestBurn(t *testing.T) {
	table := &Table{Times: []float64{0, 0.5, 1, 1.5}, Columns: []Column{
		{Name: "a", Unit: "J", Values: []float64{1, 2, math.NaN(), 0.5}}, {Name: "b", Values: []float64{3, 3, 3, 3}},
		{Name: "never", Values: []float64{math.NaN(), math.NaN(), math.Inf(1), math.NaN()}},
	}}
	long := "sandbox shot card_house picture.png --measure a,b,never --command and many words more than fit into it"
	for _, size := range []image.Point{{640, 360}, {64, 36}, {3, 2}, {1, 1}} {
		picture := image.NewNRGBA(image.Rectangle{Max: size})
		table.Burn(picture, 2, long)
		if size.X < 64 {
			continue
		}
		changed := func(r image.Rectangle) (n int) {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					if picture.NRGBAAt(x, y).A > 0 {
						n++
					}
				}
			}
			return n
		}
		curves := image.Rect(0, 0, int(burntWidth*float64(size.X)), 3*int(burntStrip*float64(size.Y)))
		if n := changed(curves); n != curves.Dx()*curves.Dy() {
			t.Errorf("%v: curves change %d points of %v", size, n, curves)
		}
		if n := changed(image.Rect(0, size.Y-5, size.X, size.Y)); n != 5*size.X {
			t.Errorf("%v: the line changes %d points", size, n)
		}
		if size.X == 640 && changed(image.Rect(300, 0, 640, 300)) > 0 {
			t.Errorf("%v: more is changed", size)
		}
	}
	untouched := image.NewNRGBA(image.Rect(0, 0, 64, 36))
	new(Table).Burn(untouched, 1, "")
	for _, x := range untouched.Pix {
		if x != 0 {
			t.Fatal("nothing was asked for, and something is drawn")
		}
	}
}
