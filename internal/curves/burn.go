//go:build !js

package curves

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
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
		c := burntCanvas(size.X, high)
		// a line that is too long gets smaller letters
		face := faceOf(text)
		if width := face.Width(line).Points(); width > float64(size.X)-text {
			face = faceOf(text * (float64(size.X) - text) / width)
		}
		c.SetColor(burntInk)
		c.FillString(face, vg.Point{X: vg.Length(text / 2), Y: vg.Length(0.45 * text)}, line)
		paste(picture, c, image.Pt(0, size.Y-high))
	}
	wide, high := int(burntWidth*float64(size.X)), int(burntStrip*float64(size.Y))
	for i := range t.Columns {
		if wide > 0 && high > 0 {
			paste(picture, t.strip(i, wide, high, text, seconds), image.Pt(0, i*high))
		}
	}
}

// burntCanvas is a canvas of pixels, one a point.
func burntCanvas(width, height int) *vgimg.Canvas {
	size := vgimg.UseWH(vg.Length(width), vg.Length(height))
	return vgimg.NewWith(size, vgimg.UseDPI(72), vgimg.UseBackgroundColor(burntGround))
}

func faceOf(size float64) font.Face {
	return font.DefaultCache.Lookup(font.Font{Typeface: "Liberation", Variant: "Mono"}, vg.Length(size))
}

// paste lays a canvas over a picture.
func paste(picture *image.NRGBA, c *vgimg.Canvas, at image.Point) {
	img := c.Image()
	draw.Draw(picture, img.Bounds().Add(at), img, img.Bounds().Min, draw.Over)
}

// strip is the curve of a quantity with its name and its newest value. The axis of the values holds all so far.
func (t *Table) strip(i, width, height int, text, seconds float64) *vgimg.Canvas {
	c, column := burntCanvas(width, height), &t.Columns[i]
	low, high := math.Inf(1), math.Inf(-1)
	newest := math.NaN()
	for _, v := range column.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high, newest = min(low, v), max(high, v), v
		}
	}
	head := column.Name
	if !math.IsNaN(newest) {
		head = fmt.Sprintf("%s %.4g %s", column.Name, newest, column.Unit)
	}
	top := float64(height) - 1.4*text
	c.SetColor(burntInk)
	c.FillString(faceOf(text), vg.Point{X: vg.Length(text / 2), Y: vg.Length(top + 0.3*text)}, head)
	if !(high > low) {
		high, low = high+1, low-1
	}
	var path vg.Path
	pen := false
	for k, v := range column.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			pen = false
			continue
		}
		at := vg.Point{
			X: vg.Length(float64(width) * t.Times[k] / max(seconds, 1e-9)),
			Y: vg.Length(0.2*text + (top-0.4*text)*(v-low)/(high-low)),
		}
		if pen {
			path.Line(at)
		} else {
			path.Move(at)
		}
		pen = true
	}
	c.SetColor(burntLine)
	c.SetLineWidth(vg.Length(max(text/9, 1)))
	c.Stroke(path)
	return c
}
