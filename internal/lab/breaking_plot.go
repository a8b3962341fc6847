package lab

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// PlotBreaking draws the longest stable steps into a file, whose ending says its format: a line of points for each scene, the
// strategies side by side.
func PlotBreaking(file string, list []Breaking) error {
	p := newPlot("longest stable step", "", "log10 of the step in ms")
	var names []string
	column := map[string]float64{}
	lines := map[string]plotter.XYs{}
	var order []string
	for _, r := range list {
		if _, ok := column[r.Strategy]; !ok {
			column[r.Strategy] = float64(len(names))
			names = append(names, r.Strategy)
		}
		if _, ok := lines[r.Scene]; !ok {
			order = append(order, r.Scene)
		}
		if r.Stable > 0 {
			lines[r.Scene] = append(lines[r.Scene], plotter.XY{X: column[r.Strategy], Y: math.Log10(r.Stable * 1000)})
		}
	}
	for i, scene := range order {
		if len(lines[scene]) == 0 {
			continue
		}
		if err := addLine(p, i, scene, lines[scene]); err != nil {
			return err
		}
	}
	p.NominalX(names...)
	p.X.Tick.Label.Rotation = math.Pi / 4
	p.X.Tick.Label.XAlign = -1
	p.Y.Max = 3.6
	if err := p.Save(22*vg.Centimeter, 12*vg.Centimeter, file); err != nil {
		return fmt.Errorf("lab: plot %s: %w", file, err)
	}
	return nil
}
