package panel

import "tumble/renderer/ui"

// drawBusy says what takes long, with a button that ends it. The window goes on meanwhile.
func drawBusy(c *ui.Context, v *View) {
	if v.Busy == "" {
		return
	}
	width, _ := c.Screen()
	w := min(320, width-24)
	if !c.BeginWindow(windowBusy, ui.WindowOptions{X: (width - w) / 2, Y: 60, W: w, H: 76}) {
		return
	}
	defer c.EndWindow()
	c.Row(0, 90)
	c.Label(v.Busy + "…")
	if c.Button("Cancel") {
		v.GiveUp()
	}
}
