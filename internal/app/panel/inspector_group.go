package panel

import (
	"slices"

	"tumble/engine/timestep"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/renderer/ui"
)

// groupFigures shows the quantities of several bodies: of the island of the selected one, or of all that are selected.
// They are measured while they are seen.
type groupFigures struct {
	island bool
	of     []physics.Body
	set    *meter.Set
	values []float64
	// at is the moment at which they were measured: of the session, and of the clock (ns)
	at  [3]uint64
	now int64
}

// largeGroup is how many bodies are measured in every frame; larger groups every largeGroupEvery (ns): ten thousand
// take longer than a frame has.
const (
	largeGroup      = 500
	largeGroupEvery = timestep.Second / 2
)

// measure measures the values where something has happened since.
func (g *groupFigures) measure(v *View) {
	s, now := v.Session, v.Frame.Now
	at := [3]uint64{s.Steps(), s.Applied(), s.Jumps()}
	waits := len(g.of) > largeGroup && now-g.now < largeGroupEvery
	if len(g.values) > 0 && (at == g.at || waits) {
		return
	}
	g.at, g.now = at, now
	g.values = g.set.Measure(g.of[0].World(), meter.Moment{}, g.values[:0])
}

// meterOf makes the meter of a quantity.
func (g *groupFigures) meterOf(q *meter.Quantity) *meter.Meter {
	if g.island {
		return meter.OfIsland(g.of[0], q)
	}
	return meter.OfSelection(g.of, q)
}

// watches reports whether a quantity is watched.
func (g *groupFigures) watches(v *View, q *meter.Quantity) bool {
	for _, m := range v.Watch.Meters() {
		if g.island && m.IsIsland(g.of[0], q) || !g.island && m.IsSelection(g.of, q) {
			return true
		}
	}
	return false
}

// draw shows the figures; a click watches one.
func (g *groupFigures) draw(c *ui.Context, v *View, of ...physics.Body) {
	if g.set == nil || !slices.Equal(g.of, of) {
		g.of = append(g.of[:0], of...)
		var meters []*meter.Meter
		for _, q := range meter.GroupQuantities {
			meters = append(meters, g.meterOf(q))
		}
		g.set, g.values = meter.NewSet(meters), g.values[:0]
	}
	g.measure(v)
	for i, q := range meter.GroupQuantities {
		if c.ValueLink(q.Label, g.values[i], q.Unit, g.watches(v, q)) {
			v.watch(c, g.meterOf(q))
		}
		c.Tip(clickToPlot)
	}
}

// inspectGroups shows the island of the selected body, and the selection where it has several.
func (p *inspector) inspectGroups(c *ui.Context, v *View, b physics.Body) {
	if b.Type() == physics.Dynamic && c.Section("Island", false) {
		c.PushID("island")
		p.island.island = true
		p.island.draw(c, v, b)
		c.PopID()
	}
	if list := v.Selection(); len(list) > 1 && c.Section("Selection", true) {
		c.PushID("selection")
		p.selection.draw(c, v, list...)
		c.PopID()
	}
}
