package panel

import (
	"tumble/renderer"
	"tumble/renderer/ui"
)

// drawFrames shows how evenly frames follow each other.
func (h *history) drawFrames(c *ui.Context, v *View) {
	if !c.BeginWindow(windowFrames, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	st := v.Frame.Status
	refresh := float32(st.Refresh) / 1e6
	height := plotHeight(c, 3)
	c.Flow(220, -2, 0)
	h.series[0], h.series[1] = h.frames.frame.series("frame"), h.frames.tick.series("steps")
	h.series[2] = h.frames.record.series("record")
	o := ui.PlotOptions{Height: height, Unit: "ms", Zero: true, Mark: refresh}
	o.Steps, o.Rate = h.done[:len(h.series[0].Data)], float64(v.Session.Config.Loop.Hertz)
	v.lookAtStep(c.Plot("Time of a frame", h.series[:3], o))
	c.Tip("A click goes to the steps of a frame.")
	c.Histogram("Distribution of frame times", h.frames.frame.samples(), 32, ui.PlotOptions{Height: height, Unit: "ms"})
	f := figureColumns{wish: 4, least: 145}
	f.next(c)
	if c.Button("Slowest frame") {
		v.lookAtStep(h.done[h.frames.frame.most()], true)
	}
	c.Tip("Goes to the steps of the slowest frame of the plot. A click on any of its spikes does the same.")
	f.next(c)
	c.Value("Display", float64(refresh), "ms")
	f.next(c)
	c.Value("Real time", st.RealTime, "×")
	f.next(c)
	c.Value("Given up", float64(st.DroppedNs)/1e9, "s")
	f.next(c)
	c.Value("Lost events", float64(st.LostEvents), "")
	f.next(c)
	c.Value("Frames drawn", float64(st.Drawn.Drawn), "")
	f.next(c)
	c.ValueText("Vertical sync", vsyncChoices[renderer.Vsync(v.Loop.Vsync())])
	f.next(c)
	c.ValueText("Time step", st.Strategy)
	f.next(c)
	c.Value("Tick", float64(st.Tick), "")
	f.next(c)
	if st.Drawn.Inline {
		c.ValueText("Drawn by", "main thread")
	} else {
		c.ValueText("Drawn by", "render thread")
	}
	f.next(c)
	c.Value("Handed over", float64(st.Drawn.Handed), "")
	f.next(c)
	c.Value("Replaced frames", float64(st.Drawn.Dropped), "")
	f.next(c)
	c.Value("Hitches", float64(st.Hitches), "")
}
