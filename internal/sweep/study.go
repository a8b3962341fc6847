package sweep

import (
	"errors"
	"time"

	"tumble/engine/param"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// ErrStudy is wrapped by errors about the contents of a study file.
var ErrStudy = errors.New("bad study")

// Study is a plan of simulations.
type Study struct {
	// Path is the file as it was given, Text its contents, Digest the hash of everything that the rows depend on.
	Path, Digest string
	Text         []byte
	// Title says in a few words what is studied.
	Title string
	// SceneName is the scene as in the file: a name of the library, or a file beside the study.
	SceneName string
	Scene     *scenes.Scene
	// Steps is the last step of a cell. Until, if not nil, ends it earlier.
	Steps int
	Until string
	// TimeLimit ends a cell that takes longer, 0 for no limit. Such a cell has no result.
	TimeLimit time.Duration
	// Seed is that of designs.
	Seed       uint64
	Parameters []Parameter
	Metrics    []Metric
	Guards     []Guard
	Repeat     Repeat
	Design     Design
	// Fit says how the study follows measured motion, if it does.
	Fit Fit

	// set are the values that all cells have, in the order of the file.
	set []fixed
}

// Metric is a number of a cell.
type Metric struct {
	Name, Unit string
	// Meter is measured after each step and reduced by one of meter.Reductions.
	Meter  *meter.Meter
	Reduce string
	// Until is a condition instead of a meter: the metric is the time (s) of the first step where it holds.
	Until string
}

// Guard is a condition that must hold after no step.
type Guard struct {
	Name, Breaks string
	// Stop ends the cell at the step where the guard rail breaks.
	Stop bool
}

// Repeat says how often each point of the design is simulated, and how its start varies: repetition n is variation n,
// so the first is the scene as it is.
type Repeat struct {
	Count int
	Start param.Start
}

// Fit are the settings of a fit.
type Fit struct {
	// Method is lm (Levenberg–Marquardt), cma (CMA-ES) or auto.
	Method string
	// Follow are the columns of the data and what they measure.
	Follow []Follow
	// Offset lets the time of the data be shifted by at most so much (s).
	Offset float64
}

// Stated reports whether the deviations of all measurements are given.
func (f *Fit) Stated() bool {
	for i := range f.Follow {
		if f.Follow[i].Deviation == 0 {
			return false
		}
	}
	return true
}

// Follow joins a column of the data to a quantity of the world.
type Follow struct {
	Column, Quantity string
	// Deviation is the standard deviation of the measurement, 0 if the residuals are to say.
	Deviation float64

	meter *meter.Meter
}

// Cells is the number of cells.
func (s *Study) Cells() int { return s.Design.Points() * s.Repeat.Count }
