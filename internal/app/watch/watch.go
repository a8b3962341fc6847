// Package watch keeps what a user watches in the window: the newest values of some meters, step by step, and a
// condition that stops time when it holds.
package watch

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"tumble/engine/timestep"
	"tumble/internal/curves"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Length is the number of values of a curve, MostMeters the most meters that can be watched.
const (
	Length     = 2048
	MostMeters = 8
)

// Curve has the newest values of a meter, the oldest at Next once it is full.
type Curve struct {
	Meter *meter.Meter
	Data  [Length]float32
	Step  [Length]int32 // in which the values were taken
	Next  int
	Count int
	Last  float64
	// track has the values by tick of the history, over all branches: NaN where none was taken
	track []float32
}

// Watch is the set of watched quantities. The zero value watches nothing.
type Watch struct {
	curves    []*Curve
	set       *meter.Set
	values    []float64
	condition *meter.Condition
	held      bool
	subSteps  int // meters of sub-steps that the world measures for this watch
	// truth is the error against the exact solution beside the world, nil for none
	truth func() float64
	// sampled says at which steps the curves take a value; hertz is its rate, 0 for every step
	sampled timestep.Periodic
	hertz   int64
	// steps has the step of the session for each tick of the history
	steps []int32
	marks []Mark
}

// Mark is a change of a parameter.
type Mark struct {
	// Step is the first step with the new value.
	Step int32
	// Text is the label on a plot: gravity.y = -3.
	Text string

	key string
}

// mostMarks is the number of changes that are kept. Changes of a parameter within sameGesture (steps) are one mark, as
// a drag of a slider makes many.
const (
	mostMarks   = 64
	sameGesture = 40
)

// Marks are the newest changes of parameters, the oldest first.
func (w *Watch) Marks() []Mark { return w.marks }

// Changed notes that a parameter has another value from a step on.
func (w *Watch) Changed(step int32, key, value string) {
	// later marks belong to a future that the session has left
	w.marks = slices.DeleteFunc(w.marks, func(m Mark) bool { return m.Step > step })
	if n := len(w.marks); n > 0 && w.marks[n-1].key == key && step-w.marks[n-1].Step < sameGesture {
		w.marks[n-1].Text = key + " = " + value
		return
	}
	if len(w.marks) == mostMarks {
		w.marks = slices.Delete(w.marks, 0, 1)
	}
	w.marks = append(w.marks, Mark{step, key + " = " + value, key})
}

// Curves returns the curves of the watched meters, in the order in which they were added.
func (w *Watch) Curves() []*Curve { return w.curves }

// Meters returns the watched meters.
func (w *Watch) Meters() []*meter.Meter {
	if w.set == nil {
		return nil
	}
	return w.set.Meters()
}

// Watches reports whether a meter is watched.
func (w *Watch) Watches(m *meter.Meter) bool {
	return slices.ContainsFunc(w.curves, func(c *Curve) bool { return c.Meter.Key == m.Key })
}

// Toggle watches a meter, or no longer watches it; it reports false where there is no room for the meter.
func (w *Watch) Toggle(m *meter.Meter) bool {
	if i := slices.IndexFunc(w.curves, func(c *Curve) bool { return c.Meter.Key == m.Key }); i >= 0 {
		w.curves = slices.Delete(w.curves, i, i+1)
	} else if len(w.curves) == MostMeters {
		return false
	} else {
		w.curves = append(w.curves, &Curve{Meter: m})
	}
	w.measure()
	return true
}

// measure measures the meters of the curves from now on.
func (w *Watch) measure() {
	meters := make([]*meter.Meter, len(w.curves))
	for i, c := range w.curves {
		meters[i] = c.Meter
	}
	w.set = meter.NewSet(meters)
	w.set.Truth = w.truth
}

// Compare measures the error against an exact solution beside the world from now on; nil ends the comparison.
func (w *Watch) Compare(truth func() float64) {
	w.truth = truth
	if w.set != nil {
		w.set.Truth = truth
	}
}

// Rates are the possible rates of values of the curves (Hz of simulated time), 0 for a value after every step. A curve
// of Length values at 1 Hz reaches back half an hour.
var Rates = []int64{0, 100, 10, 1}

// Rate is the rate of values of the curves (Hz), 0 for a value after every step.
func (w *Watch) Rate() int64 { return w.hertz }

// SetRate makes the curves take values at a rate of their own (Hz) from a time of the simulation (ns) on; they begin
// anew.
func (w *Watch) SetRate(hertz, now int64) error {
	w.hertz = hertz
	for _, c := range w.curves {
		c.clear()
	}
	if hertz == 0 {
		return nil
	}
	var err error
	if w.sampled, err = timestep.AtRate(hertz); err == nil {
		w.sampled.Reset(now)
	}
	return err
}

// Condition is the condition that stops time, nil for none.
func (w *Watch) Condition() *meter.Condition { return w.condition }

