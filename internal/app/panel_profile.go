package app

import (
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// meanOf is over how many steps the mean of the profile goes.
const meanOf = 60

// indents put the stages inside others further to the right.
var indents = [...]string{"", "    ", "        "}

// stageNames are the names with their indents, made once.
var stageNames = func() [len(session.StepStages)]string {
	var names [len(session.StepStages)]string
	for i, s := range session.StepStages {
		names[i] = indents[s.Depth] + s.Name
	}
	return names
}()

var profileColumns = [...]ui.Column{
	{Title: "Stage", Width: 120}, {Title: "Now, ms", Width: 70, Right: true}, {Title: "Mean", Width: 64, Right: true},
	{Title: "Largest", Width: 70, Right: true}, {Title: "Share", Width: 90}, {Title: "History"},
}

// profileWindow shows where the time of a step goes.
func (p *panels) profileWindow() {
	c, h := p.ui, &p.history
	if !c.BeginWindow(windowProfile, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	p.flame()
	c.BeginTable("stages", max(c.Remaining(), 110), profileColumns[:]...)
	column, down := c.Sort()
	p.orderStages(column, down)
	mean := max(h.stages[0].mean(meanOf), 1e-9)
	for _, i := range h.order {
		r := &h.stages[i]
		c.TableRow(stageNames[i], false)
		if column == 0 {
			c.Cell(stageNames[i])
		} else {
			c.Cell(session.StepStages[i].Name)
		}
		c.CellNumber(float64(r.data[(r.next+historyLength-1)%historyLength]), 3)
		m := r.mean(meanOf)
		c.CellNumber(m, 3)
		c.CellNumber(float64(r.largest()), 3)
		c.CellBar(float32(m/mean), c.Theme.Series[session.StepStages[i].Depth])
		c.CellSpark(r.series(""))
	}
	c.EndTable()
}

// orderStages sorts the stages by a column; by name they stay in the order of the step.
func (p *panels) orderStages(column int, down bool) {
	h := &p.history
	key := func(i int) float64 {
		r := &h.stages[i]
		switch column {
		case 1:
			return float64(r.data[(r.next+historyLength-1)%historyLength])
		case 2, 4:
			return r.mean(meanOf)
		case 3:
			return float64(r.largest())
		}
		return float64(i)
	}
	for i := range h.order {
		k := i
		for k > 0 && (key(h.order[k-1]) > key(i)) != down && key(h.order[k-1]) != key(i) {
			h.order[k] = h.order[k-1]
			k--
		}
		h.order[k] = i
	}
}

// flame shows the last step as a strip, the stages of the solver in a row below.
func (p *panels) flame() {
	h := &p.history
	h.spans = h.spans[:0]
	var at [3]float32
	for i := range session.StepStages {
		s := &session.StepStages[i]
		length := float32(h.stages[i].mean(8))
		if s.Depth < 2 {
			at[2] = at[1]
		}
		begin := at[s.Depth]
		h.spans = append(h.spans, ui.Span{Name: s.Name, Start: begin, End: begin + length, Depth: s.Depth, Color: p.ui.Theme.Series[(i*3)%8]})
		at[s.Depth] += length
		if s.Depth == 0 {
			at[1], at[2] = begin, begin
		}
	}
	p.ui.Flame("flame", h.spans, "ms")
}

// countersWindow shows how much there is of everything.
func (p *panels) countersWindow() {
	c, h := p.ui, &p.history
	if !c.BeginWindow(windowCounters, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	height := p.plotHeight(3)
	c.Row(0, 0, 0)
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
	p.counterRows(&h.counters)
}

func (p *panels) counterRows(k *physics.Counters) {
	c := p.ui
	rows := [...]struct {
		name string
		n    float64
	}{
		{"Bodies", float64(k.Bodies)}, {"Awake", float64(k.AwakeBodies)}, {"Static", float64(k.StaticBodies)},
		{"Shapes", float64(k.Shapes)}, {"Joints", float64(k.Joints)}, {"Islands", float64(k.Islands)},
		{"Contacts", float64(k.Contacts)}, {"Touching", float64(k.TouchingContacts)}, {"Points", float64(k.ManifoldPoints)},
		{"Reused contacts", float64(k.RecycledContacts)}, {"Moved bounds", float64(k.MovedProxies)}, {"New pairs", float64(k.NewPairs)},
		{"Fast bodies", float64(k.FastBodies)}, {"Height of the tree", float64(k.DynamicTreeHeight)}, {"Steps", float64(k.Steps)},
		{"Quarantined", float64(k.Quarantined)}, {"Refused calls", float64(k.RefusedCalls)}, {"Dropped contacts", float64(k.DroppedContacts)},
	}
	for i := range rows {
		if i%6 == 0 {
			c.Row(0, 14, 0, 14, 0, 14, 0, 14, 0, 14, 0)
		} else {
			c.Skip()
		}
		c.Value(rows[i].name, rows[i].n, "")
	}
}

// plotHeight is what plots may take of a window that has so many rows of figures below them, units.
func (p *panels) plotHeight(rows int) float32 {
	return min(max(p.ui.Remaining()-float32(rows)*22-4, 96), 400)
}

// framesWindow shows how evenly frames follow each other.
func (p *panels) framesWindow() {
	c, h := p.ui, &p.history
	if !c.BeginWindow(windowFrames, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	st := p.frame.Status
	refresh := float32(st.Refresh) / 1e6
	height := p.plotHeight(3)
	c.Row(-2, 0)
	h.series[0], h.series[1] = h.frames.frame.series("frame"), h.frames.tick.series("steps")
	h.series[2] = h.frames.record.series("record")
	c.Plot("Time of a frame", h.series[:3], ui.PlotOptions{Height: height, Unit: "ms", Zero: true, Mark: refresh})
	c.Histogram("Distribution of frame times", h.frames.frame.data[:], 32, ui.PlotOptions{Height: height, Unit: "ms"})
	c.Row(0, 14, 0, 14, 0, 14, 0)
	c.Value("Display", float64(refresh), "ms")
	c.Skip()
	c.Value("Real time", st.RealTime, "×")
	c.Skip()
	c.Value("Given up", float64(st.DroppedNs)/1e9, "s")
	c.Skip()
	c.Value("Lost events", float64(st.LostEvents), "")
	c.Row(0, 14, 0, 14, 0, 14, 0)
	c.Value("Frames drawn", float64(st.Drawn.Drawn), "")
	c.Skip()
	c.ValueText("Vertical sync", vsyncChoices[renderer.Vsync(p.app.loop.Vsync())])
	c.Skip()
	c.ValueText("Time step", st.Strategy)
	c.Skip()
	c.Value("Tick", float64(st.Tick), "")
	c.Row(0, 14, 0, 14, 0, 14, 0)
	if st.Drawn.Inline {
		c.ValueText("Drawn by", "main thread")
	} else {
		c.ValueText("Drawn by", "render thread")
	}
	c.Skip()
	c.Value("Handed over", float64(st.Drawn.Handed), "")
	c.Skip()
	c.Value("Replaced frames", float64(st.Drawn.Dropped), "")
	c.Skip()
	c.Value("Hitches", float64(st.Hitches), "")
}
