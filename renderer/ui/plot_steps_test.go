package ui

import "testing"

// TestPlotChoosesSteps: a click on a plot with steps chooses the step under the cursor, also of a ring that has wrapped
// around and behind a lead; a drag, and a plot without steps, choose none.
func TestPlotChoosesSteps(t *testing.T) {
	const n, start = 101, 40
	data, steps := make([]float32, n), make([]int32, n)
	for i := range n {
		at := (start + i) % n
		data[at], steps[at] = float32(i), int32(1000+10*i)
	}
	for _, c := range []struct {
		name   string
		lead   int
		steps  []int32
		at     float32
		slide  float32
		want   int32
		chosen bool
	}{
		{"the middle", 0, steps, .5, 0, 1500, true},
		{"the end", 0, steps, .999, 0, 2000, true},
		{"before the oldest", 100, steps, .2, 0, 1000, true},
		{"behind a lead", 100, steps, .75, 0, 1500, true},
		{"a drag", 0, steps, .5, 40, 0, false},
		{"without steps", 0, nil, .5, 0, 0, false},
	} {
		step, chosen, p := int32(0), false, probe{}
		series := []Series{{Data: data, Start: start, Lead: c.lead}}
		b := newPanel(t, func(ui *Context) {
			if s, ok := ui.Plot("plot", series, PlotOptions{Steps: c.steps, Rate: 100, Now: 1500}); ok {
				step, chosen = s, true
			}
			p.at(ui, "plot")
		})
		r := p["plot"]
		x, y := r.X+axisWidth+(r.W-axisWidth-8)*c.at, r.Y+r.H/2
		b.dragTo(x, y, x+c.slide, y)
		if chosen != c.chosen || step < c.want-10 || step > c.want+10 {
			t.Errorf("%s: chose %d, %v, want %d, %v", c.name, step, chosen, c.want, c.chosen)
		}
	}
}
