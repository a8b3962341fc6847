// Package plot draws curves and bars over axes into SVG and PNG. All lengths are in points, 1/72 inch, y down.
package plot

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Formats are the formats of pictures.
var Formats = []string{"svg", "png"}

// Curve is a named row of values, or the bars of a colour. A value that is not finite breaks the line.
type Curve struct {
	Name string
	X, Y []float64 // bars take their X from the names of the plot
}

// Plot is a picture of curves, or of bars where it has names.
type Plot struct {
	Title, X, Y string // words at the axes, with units
	Curves      []Curve
	// Names stand below groups of bars, one bar of each curve.
	Names []string
	// Low and High bound the axis of values. The data do where Low is not below High.
	Low, High float64
	// Zero has the axis of values of the data begin at 0. Bars always do.
	Zero bool
	// First is the number of the colour of the first curve.
	First int
}

// palette has colours that differ also without red or green (Wong 2011).
var palette = []color.NRGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {120, 94, 0, 255}, {90, 90, 90, 255},
}

var (
	ink  = color.NRGBA{0, 0, 0, 255}
	grid = color.NRGBA{210, 210, 210, 255}
)

// Sizes of the parts of a plot.
const (
	labelSize = 10.0
	titleSize = 12.0
	tickSize  = 4.0
	lineWidth = 1.3
	barShare  = 0.8 // of the width of a group, for its bars
)

// canvas draws shapes of one colour.
type canvas interface {
	fill(x, y, width, height float64, c color.NRGBA)
	line(points []Point, width float64, c color.NRGBA)
	// text draws a line of text from a position on its baseline; anchor is the share of its length before that
	// position. Upright text runs from below to above.
	text(x, y float64, text string, size, anchor float64, upright bool)
	writeTo(w io.Writer) error
}

// Point is a position.
type Point struct{ X, Y float64 }

// The size of a plot in a file of its own: 18 by 10 cm.
const (
	pageWidth  = 510
	pageHeight = 283
)

// Save writes a plot into a file, whose ending says its format.
func Save(file string, p *Plot) error {
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	err = Write(f, strings.TrimPrefix(filepath.Ext(file), "."), pageWidth, pageHeight, p)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("plot: %s: %w", file, err)
	}
	return nil
}

// Write writes plots one below the other, each of a width and height, in one of Formats.
func Write(w io.Writer, format string, width, height float64, plots ...*Plot) error {
	for _, p := range plots {
		for i := range p.Curves {
			c := &p.Curves[i]
			positions := len(c.X)
			if p.Names != nil {
				positions = len(p.Names)
			}
			if len(c.Y) != positions {
				return fmt.Errorf("curve %s has %d values at %d", c.Name, len(c.Y), positions)
			}
		}
	}
	total := height * float64(max(len(plots), 1))
	var c canvas
	switch format {
	case "svg":
		c = newSVG(width, total)
	case "png":
		c = newRaster(width, total)
	default:
		return fmt.Errorf("plot format %q: must be one of %v", format, Formats)
	}
	drawAll(c, width, height, plots)
	return c.writeTo(w)
}

// drawAll draws plots with axes below one another.
func drawAll(c canvas, width, height float64, plots []*Plot) {
	scales := make([]axis, len(plots))
	left := 0.0
	for i, p := range plots {
		scales[i] = p.values()
		for _, t := range scales[i].ticks {
			left = max(left, Width(scales[i].label(t), labelSize, Regular))
		}
	}
	for i, p := range plots {
		f := frame{axis: scales[i], top: float64(i)*height + 8, left: left + 14, right: width - 22}
		f.bottom = f.top - 8 + height - 20
		if p.Y != "" {
			f.left += 14
		}
		if p.Title != "" {
			f.top += titleSize + 4
		}
		if p.X != "" {
			f.bottom -= 14
		}
		p.draw(c, &f, float64(i+1)*height)
	}
}

// axis is a range of numbers with the positions of its ticks.
type axis struct {
	low, high, step float64
	ticks           []float64
}

// newAxis has ticks at multiples of 1, 2 or 5 times a power of ten.
func newAxis(low, high float64) axis {
	if !(low < high) {
		pad := max(1, math.Abs(low)/1000)
		low, high = low-pad, high+pad
	}
	a := axis{low: low, high: high}
	raw := high/6 - low/6
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, k := range []float64{1, 2, 5, 10} {
		a.step = k * power
		if a.step >= raw {
			break
		}
	}
	for k := math.Ceil(low/a.step - 1e-9); k*a.step <= high+1e-9*a.step && len(a.ticks) < 20; k++ {
		a.ticks = append(a.ticks, k*a.step+0) // no -0
	}
	return a
}

// label is the number at a tick, with enough digits to differ from its neighbours.
func (a *axis) label(v float64) string {
	digits := 1 + int(math.Ceil(math.Log10(max(math.Abs(a.low), math.Abs(a.high))/a.step)))
	return strconv.FormatFloat(v, 'g', max(digits, 6), 64)
}

// share is the position of a number within the range, 0 to 1. Halves keep the differences of large numbers finite.
func (a *axis) share(v float64) float64 { return (v/2 - a.low/2) / (a.high/2 - a.low/2) }

