package panel

import (
	"tumble/renderer/ui"
)

// drawRuntime shows the work of the runtime frame by frame, and the wake-up of workers step by step.
func (h *history) drawRuntime(c *ui.Context, v *View) {
	if !c.BeginWindow(windowRuntime, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	height := max((c.Remaining()-34)/2, 76)
	r := &h.runtime
	c.Flow(240, 0, 0)
	h.series[0] = h.frames.tick.series("steps")
	c.Plot("Steps of a frame", h.series[:1], ui.PlotOptions{Height: height, Unit: "ms", Zero: true})
	h.series[0] = r.allocated.series("allocated")
	c.Plot("Allocated in a frame", h.series[:1], ui.PlotOptions{Height: height, Unit: "kB", Zero: true})
	c.Flow(240, 0, 0)
	h.series[0], h.series[1], h.series[2] = r.pauses.series("pauses"), r.waits.series("waits"),
		r.stall.series("main thread")
	c.Plot("Collector and scheduler", h.series[:3], ui.PlotOptions{Height: height, Unit: "ms", Zero: true})
	h.series[0], h.series[1] = r.wake.series("mean"), r.wakeMost.series("longest")
	c.Plot("Wake-up of workers", h.series[:2], ui.PlotOptions{Height: height, Unit: "µs", Zero: true})
	f := figureColumns{wish: 4, least: 190}
	f.next(c)
	if r.quiet > quietFrames {
		c.LabelColor("no allocation for a second", c.Theme.Good)
	} else {
		c.LabelColor("allocating", c.Theme.Warn)
	}
	f.next(c)
	c.Value("Collections", float64(r.cycles), "")
	f.next(c)
	c.Value("Hitches", float64(v.Frame.Status.Hitches), "")
	f.next(c)
	c.ValueText("Newest", v.NewestHitch)
}

// quietFrames is after how many frames without an allocation the lamp is green.
const quietFrames = 60
