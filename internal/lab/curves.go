package lab

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Curve is a named line of a picture.
type Curve struct {
	Name string
	X, Y []float64
}

// SaveCurves draws curves over one another into a file, whose ending says its format.
func SaveCurves(file, title, x, y string, curves []Curve) error {
	p := newPlot(title, x, y)
	p.Y.Min = 0
	for i, c := range curves {
		if len(c.X) != len(c.Y) || len(c.X) == 0 {
			return fmt.Errorf("lab: plot %s: curve %s has %d and %d coordinates", file, c.Name, len(c.X), len(c.Y))
		}
		points := make(plotter.XYs, len(c.X))
		for k := range points {
			points[k].X, points[k].Y = c.X[k], c.Y[k]
		}
		if err := addLine(p, i, c.Name, points); err != nil {
			return err
		}
	}
	if err := p.Save(18*vg.Centimeter, 10*vg.Centimeter, file); err != nil {
		return fmt.Errorf("lab: plot %s: %w", file, err)
	}
	return nil
}