// values is the axis of the values.
func (p *Plot) values() axis {
	if p.Low < p.High {
		return newAxis(p.Low, p.High)
	}
	low, high := math.Inf(1), math.Inf(-1)
	if p.Zero || p.Names != nil {
		low, high = 0, 0
	}
	return p.around(low, high, func(c *Curve) []float64 { return c.Y })
}

// around is an axis for a range widened by the finite numbers of the curves; from 0 to 1 without any.
func (p *Plot) around(low, high float64, numbers func(*Curve) []float64) axis {
	for i := range p.Curves {
		for _, v := range numbers(&p.Curves[i]) {
			if finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low > high {
		low, high = 0, 1
	}
	return newAxis(low, high)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// frame is the area between the axes.
type frame struct {
	axis
	top, left, right, bottom float64
}

func (f *frame) y(v float64) float64 { return f.bottom - f.share(v)*(f.bottom-f.top) }

// draw draws a plot into its frame; its words at the lower axis stand above the end.
func (p *Plot) draw(c canvas, f *frame, end float64) {
	center := (f.left + f.right) / 2
	c.text(center, f.top-6, p.Title, titleSize, 0.5, false)
	c.text(center, end-6, p.X, labelSize, 0.5, false)
	c.text(12, (f.top+f.bottom)/2, p.Y, labelSize, 0.5, true)
	for _, v := range f.ticks {
		y := f.y(v)
		c.line([]Point{{f.left, y}, {f.right, y}}, 0.5, grid)
		c.text(f.left-tickSize-2, y+0.36*labelSize, f.label(v), labelSize, 1, false)
	}
	if p.Names != nil {
		p.bars(c, f)
	} else {
		p.lines(c, f)
	}
	c.line([]Point{{f.left, f.top}, {f.left, f.bottom}, {f.right, f.bottom}}, 0.75, ink)
	y := f.top + 4
	for i := range p.Curves {
		if p.Curves[i].Name == "" {
			continue
		}
		c.fill(f.left+6, y+3, 14, 4, p.colour(i))
		c.text(f.left+24, y+0.36*labelSize+5, p.Curves[i].Name, labelSize, 0, false)
		y += labelSize + 3
	}
}

func (p *Plot) colour(i int) color.NRGBA { return palette[(p.First+i)%len(palette)] }

// lines draws the curves and the axis below them.
func (p *Plot) lines(c canvas, f *frame) {
	across := p.around(math.Inf(1), math.Inf(-1), func(c *Curve) []float64 { return c.X })
	at := func(v float64) float64 { return f.left + across.share(v)*(f.right-f.left) }
	for _, v := range across.ticks {
		x := at(v)
		c.line([]Point{{x, f.top}, {x, f.bottom}}, 0.5, grid)
		c.text(x, f.bottom+tickSize+labelSize, across.label(v), labelSize, 0.5, false)
	}
	for i := range p.Curves {
		curve := &p.Curves[i]
		Break(curve.X, curve.Y, func(x, y float64) Point { return Point{at(x), f.y(y)} }, func(points []Point) {
			for _, run := range clip(points, f.top, f.bottom) {
				c.line(run, lineWidth, p.colour(i))
			}
		})
	}
}

// Break calls draw with each run of finite values, as points.
func Break(x, y []float64, at func(x, y float64) Point, draw func([]Point)) {
	var run []Point
	for k := range y {
		if finite(x[k]) && finite(y[k]) {
			run = append(run, at(x[k], y[k]))
			continue
		}
		draw(run)
		run = nil
	}
	draw(run)
}

// clip cuts a line at two heights and returns the pieces between them.
func clip(points []Point, top, bottom float64) (runs [][]Point) {
	var run []Point
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		if max(a.Y, b.Y) < top || min(a.Y, b.Y) > bottom {
			continue
		}
		from, to := within(a, b, top, bottom), within(b, a, top, bottom)
		if len(run) == 0 || run[len(run)-1] != from {
			if len(run) > 0 {
				runs = append(runs, run)
			}
			run = []Point{from}
		}
		run = append(run, to)
	}
	if len(run) > 0 {
		runs = append(runs, run)
	}
	return runs
}

// within is the first point between two heights on the line from a to b, which has such points.
func within(a, b Point, top, bottom float64) Point {
	y := min(max(a.Y, top), bottom)
	if y == a.Y {
		return a
	}
	return Point{a.X + (b.X-a.X)*(y-a.Y)/(b.Y-a.Y), y}
}

// bars draws a bar of each curve above each name.
func (p *Plot) bars(c canvas, f *frame) {
	group := (f.right - f.left) / float64(len(p.Names))
	width := group * barShare / float64(max(len(p.Curves), 1))
	size := labelSize
	for _, name := range p.Names {
		size = min(size, labelSize*(group-4)/max(Width(name, labelSize, Regular), 1))
	}
	for k, name := range p.Names {
		middle := f.left + (float64(k)+0.5)*group
		c.text(middle, f.bottom+tickSize+labelSize, name, size, 0.5, false)
		for i := range p.Curves {
			v := p.Curves[i].Y[k]
			if !finite(v) {
				continue
			}
			zero, y := f.y(min(max(0, f.low), f.high)), f.y(min(max(v, f.low), f.high))
			x := middle + width*(float64(i)-float64(len(p.Curves))/2)
			c.fill(x, min(y, zero), width, math.Abs(y-zero), p.colour(i))
		}
	}
}
