package lab

import (
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
)

// PlotBreaking draws the longest stable steps into a file, whose ending says its format: for each scene a bar a
// strategy.
func PlotBreaking(file string, list []Breaking) error {
	p := newPlot("Longest stable step", "", "log10 of the step in ms")
	var names, scenes []string
	steps := map[string]plotter.Values{}
	for _, r := range list {
		if !slices.Contains(names, r.Strategy) {
			names = append(names, r.Strategy)
		}
		if !slices.Contains(scenes, r.Scene) {
			scenes = append(scenes, r.Scene)
		}
		// without a stable step there is no bar
		steps[r.Strategy] = append(steps[r.Strategy], math.Log10(max(r.Stable*1000, 1)))
	}
	for i, name := range names {
		if err := addBars(p, i, len(names), name, steps[name]); err != nil {
			return err
		}
	}
	p.NominalX(scenes...)
	p.Y.Min, p.Y.Max = 0, 4
	return savePlot(p, file)
}
