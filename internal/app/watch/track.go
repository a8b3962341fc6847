package watch

import (
	"math"

	"tumble/engine/timestep"
	"tumble/physics"
)

var nan = float32(math.NaN())

// keep sets list[i] and fills what lies before it.
func keep[T any](list []T, i int, v, none T) []T {
	for len(list) <= i {
		list = append(list, none)
	}
	list[i] = v
	return list
}

// clear empties the curve; its past stays.
func (c *Curve) clear() { c.Next, c.Count, c.Last = 0, 0, 0 }

// Value is the value of a curve at a tick of the history.
func (c *Curve) Value(tick int) (v float64, ok bool) {
	if tick < 0 || tick >= len(c.track) || c.track[tick] != c.track[tick] {
		return 0, false
	}
	return float64(c.track[tick]), true
}

// Forget drops the past: another history begins.
func (w *Watch) Forget() {
	w.steps = w.steps[:0]
	for _, c := range w.curves {
		c.track = c.track[:0]
	}
}

// Moved shows the curves as of a tick of the history, at which the world now stands; before gives the tick before a
// tick. A condition that holds there counts as held: it stops time where it begins to hold again.
func (w *Watch) Moved(world *physics.World, t timestep.TickTime, tick int, before func(int) int) {
	for _, c := range w.curves {
		c.follow(w.steps, tick, before)
	}
	w.sampled.Reset(t.Ns)
	if w.condition == nil {
		return
	}
	// a body of the condition may not be there yet
	w.held = w.condition.Bind(world, nil) == nil && w.condition.Holds(world, After(t))
}

// follow fills the curve with its newest values up to a tick, back to where the steps were counted anew.
func (c *Curve) follow(steps []int32, tick int, before func(int) int) {
	c.clear()
	next := int32(math.MaxInt32)
	i := Length
	for n := tick; n > 0 && i > 0; n = before(n) {
		if n >= len(c.track) || c.track[n] != c.track[n] {
			continue
		}
		if steps[n] >= next {
			break
		}
		next = steps[n]
		i--
		c.Data[i], c.Step[i] = c.track[n], steps[n]
	}
	c.Count = Length - i
	copy(c.Data[:], c.Data[i:])
	copy(c.Step[:], c.Step[i:])
	c.Next = c.Count % Length
	if c.Count > 0 {
		c.Last = float64(c.Data[c.Count-1])
	}
}
