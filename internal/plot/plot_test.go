package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTicks: a few round numbers within the range, each with a label of its own.
func TestTicks(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {-3, 7}, {0, 20}, {1e6, 1e6 + 1}, {2209, 2210.5}, {-1e-9, 1e-9}, {5, 5},
		{0, 0}, {-1.7e308, 1.7e308}, {1e300, 1e300}, {30, 240}} {
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

// TestClip: random lines are cut so that a point of them is drawn where it lies within the range, and only there; each
// piece ends at the border or where its line ends.
func TestClip(t *testing.T) {
	const top, bottom = 10, 30
	r := rand.New(rand.NewPCG(1, 1))
	pieces := 0
	for range 200 {
		line := make([]Point, 1+r.IntN(9))
		for i := range line {
			line[i] = Point{float64(r.IntN(40)), float64(5 * r.IntN(9))} // often at the border, level or upright
		}
		runs := clip(line, top, bottom)
		pieces += len(runs)
		for _, run := range runs {
			for _, p := range run {
				if p.Y < top || p.Y > bottom || apart(p, [][]Point{line}) > 1e-9 {
					t.Errorf("%v of %v is outside", p, line)
				}
			}
			first, last := run[0], run[len(run)-1]
			if first != line[0] && first.Y != top && first.Y != bottom ||
				last != line[len(line)-1] && last.Y != top && last.Y != bottom {
				t.Errorf("%v: a piece from %v to %v", line, first, last)
			}
		}
		for i := 1; i < len(line); i++ {
			for k := range 101 {
				p := line[i-1].to(line[i], float64(k)/100)
				if p.Y >= top && p.Y <= bottom && apart(p, runs) > 1e-9 {
					t.Errorf("%v of %v is not drawn in %v", p, line, runs)
				}
			}
		}
	}
	if pieces < 200 {
		t.Errorf("%d pieces", pieces)
	}
}

func (p Point) to(q Point, f float64) Point { return Point{p.X + f*(q.X-p.X), p.Y + f*(q.Y-p.Y)} }

// apart is the distance of a point from the nearest of some lines.
func apart(p Point, lines [][]Point) float64 {
	least := math.Inf(1)
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			x, y := b.X-a.X, b.Y-a.Y
			f := min(max(((p.X-a.X)*x+(p.Y-a.Y)*y)/max(x*x+y*y, 1e-300), 0), 1)
			q := a.to(b, f)
			least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
	}
	return least
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
	one := []Curve{{Y: []float64{1}}}
	if err := Write(io.Discard, "svg", 1, 1, &Plot{Names: []string{"a", "b"}, Curves: one}); err == nil {
		t.Error("one bar is drawn above two names")
	}
}

// shape is an element of an SVG.
type shape struct {
	XMLName   xml.Name
	X         float64 `xml:"x,attr"`
	Y         float64 `xml:"y,attr"`
	Width     float64 `xml:"width,attr"`
	Height    float64 `xml:"height,attr"`
	Size      float64 `xml:"font-size,attr"`
	Anchor    string  `xml:"text-anchor,attr"`
	Transform string  `xml:"transform,attr"`
	Fill      string  `xml:"fill,attr"`
	Stroke    string  `xml:"stroke,attr"`
	Points    string  `xml:"points,attr"`
	Text      string  `xml:",chardata"`
}

// shapes are the elements of a picture of plots.
func shapes(t *testing.T, width, height float64, plots ...*Plot) []shape {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "svg", width, height, plots...); err != nil {
		t.Fatal(err)
	}
	var picture struct {
		All []shape `xml:",any"`
	}
	if err := xml.Unmarshal(b.Bytes(), &picture); err != nil {
		t.Fatal(err)
	}
	return picture.All
}

// ruler reads values off an axis by the labels at its ticks, to a hundredth.
type ruler struct{ value, position []float64 }

func (r *ruler) mark(label string, position float64) {
	if v, err := strconv.ParseFloat(label, 64); err == nil {
		r.value, r.position = append(r.value, v), append(r.position, position)
	}
}

