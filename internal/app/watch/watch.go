// Package watch keeps what a user watches in the window: the newest values of some meters, step by step, and a condition that
// stops time when it holds.
package watch

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"tumble/internal/meter"
	"tumble/physics"
)

// Length is how many steps a curve reaches back, MostMeters how many meters can be watched.
const (
	Length     = 2048
	MostMeters = 8
)

// Curve has the newest values of a meter, the oldest at Next once it is full.
type Curve struct {
	Meter *meter.Meter
	Data  [Length]float32
	Next  int
	Count int
	Last  float64
}

// Watch is what is watched. The zero value watches nothing.
type Watch struct {
	curves    []*Curve
	set       *meter.Set
	values    []float64
	condition *meter.Condition
	held      bool
}

// Curves are those of the meters that are watched, in the order in which they were added.
func (w *Watch) Curves() []*Curve { return w.curves }

// Watches reports whether a meter is watched.
func (w *Watch) Watches(m *meter.Meter) bool {
	return slices.ContainsFunc(w.curves, func(c *Curve) bool { return c.Meter == m })
}

// Toggle watches a meter or ends that; it reports whether there is room for another.
func (w *Watch) Toggle(m *meter.Meter) bool {
	if i := slices.IndexFunc(w.curves, func(c *Curve) bool { return c.Meter == m }); i >= 0 {
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
}

// Condition is the condition that stops time, nil for none.
func (w *Watch) Condition() *meter.Condition { return w.condition }

// StopWhere stops time at the next step where a condition holds; an empty text takes the condition away. The error says what is
// wrong with the text.
func (w *Watch) StopWhere(text string, world *physics.World) error {
	w.condition, w.held = nil, false
	if text == "" {
		return nil
	}
	c, err := meter.Compile(text)
	if err == nil {
		err = c.Bind(world)
	}
	if err != nil {
		return err
	}
	w.condition = c
	return nil
}

// Restart begins anew in another world. A condition that names a body which is not there is taken away with an error.
func (w *Watch) Restart(world *physics.World) error {
	for _, c := range w.curves {
		*c = Curve{Meter: c.Meter}
	}
	w.measure()
	w.held = false
	if w.condition == nil {
		return nil
	}
	err := w.condition.Bind(world)
	if err != nil {
		w.condition = nil
	}
	return err
}

// Step takes the values after a step, which ended at time (s). stop is a text for the user when the condition holds and did not
// after the step before.
func (w *Watch) Step(world *physics.World, step int, time float64) (stop string, err error) {
	if len(w.curves) > 0 {
		w.values = w.set.Measure(world, w.values[:0])
		for i, c := range w.curves {
			c.add(w.values[i])
		}
	}
	if w.condition == nil {
		return "", nil
	}
	holds, err := w.condition.Holds(world, step, time)
	if err != nil {
		w.condition = nil
		return "", err
	}
	if holds && !w.held {
		stop = fmt.Sprintf("step %d: %s", step, w.condition)
		if values := w.condition.Values(); values != "" {
			stop += ": " + values
		}
	}
	w.held = holds
	return stop, nil
}

func (c *Curve) add(v float64) {
	c.Last = v
	c.Data[c.Next] = float32(v)
	c.Next = (c.Next + 1) % Length
	c.Count = min(c.Count+1, Length)
}

// at is the value that is back steps old, 0 the newest.
func (c *Curve) at(back int) float32 { return c.Data[(c.Next-1-back+2*Length)%Length] }

// WriteCSV writes the curves as a table up to the step done last: a curve that was begun later has empty cells before.
func (w *Watch) WriteCSV(out io.Writer, last int) error {
	b := bufio.NewWriter(out)
	fmt.Fprint(b, "step")
	most := 0
	for _, c := range w.curves {
		fmt.Fprintf(b, ",%s", c.Meter.Key)
		if c.Meter.Unit != "" {
			fmt.Fprintf(b, " [%s]", c.Meter.Unit)
		}
		most = max(most, c.Count)
	}
	fmt.Fprintln(b)
	for back := most - 1; back >= 0; back-- {
		fmt.Fprint(b, last-back)
		for _, c := range w.curves {
			if back >= c.Count {
				fmt.Fprint(b, ",")
				continue
			}
			fmt.Fprintf(b, ",%g", c.at(back))
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