// StopWhere stops time at the next step where a condition holds; an empty text takes the condition away. The error
// says what is wrong with the text.
func (w *Watch) StopWhere(text string, world *physics.World, scene *scenes.Scene) error {
	w.condition, w.held = nil, false
	if text == "" {
		return nil
	}
	c, err := meter.Compile(text)
	if err == nil {
		err = c.Bind(world, scene)
	}
	if err != nil {
		return err
	}
	w.condition = c
	return nil
}

// Restart begins anew in another world. It removes a condition that names a missing body, and returns an error.
func (w *Watch) Restart(world *physics.World, scene *scenes.Scene) error {
	for _, c := range w.curves {
		c.clear()
		// quantities that the world lacks measure no number
		_ = c.Meter.Bind(world, scene)
	}
	w.measure()
	w.marks = w.marks[:0]
	w.sampled.Reset(0)
	w.held = false
	if w.condition == nil {
		return nil
	}
	err := w.condition.Bind(world, scene)
	if err != nil {
		w.condition = nil
	}
	return err
}

// Begin switches on the measurements that the watched meters need in the next step of the world, and switches off
// residuals that no meter needs, as residuals cost time.
func (w *Watch) Begin(world *physics.World) {
	wanted := 0
	if w.set != nil {
		wanted = w.set.SubSteps()
	}
	if w.condition != nil {
		wanted = max(wanted, w.condition.SubSteps())
	}
	if wanted < w.subSteps {
		world.MeasureResiduals(0)
	}
	if wanted > 0 {
		world.MeasureResiduals(wanted)
	}
	w.subSteps = wanted
	// a ledger stays open, as others may read it
	if w.set != nil && w.set.Ledger() || w.condition != nil && w.condition.Ledger() {
		world.KeepEnergyLedger(true)
	}
}

// After is the moment after a step.
func After(t timestep.TickTime) meter.Moment {
	return meter.Moment{Step: int(t.N), Time: float64(t.Ns) * 1e-9, Length: float64(t.Dt)}
}

// Step takes the values after a step, at the rate of SetRate; tick is the tick of the history. stop is a text for the
// user when the condition holds after this step and did not after the step before.
func (w *Watch) Step(world *physics.World, t timestep.TickTime, tick int) (stop string) {
	if len(w.curves) > 0 && (w.hertz == 0 || w.sampled.Due(t) > 0) {
		w.values = w.set.Measure(world, After(t), w.values[:0])
		w.steps = keep(w.steps, tick, int32(t.N), 0)
		for i, c := range w.curves {
			c.add(w.values[i], int32(t.N))
			c.track = keep(c.track, tick, float32(w.values[i]), nan)
		}
	}
	if w.condition == nil {
		return ""
	}
	holds := w.condition.Holds(world, After(t))
	if holds && !w.held {
		stop = fmt.Sprintf("step %d: %s", t.N, w.condition)
		if values := w.condition.Values(); values != "" {
			stop += ": " + values
		}
	}
	w.held = holds
	return stop
}

func (c *Curve) add(v float64, step int32) {
	c.Last = v
	c.Data[c.Next], c.Step[c.Next] = float32(v), step
	c.Next = (c.Next + 1) % Length
	c.Count = min(c.Count+1, Length)
}

// WatchesObject reports whether a quantity of a body, of two touching bodies, or of a joint is watched.
func (w *Watch) WatchesObject(a, b physics.Body, j physics.Joint, q *meter.Quantity) bool {
	for _, c := range w.curves {
		if c.Meter.Is(a, b, j, q) {
			return true
		}
	}
	return false
}

// Oldest is the step of the oldest value.
func (c *Curve) Oldest() int32 { return c.Step[c.at(c.Count-1)] }

// IndexOf is the index of the first value at or after a step, counted from the oldest value; Count for none.
func (c *Curve) IndexOf(step int32) int {
	return sort.Search(c.Count, func(i int) bool { return c.Step[c.at(c.Count-1-i)] >= step })
}

// at is the index of the value that is back values older than the newest.
func (c *Curve) at(back int) int { return (c.Next - 1 - back + 2*Length) % Length }

// Table returns the values of the curves for a file. Curves begin at different steps. hertz turns the steps of the
// curves into times.
func (w *Watch) Table(title string, hertz int) *curves.Table {
	t := &curves.Table{Title: title}
	var longest *Curve
	for _, c := range w.curves {
		t.Columns = append(t.Columns, curves.Column{Name: c.Meter.Key, Unit: c.Meter.Unit})
		if longest == nil || c.Count > longest.Count {
			longest = c
		}
	}
	if longest == nil {
		return t
	}
	for back := longest.Count - 1; back >= 0; back-- {
		step := int64(longest.Step[longest.at(back)])
		t.Steps, t.Times = append(t.Steps, step), append(t.Times, float64(step)/float64(max(hertz, 1)))
		for i, c := range w.curves {
			v := math.NaN()
			if back < c.Count {
				v = float64(c.Data[c.at(back)])
			}
			t.Columns[i].Values = append(t.Columns[i].Values, v)
		}
	}
	return t
}