func (r *ruler) read(position float64) float64 {
	n := len(r.value) - 1
	v := r.value[0] + (position-r.position[0])*(r.value[n]-r.value[0])/(r.position[n]-r.position[0])
	return math.Round(100*v)/100 + 0 // no -0
}

// readCurve reads the pieces of the curve of a colour by the labels of the axes.
func readCurve(t *testing.T, p *Plot, colour int) (pieces [][]Point, x, y ruler) {
	t.Helper()
	all := shapes(t, 400, 200, p)
	for _, s := range all {
		switch s.Anchor {
		case "end":
			y.mark(s.Text, s.Y-0.36*s.Size)
		case "middle":
			x.mark(s.Text, s.X)
		}
	}
	for _, s := range all {
		if s.Stroke != hex(palette[colour]) {
			continue
		}
		var line []Point
		for _, pair := range strings.Fields(s.Points) {
			var p Point
			if _, err := fmt.Sscanf(pair, "%f,%f", &p.X, &p.Y); err != nil {
				t.Fatal(err)
			}
			line = append(line, Point{x.read(p.X), y.read(p.Y)})
		}
		pieces = append(pieces, line)
	}
	return pieces, x, y
}

// TestReadCurve reads the data off a curve by the labels of its axes. Larger values stand above and to the right. The
// curve has the first colour asked for, is cut at the bounds, and its axis begins at 0 on demand.
func TestReadCurve(t *testing.T) {
	curves := []Curve{{X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, math.NaN(), 4, 3}}}
	whole := [][]Point{{{0, 1}, {1, 2}}, {{3, 4}, {4, 3}}}
	for _, c := range []struct {
		plot   Plot
		want   [][]Point
		lowest float64 // label
	}{
		{Plot{}, whole, 1}, {Plot{Zero: true}, whole, 0}, {Plot{First: 3}, whole, 1},
		{Plot{Low: 1.5, High: 3.5}, [][]Point{{{0.5, 1.5}, {1, 2}}, {{3.5, 3.5}, {4, 3}}}, 1.5},
	} {
		c.plot.Curves = curves
		got, x, y := readCurve(t, &c.plot, c.plot.First)
		if !reflect.DeepEqual(got, c.want) || y.value[0] != c.lowest {
			t.Errorf("%v from %v on, want %v from %v on", got, y.value[0], c.want, c.lowest)
		}
		if y.position[0] <= y.position[1] || x.position[0] >= x.position[1] {
			t.Errorf("the axes run backwards: %v, %v", x, y)
		}
	}
}

// TestLabelsFit: the axes of plots below one another stand at one x, right of the widest label; long names below bars
// get small letters.
func TestLabelsFit(t *testing.T) {
	const width = 400.0
	names := []string{"a rather long name of one bar", "another name that is as long", "short", "shorter"}
	var axes []float64
	for _, s := range shapes(t, width, 200, &Plot{Y: "many", Low: 1e8, High: 1e8 + 5}, &Plot{Y: "few", Names: names}) {
		var x float64
		if n, _ := fmt.Sscanf(s.Points, "%f,", &x); n == 1 && s.Stroke == hex(ink) {
			axes = append(axes, x)
		}
		length := Width(s.Text, s.Size, Regular)
		if s.Anchor == "end" && s.X-length < 14 {
			t.Errorf("label %s begins at %g", s.Text, s.X-length)
		}
		if slices.Contains(names, s.Text) && length > width/float64(len(names)) {
			t.Errorf("name %s is %g long", s.Text, length)
		}
	}
	if len(axes) != 2 || axes[0] != axes[1] {
		t.Errorf("axes at %v", axes)
	}
}

