package panel

import (
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/app/plate"
	"tumble/internal/openscene"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// menu is a menu of the bar with its commands.
type menu struct {
	title   string
	entries []command.Entry
}

// menus are made once from the table of commands.
var menus = func() []menu {
	var list []menu
	for _, title := range []string{"Scene", "Edit", "Tools", "Time", "View", "Presets", "Measure"} {
		list = append(list, menu{title, command.Menu(title)})
	}
	return list
}()

// drawMenus draws the menus of the bar at the top of the window. Without a folder there are no presets.
func drawMenus(c *ui.Context, v *View, presets bool) {
	for i := range menus {
		m := &menus[i]
		if !c.BeginMenu(m.title) {
			continue
		}
		disabled := m.title == "Presets" && !presets
		if disabled {
			c.Disabled()
		}
		for k := range m.entries {
			drawEntry(c, v, &m.entries[k])
		}
		if disabled {
			c.Enabled()
		}
		c.EndMenu()
	}
}

// drawEntry draws a command with the key that is bound to it.
func drawEntry(c *ui.Context, v *View, e *command.Entry) {
	if e.Apart {
		c.MenuSeparator()
	}
	key, on := command.KeyName(e.ID), false
	if e.ID == command.Undo || e.ID == command.Redo {
		drawUndo(c, v, e)
		return
	}
	if e.Check {
		on = v.Checked(e.ID)
	}
	if e.Check && c.MenuCheck(e.Label, key, &on) || !e.Check && c.MenuItem(e.Label, key) {
		v.Do(e.ID)
	}
}

// drawUndo draws an entry that names the edit it is about.
func drawUndo(c *ui.Context, v *View, e *command.Entry) {
	about := v.Session.UndoLabel()
	if e.ID == command.Redo {
		about = v.Session.RedoLabel()
	}
	label := e.Label
	if about == "" {
		c.Disabled()
		defer c.Enabled()
	} else {
		label += ": " + about
	}
	if c.MenuItem(label, command.KeyName(e.ID)) {
		v.Do(e.ID)
	}
}

// appendRate appends the rate of pictures that take so long (ns).
func appendRate(b []byte, ns float64) []byte {
	decimals := 0
	if ns > 1e8 {
		decimals = 1
	}
	return plate.Number(b, 1e9/ns, decimals)
}

// remedy is the advice that makes drawing quicker.
func remedy(v *View) string {
	if v.Picture.Simpler() {
		return "lower Quality in Display"
	}
	return "make the window smaller"
}

// barFigures writes the most important figures at the right end of the bar.
func (h *history) barFigures(c *ui.Context, v *View) {
	st := v.Frame.Status
	if st.Replaying {
		c.BarText("REPLAY", true)
	}
	// the journal of every session is not meant
	if v.Checked(command.Record) {
		c.BarText("REC", true)
	}
	switch {
	case v.Live != "":
		c.BarText(v.Live, true)
	case st.Paused:
		c.BarText("PAUSED", true)
	}
	b := h.text[:0]
	if d := &st.Drawing; d.State != renderer.StateQuick {
		b = plate.Number(append(b, "slow drawing: "...), float64(d.Picture)/1e9, 1)
		b = append(append(b, " s a picture; "...), remedy(v)...)
		c.BarText(bytesText(b), true)
	}
	if st.SpeedNum != st.SpeedDen && v.Live == "" {
		b = append(plate.Number(b[:0], float64(st.SpeedNum)/float64(max(st.SpeedDen, 1)), 3), "× speed"...)
		c.BarText(bytesText(b), true)
	}
	b = append(strconv.AppendUint(append(b[:0], "step "...), v.Session.Steps(), 10), "  "...)
	b = append(plate.Number(b, v.Session.Time(), 2), " s"...)
	c.BarText(bytesText(b), false)
	b = append(plate.Number(b[:0], h.stepMean/1e6, 2), " ms a step  "...)
	b = append(strconv.AppendInt(b, st.Hz, 10), " Hz"...)
	c.BarText(bytesText(b), h.lagging(v.Frame.Now))
	if h.frameMean > 0 {
		b = plate.Number(b[:0], h.frameMean/1e6, 1)
		b = append(appendRate(append(b, " ms  "...), h.frameMean), " fps"...)
		c.BarText(bytesText(b), false)
	}
	c.BarText(openscene.Label(v.Session.Config.Scene.Name), false)
	h.text = b
}
