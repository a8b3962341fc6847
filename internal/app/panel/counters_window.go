package panel

import (
	"tumble/physics"
	"tumble/renderer/ui"
)

// drawCounters shows how much there is of everything.
func (h *history) drawCounters(c *ui.Context) {
	if !c.BeginWindow(windowCounters, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	height := plotHeight(c, 3)
	c.Flow(180, 0, 0, 0)
	h.series[0], h.series[1] = h.counts.awake.series("awake bodies"), h.counts.islands.series("islands")
	c.Plot("Bodies", h.series[:2], ui.PlotOptions{Height: height, Zero: true})
	h.series[0], h.series[1] = h.counts.contacts.series("touching"), h.counts.points.series("points")
	c.Plot("Contacts", h.series[:2], ui.PlotOptions{Height: height, Zero: true})
	h.colors = h.colors[:0]
	for _, n := range h.counters.ColorCounts {
		h.colors = append(h.colors, float32(n))
	}
	for len(h.colors) > 1 && h.colors[len(h.colors)-1] == 0 {
		h.colors = h.colors[:len(h.colors)-1]
	}
	c.Bars("Constraints by colour", h.colors, nil, ui.PlotOptions{Height: height})
	counterRows(c, &h.counters)
}

func counterRows(c *ui.Context, k *physics.Counters) {
	rows := [...]struct {
		name string
		n    float64
	}{
		{"Bodies", float64(k.Bodies)}, {"Awake", float64(k.AwakeBodies)}, {"Static", float64(k.StaticBodies)},
		{"Shapes", float64(k.Shapes)}, {"Joints", float64(k.Joints)}, {"Islands", float64(k.Islands)},
		{"Contacts", float64(k.Contacts)}, {"Touching", float64(k.TouchingContacts)},
		{"Points", float64(k.ManifoldPoints)},
		{"Reused contacts", float64(k.RecycledContacts)}, {"Moved bounds", float64(k.MovedProxies)},
		{"New pairs", float64(k.NewPairs)},
		{"Fast bodies", float64(k.FastBodies)}, {"Height of the tree", float64(k.DynamicTreeHeight)},
		{"Steps", float64(k.Steps)},
		{"Quarantined", float64(k.Quarantined)}, {"Refused calls", float64(k.RefusedCalls)},
		{"Dropped contacts", float64(k.DroppedContacts)},
	}
	figures := figureColumns{wish: 6}
	for i := range rows {
		figures.next(c)
		c.Value(rows[i].name, rows[i].n, "")
	}
}
