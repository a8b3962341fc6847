//go:build !js

package curves

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// palette has colours that differ also without red or green.
var palette = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255},
	color.RGBA{86, 180, 233, 255}, color.RGBA{120, 94, 0, 255}, color.RGBA{90, 90, 90, 255},
}

// panelWidth and panelHeight are the size of the plot of one quantity.
const (
	panelWidth  = 20 * vg.Centimeter
	panelHeight = 6 * vg.Centimeter
)

// draw draws the quantities one below the other, each with an axis of its own, over the same time.
func (t *Table) draw(w io.Writer, format string) error {
	plots := make([][]*plot.Plot, len(t.Columns))
	for i := range t.Columns {
		p, err := t.panel(i)
		if err != nil {
			return err
		}
		plots[i] = []*plot.Plot{p}
	}
	height := panelHeight * vg.Length(max(len(plots), 1))
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	if format == "svg" {
		canvas = vgsvg.New(panelWidth, height)
	} else {
		canvas = vgimg.PngCanvas{Canvas: vgimg.New(panelWidth, height)}
	}
	tiles := draw.Tiles{Rows: max(len(plots), 1), Cols: 1, PadTop: vg.Points(4), PadBottom: vg.Points(4), PadLeft: vg.Points(4), PadRight: vg.Points(10), PadY: vg.Points(8)}
	if len(plots) > 0 {
		cells := plot.Align(plots, tiles, draw.New(canvas))
		for i := range plots {
			plots[i][0].Draw(cells[i][0])
		}
	}
	_, err := canvas.WriteTo(w)
	return err
}

// panel is the plot of a quantity.
func (t *Table) panel(i int) (*plot.Plot, error) {
	c := &t.Columns[i]
	p := plot.New()
	if p.Y.Label.Text = c.label(); i == 0 {
		p.Title.Text = t.Title
	}
	if i == len(t.Columns)-1 {
		p.X.Label.Text = "time [s]"
	}
	p.Add(plotter.NewGrid())
	var points plotter.XYs
	for k, v := range c.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			points = append(points, plotter.XY{X: t.Times[k], Y: v})
		}
	}
	if len(points) == 0 {
		return p, nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = palette[i%len(palette)], vg.Points(1.2)
	p.Add(line)
	return p, nil
}
