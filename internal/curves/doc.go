// Package curves writes quantities over the steps of a simulation for other programs: as CSV, as a picture (PNG, SVG),
// or as MCAP, which Foxglove and PlotJuggler open.
package curves
