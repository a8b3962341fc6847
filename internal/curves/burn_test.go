package curves

import (
	"image"
	"image/color"
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
		if size.X == 640 {
			checkStrips(t, picture)
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

// checkStrips looks for letters in all strips and at the lower edge, and for the lines of the two curves with values:
// one up, and one level.
func checkStrips(t *testing.T, picture *image.NRGBA) {
	t.Helper()
	// centre is the mean height of the points near a colour, and their number
	centre := func(r image.Rectangle, c color.NRGBA) (height float64, n int) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				p := picture.NRGBAAt(x, y)
				if math.Abs(float64(p.R)-float64(c.R))+math.Abs(float64(p.B)-float64(c.B)) < 80 {
					height -= float64(y)
					n++
				}
			}
		}
		return height / float64(max(n, 1)), n
	}
	size := picture.Rect.Size()
	wide, high := int(burntWidth*float64(size.X)), int(burntStrip*float64(size.Y))
	for i := range 3 {
		strip := image.Rect(0, i*high, wide, (i+1)*high)
		if _, n := centre(strip, burntInk); n < 5 {
			t.Errorf("strip %d: %d points of letters", i, n)
		}
		left, right := strip, strip
		left.Max.X, right.Min.X = wide/8, wide/8
		from, few := centre(left, burntLine)
		to, n := centre(right, burntLine)
		if rises := to > from+2; rises != (i == 0) || (few == 0 || n == 0) != (i == 2) {
			t.Errorf("strip %d: lines of %d and %d points at %g and %g", i, few, n, from, to)
		}
	}
	if _, n := centre(image.Rect(0, size.Y-20, size.X, size.Y), burntInk); n < 100 {
		t.Errorf("the line of text has %d points", n)
	}
}