// TestReadBars reads the values off the bars of the lower one of two plots: they begin at zero, stand around the names,
// and end at the border where their values do not.
func TestReadBars(t *testing.T) {
	const height = 200.0
	bars := &Plot{Title: "bars", X: "below", Y: "beside", Names: []string{"one", "two", "three"}, Low: -2, High: 4,
		Curves: []Curve{{Y: []float64{3, 9, -1}}, {Y: []float64{2, math.NaN(), -7}}}}
	all := shapes(t, 400, height, &Plot{}, bars)
	var y ruler
	middle := map[string]float64{}
	var words []string
	for _, s := range all {
		if s.Text == "" || s.Y < height {
			continue
		}
		if s.Anchor == "end" {
			y.mark(s.Text, s.Y-0.36*s.Size)
		}
		if slices.Contains(bars.Names, s.Text) {
			middle[s.Text] = s.X
		}
		words = append(words, s.Text)
		if (s.Text == "beside") != strings.HasPrefix(s.Transform, "rotate(-90 ") || s.Y > 2*height {
			t.Errorf("text %+v", s)
		}
	}
	for _, word := range []string{bars.Title, bars.X, bars.Y} {
		if !slices.Contains(words, word) {
			t.Errorf("no %s beside the bars", word)
		}
	}
	got := map[string][2]float64{} // where a bar begins and ends
	for _, s := range all {
		for i := range bars.Curves {
			for name, x := range middle {
				if s.Fill == hex(palette[i]) && math.Abs(s.X-x-s.Width*float64(i-1)) < 0.02 {
					got[fmt.Sprint(name, i)] = [2]float64{y.read(s.Y + s.Height), y.read(s.Y)}
				}
			}
		}
	}
	want := map[string][2]float64{"one0": {0, 3}, "one1": {0, 2}, "two0": {0, 4}, "three0": {-1, 0}, "three1": {-2, 0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRaster compares pixels with the shapes: a line and a rectangle cover what lies within them, and text stands on
// its baseline where its anchor says, upwards if it is upright.
func TestRaster(t *testing.T) {
	dark := func(r *raster, x, y int) bool { return r.picture.NRGBAAt(x, y).R < 128 }
	pixel := func(x, y int) Point { return Point{(float64(x) + 0.5) / scale, (float64(y) + 0.5) / scale} }
	line := []Point{{20, 30}, {60, 90}, {100, 20}, {120, 20}}
	const thick = 9.0
	r := newRaster(150, 120)
	r.line(line, thick, ink)
	r.fill(10, 100, 50, 10, ink)
	for y := range r.picture.Rect.Dy() {
		for x := range r.picture.Rect.Dx() {
			p := pixel(x, y)
			off := apart(p, [][]Point{line}) - thick/2
			box := max(10-p.X, p.X-60, 100-p.Y, p.Y-110)
			// a line ends, and bends, half its width later
			if in := min(off, box) < -0.8; in && !dark(r, x, y) || off > 2 && box > 0.8 && dark(r, x, y) {
				t.Fatalf("pixel at %v, %v from the line and %v from the box", p, off, box)
			}
		}
	}
	const word = "..W" // more ink at its end
	length := Width(word, 20, Regular)
	for _, anchor := range []float64{0, 0.5, 1} {
		for _, upright := range []bool{false, true} {
			r := newRaster(150, 120)
			r.text(70, 60, word, 20, anchor, upright)
			var along []float64
			for y := range r.picture.Rect.Dy() {
				for x := range r.picture.Rect.Dx() {
					if !dark(r, x, y) {
						continue
					}
					a, above := pixel(x, y).X-70, 60-pixel(x, y).Y
					if upright {
						a, above = above, -a
					}
					along = append(along, a+anchor*length)
					if above < -2 || above > 20 {
						t.Fatalf("anchor %v, upright %v: ink %v above the baseline", anchor, upright, above)
					}
				}
			}
			slices.Sort(along)
			if len(along) < 50 || along[0] < -1 || along[len(along)-1] > length+1 || along[len(along)/2] < length/2 {
				t.Errorf("anchor %v, upright %v: ink at %v of %v", anchor, upright, along, length)
			}
		}
	}
}
