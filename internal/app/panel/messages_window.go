package panel

import (
	"strconv"
	"strings"

	"tumble/internal/app/plate"
	"tumble/renderer/ui"
)

// messagesWindow lists the messages of the past, the newest first, and the whole text of the chosen one.
type messagesWindow struct {
	open   bool
	query  string
	chosen string // the text of the chosen message
	text   []byte
}

var messageColumns = [...]ui.Column{{Title: "Time, s", Width: 70, Right: true}, {Title: "Message"}}

// moreMessages follows a message that is cut off.
const moreMessages = "View > Messages"

// wholeMessage (units) is the height of the whole text of the chosen message.
const wholeMessage = 58

// draw draws the list while it is open.
func (m *messagesWindow) draw(c *ui.Context, v *View) {
	if !m.open || !c.BeginWindow(windowMessages, ui.WindowOptions{Side: ui.SideBottom, Open: &m.open}) {
		return
	}
	defer c.EndWindow()
	list := c.Messages()
	if len(list) == 0 {
		c.Paragraph("No message yet.")
		return
	}
	c.Row(0, 84, 84)
	c.TextInput("##search messages", &m.query, "search messages")
	one := c.Button("Copy")
	c.Tip("Copies the chosen message to the clipboard; the newest where none is chosen.")
	all := c.Button("Copy all")
	c.Tip("Copies all messages that match the search, the oldest first.")
	room := c.Remaining() - 8
	if m.chosen != "" {
		room -= wholeMessage
	}
	c.BeginTable("messages", max(room, 80), messageColumns[:]...)
	for i := len(list) - 1; i >= 0; i-- {
		if ui.Contains(list[i].Text, m.query) {
			m.row(c, v, &list[i], i)
		}
	}
	c.EndTable()
	if m.chosen != "" {
		c.BeginScroll("whole message", wholeMessage-8)
		c.Paragraph(m.chosen)
		c.EndScroll()
	}
	switch {
	case one && m.chosen == "":
		v.Window.SetClipboard(list[len(list)-1].Text)
	case one:
		v.Window.SetClipboard(m.chosen)
	case all:
		v.Window.SetClipboard(m.found(list, v.Frame.Now))
	}
}

// row draws a message and chooses it where it is clicked.
func (m *messagesWindow) row(c *ui.Context, v *View, message *ui.Message, i int) {
	c.PushIndex(i)
	defer c.PopID()
	if c.TableRow("##row", m.chosen == message.Text) {
		m.chosen = message.Text
	}
	m.text = plate.Number(m.text[:0], float64(message.Time-v.Frame.Now)/1e9, 1)
	c.Cell(bytesText(m.text))
	if message.Tone >= ui.ToneBad {
		c.CellColor(c.Theme.Bad)
	}
	m.text = appendMessage(m.text[:0], message)
	c.Cell(bytesText(m.text))
}

// appendMessage appends the text of a message in one line, with the number of its repetitions.
func appendMessage(b []byte, message *ui.Message) []byte {
	at := len(b)
	b = append(b, message.Text...)
	for i := at; i < len(b); i++ {
		if b[i] == '\n' {
			b[i] = ' '
		}
	}
	if n := message.Count; n > 1 {
		b = append(strconv.AppendInt(append(b, " ("...), int64(n), 10), " times)"...)
	}
	return b
}

// found are the messages that match the search, a line each: seconds before now, and the text.
func (m *messagesWindow) found(list []ui.Message, now int64) string {
	var b strings.Builder
	for i := range list {
		if ui.Contains(list[i].Text, m.query) {
			m.text = append(plate.Number(m.text[:0], float64(list[i].Time-now)/1e9, 1), " s  "...)
			m.text = append(appendMessage(m.text, &list[i]), '\n')
			b.Write(m.text)
		}
	}
	return b.String()
}
