package lab

import (
	"math"
	"slices"

	"tumble/internal/plot"
)

// PlotBreaking draws the longest stable steps into a file, whose ending says its format: for each scene a bar a
// strategy.
func PlotBreaking(file string, list []Breaking) error {
	p := &plot.Plot{Title: "Longest stable step", Y: "log10 of the step in ms", High: 4}
	for _, r := range list {
		i := slices.IndexFunc(p.Curves, func(c plot.Curve) bool { return c.Name == r.Strategy })
		if i < 0 {
			i = len(p.Curves)
			p.Curves = append(p.Curves, plot.Curve{Name: r.Strategy})
		}
		if !slices.Contains(p.Names, r.Scene) {
			p.Names = append(p.Names, r.Scene)
		}
		// without a stable step there is no bar
		p.Curves[i].Y = append(p.Curves[i].Y, math.Log10(max(r.Stable*1000, 1)))
	}
	return plot.Save(file, p)
}
