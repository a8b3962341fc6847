package curves

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"tumble/internal/plot"
)

// The layout of curves and text in a picture, in shares of its height and width.
const (
	burntText  = 1.0 / 36
	burntStrip = 0.12
	burntWidth = 0.4
)

var (
	burntGround = color.NRGBA{16, 19, 23, 190}
	burntInk    = color.NRGBA{236, 240, 244, 255}
	burntLine   = color.NRGBA{120, 190, 255, 255}
)

// Burn draws the curves of the table up to now into the upper left of a picture, over so many seconds that the axis
// has, and a line of text at its lower edge. Either may be empty.
func (t *Table) Burn(picture *image.NRGBA, seconds float64, line string) {
	size := picture.Bounds().Size()
	text := max(burntText*float64(size.Y), 9)
	if line != "" {
		high := int(math.Ceil(1.5 * text))
		part := ground(picture, image.Rect(0, size.Y-high, size.X, size.Y))
		letters := text
		// a line that is too long gets smaller letters
		if width := plot.Width(line, text, plot.Mono); width > float64(size.X)-text {
			letters = text * (float64(size.X) - text) / width
		}
		plot.Text(part, plot.Point{X: text / 2, Y: float64(size.Y) - 0.45*text}, line, letters, plot.Mono, burntInk)
	}
	wide, high := int(burntWidth*float64(size.X)), int(burntStrip*float64(size.Y))
	for i := range t.Columns {
		if wide > 0 && high > 0 {
			t.Columns[i].strip(ground(picture, image.Rect(0, i*high, wide, (i+1)*high)), t.Times, text, seconds)
		}
	}
}

// ground darkens a part of a picture and returns the part.
func ground(picture *image.NRGBA, r image.Rectangle) *image.NRGBA {
	part := picture.SubImage(r).(*image.NRGBA)
	draw.Draw(part, part.Rect, image.NewUniform(burntGround), image.Point{}, draw.Over)
	return part
}

// strip draws the curve of a quantity with its name and its newest value. The axis of the values holds all so far.
func (c *Column) strip(part *image.NRGBA, times []float64, text, seconds float64) {
	low, high := math.Inf(1), math.Inf(-1)
	newest := math.NaN()
	for _, v := range c.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high, newest = min(low, v), max(high, v), v
		}
	}
	head := c.Name
	if !math.IsNaN(newest) {
		head = fmt.Sprintf("%s %.4g %s", c.Name, newest, c.Unit)
	}
	top, bottom := float64(part.Rect.Min.Y)+1.4*text, float64(part.Rect.Max.Y)-0.2*text
	plot.Text(part, plot.Point{X: text / 2, Y: top - 0.3*text}, head, text, plot.Mono, burntInk)
	if !(high > low) {
		high, low = high+1, low-1
	}
	at := func(time, v float64) plot.Point {
		x := float64(part.Rect.Dx()) * time / max(seconds, 1e-9)
		return plot.Point{X: x, Y: bottom - (bottom-top-0.2*text)*(v-low)/(high-low)}
	}
	plot.Break(times, c.Values, at, func(run []plot.Point) { plot.Line(part, run, max(text/9, 1), burntLine) })
}
