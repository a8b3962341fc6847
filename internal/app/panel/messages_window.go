package panel

import (
	"strconv"

	"tumble/internal/app/plate"
	"tumble/renderer/ui"
)

// messagesWindow lists the messages of the past, the newest first.
type messagesWindow struct {
	open bool
	text []byte
}

var messageColumns = [...]ui.Column{{Title: "Time, s", Width: 70, Right: true}, {Title: "Message"}}

// draw draws the list while it is open.
func (m *messagesWindow) draw(c *ui.Context, v *View) {
	if !m.open || !c.BeginWindow(windowMessages, ui.WindowOptions{Side: ui.SideBottom, Open: &m.open}) {
		return
	}
	defer c.EndWindow()
	list := c.Messages()
	if len(list) == 0 {
		c.Paragraph("Nothing was said yet.")
		return
	}
	c.BeginTable("messages", max(c.Remaining()-8, 80), messageColumns[:]...)
	for i := len(list) - 1; i >= 0; i-- {
		c.PushIndex(i)
		c.TableRow("##row", false)
		m.text = plate.Number(m.text[:0], float64(list[i].Time-v.Frame.Now)/1e9, 1)
		c.Cell(bytesText(m.text))
		m.text = append(m.text[:0], list[i].Text...)
		if n := list[i].Count; n > 1 {
			m.text = append(strconv.AppendInt(append(m.text, " ("...), int64(n), 10), " times)"...)
		}
		c.Cell(bytesText(m.text))
		c.PopID()
	}
	c.EndTable()
}
