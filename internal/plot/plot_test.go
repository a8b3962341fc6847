package plot

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestTicks: a few round numbers within the range, each with a label of its own.
func TestTicks(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {-3, 7}, {0, 20}, {1e6, 1e6 + 1}, {2209, 2210.5}, {-1e-9, 1e-9}, {5, 5},
		{0, 0},
		{-1.7e308, 1.7e308}, {1e300, 1e300}, {30, 240}} {
		a := newAxis(r[0], r[1])
		if len(a.ticks) < 3 || len(a.ticks) > 8 {
			t.Errorf("%v: ticks %v", r, a.ticks)
		}
		var labels []string
		for _, v := range a.ticks {
			if s := a.share(v); s < -1e-6 || s > 1+1e-6 {
				t.Errorf("%v: %g at %g", r, v, s)
			}
			if label := a.label(v); slices.Contains(labels, label) || label == "-0" || len(label) > 12 {
				t.Errorf("%v: label %s", r, label)
			} else {
				labels = append(labels, label)
			}
		}
	}
}

// TestClip: a line leaves the range of its axis and comes back: two pieces, which end at its border.
func TestClip(t *testing.T) {
	got := clip([]Point{{0, 5}, {10, -5}, {20, 5}, {30, 25}, {40, 25}, {50, -5}}, 0, 20)
	want := [][]Point{{{0, 5}, {5, 0}}, {{15, 0}, {20, 5}, {27.5, 20}}, {{42, 20}, {60 * 0.8, 0}}}
	if len(got) != 3 {
		t.Fatalf("%v", got)
	}
	for i := range want {
		for k := range want[i] {
			if a, b := got[i][k], want[i][k]; math.Hypot(a.X-b.X, a.Y-b.Y) > 1.5 {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
	if clip([]Point{{0, -1}, {1, -2}}, 0, 1) != nil {
		t.Error("a line outside is drawn")
	}
}

func plots() []*Plot {
	nan := math.NaN()
	return []*Plot{
		{Title: "a < b & c", X: "time [s]", Y: "höhe [m]", Curves: []Curve{
			{Name: "one", X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, nan, 4, 3}},
			{Name: "two", X: []float64{0, 4}, Y: []float64{math.Inf(1), 1e308}}}},
		{Names: []string{"first", "second"}, High: 4,
			Curves: []Curve{{Name: "bars", Y: []float64{3, 9}}, {Y: []float64{2, nan}}}},
		{}, {Curves: []Curve{{}}, Low: -1, High: 1},
	}
}

// TestPictures: both formats have all texts and colours of strange plots and no number that no reader takes.
func TestPictures(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, "svg", 400, 200, plots()...); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"a &lt; b &amp; c", "höhe [m]", "second", `height="800pt"`, hex(palette[0]),
		hex(palette[1])} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %s in %s", part, b.String())
		}
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Errorf("%s", b.String())
	}
	if xml.Unmarshal(b.Bytes(), new(struct{})) != nil {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	if err := Write(&b, "png", 400, 200, plots()...); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	count := map[[3]uint8]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			red, green, blue, _ := picture.At(x, y).RGBA()
			count[[3]uint8{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8)}]++
		}
	}
	for i, least := range []int{5000, 2000} {
		if c := palette[i]; count[[3]uint8{c.R, c.G, c.B}] < least {
			t.Errorf("colour %d: %d points", i, count[[3]uint8{c.R, c.G, c.B}])
		}
	}
	if err := Write(io.Discard, "gif", 1, 1); err == nil {
		t.Error("an unknown format is written")
	}
	if err := Write(io.Discard, "svg", 1, 1, &Plot{Curves: []Curve{{X: []float64{1}}}}); err == nil {
		t.Error("a curve without values is drawn")
	}
}
