package ui

import (
	"math"
	"strconv"
)

// plotSteps are the steps along the horizontal axis of a plot.
type plotSteps struct {
	series *Series
	steps  []int32
	rate   float64
}

// there reports whether the samples have steps.
func (t *plotSteps) there() bool {
	return len(t.series.Data) > 1 && len(t.steps) >= len(t.series.Data)
}

// step is that of a sample; before the oldest and after the newest it is that of these.
func (t *plotSteps) step(i int) int32 {
	s := t.series
	i = min(max(i-s.Lead, 0), len(s.Data)-1)
	return t.steps[(s.Start+i)%len(s.Data)]
}

// append writes step and time of a sample.
func (t *plotSteps) append(b []byte, i int) []byte {
	step := t.step(i)
	b = strconv.AppendInt(append(b, "step "...), int64(step), 10)
	if t.rate > 0 {
		b = strconv.AppendFloat(append(b, ", "...), float64(step)/t.rate, 'f', 2, 64)
		b = append(b, " s"...)
	}
	return b
}

// tickWidth (units) is the least distance of two numbers of a horizontal axis.
const tickWidth = 70

// plotTimes draws the horizontal axis, its numbers below even times or steps, and the step now.
func (c *Context) plotTimes(f *plotFrame, t *plotSteps, now int32) {
	if !t.there() {
		return
	}
	rate := t.rate
	unit := " s"
	if rate <= 0 {
		rate, unit = 1, ""
	}
	first, last := int(math.Ceil(float64(f.from))), int(f.to)
	lo, hi := float64(t.step(first))/rate, float64(t.step(last))/rate
	size := max(roundStep((hi-lo)/float64(max(f.area.W/c.px(tickWidth), 1))), 1/rate)
	numbers := axisNumbersOf(lo, hi, size)
	for i, next := first, math.Ceil(lo/size-1e-6)*size; i <= last; i++ {
		step := t.step(i)
		x := round(f.x(float32(i)))
		if step == now && now > 0 {
			c.fill(Rect{x, f.area.Y, c.len.border, f.area.H}, c.Theme.Accent, 0)
		}
		if float64(step)/rate < next-1e-9 {
			continue
		}
		c.fill(Rect{x, f.area.Y, c.len.border, f.area.H}, c.Theme.Grid, 0)
		c.scratch = numbers.append(c.scratch[:0], next)
		c.scratch = append(c.scratch, unit...)
		at := Rect{x - c.px(tickWidth/2), f.area.bottom() + c.px(1), c.px(tickWidth), c.px(15)}
		if at.right() < f.area.right()+c.px(8) {
			c.textIn(at, AlignCentre, c.smallStyle(), c.Theme.TextDim, asString(c.scratch))
		}
		next = math.Floor(float64(step)/rate/size+1e-6)*size + size
	}
}
