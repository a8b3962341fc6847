package panel

import (
	"tumble/engine"
	"tumble/internal/app/command"
	"tumble/internal/app/plate"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// helpRow is a line of the help screen; a heading has no text.
type helpRow struct{ key, text string }

// helpRows is made once from the table of bindings.
var helpRows = makeHelp()

// RefreshHelp reads the keys of the commands again.
func RefreshHelp() { helpRows = makeHelp() }

func makeHelp() []helpRow {
	rows := []helpRow{{"Mouse", ""}}
	for _, m := range command.MouseHelp {
		rows = append(rows, helpRow{m[0], m[1]})
	}
	group := ""
	for _, c := range command.ByGroup() {
		if c.Help == "" || len(c.Keys) == 0 {
			continue
		}
		if c.Group != group {
			group = c.Group
			rows = append(rows, helpRow{group, ""})
		}
		rows = append(rows, helpRow{command.KeyName(c.ID), c.Help})
	}
	return rows
}

// mostHelpColumns is how many columns the table of keys may have.
const mostHelpColumns = 4

// goodHelpSize (pixels per em at scale 1) is the size of letters below which the table covers the panels as well.
const goodHelpSize = 10

// readableSize (pixels per em at scale 1) is the size of letters below which the table is a window that scrolls.
const readableSize = 8.5

// drawHelpWindow shows the table of keys in a window that scrolls, where the picture has no room for all of it.
func drawHelpWindow(c *ui.Context, v *View, atlas *renderer.Atlas) {
	f := v.Frame
	if !v.Show.Help || layHelp(atlas, ui.Rect{W: float32(f.Width), H: float32(f.Height)},
		f.Scale).size >= readableSize*f.Scale {
		return
	}
	width, height := c.Screen()
	if !c.BeginWindow(windowKeys, ui.WindowOptions{X: 8, Y: 34, W: min(width-16, 520), H: height - 44,
		Open: &v.Show.Help}) {
		return
	}
	defer c.EndWindow()
	for _, r := range helpRows {
		if r.text == "" {
			c.Heading(r.key)
			continue
		}
		c.Row(110, 0)
		c.LabelColor(r.key, c.Theme.TextAccent)
		c.Label(r.text)
	}
}

// helpLayer of the packet is above the panels.
const helpLayer = 9

// helpBack hides nearly all that the table covers.
var helpBack = renderer.Hex(0x14181d).WithAlpha(240)

// helpLayout is where the table of keys goes; lengths are pixels.
type helpLayout struct {
	columns, rows int     // rows of a column
	size          float32 // of the letters
	key, column   float32 // widths of the keys and of a column, with the gaps after them
	plate         ui.Rect
}

// layHelp places the table in the middle of an area: in the number of columns that leaves the letters largest, and with
// smaller ones where none has room for them.
func layHelp(atlas *renderer.Atlas, area ui.Rect, scale float32) helpLayout {
	size := plate.Size * scale
	text, bold := renderer.TextStyle{Size: size}, renderer.TextStyle{Font: renderer.FontBold, Size: size}
	line, key, words := atlas.Metrics(text).Line, float32(0), float32(0)
	for _, r := range helpRows {
		if r.text == "" {
			continue
		}
		key, words = max(key, atlas.Width(bold, r.key)), max(words, atlas.Width(text, r.text))
	}
	l, best := helpLayout{key: key + size, column: key + words + 3*size}, float32(0)
	for columns := 1; columns <= mostHelpColumns; columns++ {
		rows := (len(helpRows) + columns - 1) / columns
		for helpColumns(rows) > columns {
			rows++
		}
		width, height := float32(columns)*l.column+size, float32(rows)*line+2*size
		if fits := min(1, area.W/width, area.H/height); fits > best {
			best = fits
			l.columns, l.rows, l.plate.W, l.plate.H = columns, rows, width, height
		}
	}
	l.size, l.key, l.column = size*best, l.key*best, l.column*best
	l.plate.W, l.plate.H = l.plate.W*best, l.plate.H*best
	l.plate.X, l.plate.Y = area.X+(area.W-l.plate.W)/2, area.Y+(area.H-l.plate.H)/2
	return l
}

// nextHelpCell is the cell after a line of the table: a heading is not the last line of a column.
func nextHelpCell(column, row, rows int, next *helpRow) (int, int) {
	if row++; row >= rows || row == rows-1 && next.text == "" {
		return column + 1, 0
	}
	return column, row
}

// helpColumns is how many columns of so many rows the table takes.
func helpColumns(rows int) int {
	column, row := 0, 0
	for i := range helpRows[1:] {
		column, row = nextHelpCell(column, row, rows, &helpRows[i+1])
	}
	return column + 1
}

// drawHelp shows the table of keys.
func drawHelp(f *engine.Frame, atlas *renderer.Atlas, free ui.Rect) {
	l := layHelp(atlas, free, f.Scale)
	if l.size < goodHelpSize*f.Scale {
		l = layHelp(atlas, ui.Rect{W: float32(f.Width), H: float32(f.Height)}, f.Scale)
	}
	if l.size < readableSize*f.Scale {
		// drawHelpWindow has it
		return
	}
	text, bold := renderer.TextStyle{Size: l.size}, renderer.TextStyle{Font: renderer.FontBold, Size: l.size}
	m := atlas.Metrics(text)
	f.Packet.AddQuad(helpLayer, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
		X0: l.plate.X, Y0: l.plate.Y, X1: l.plate.X + l.plate.W, Y1: l.plate.Y + l.plate.H,
		ColorTop: helpBack, ColorBottom: helpBack, Radius: uint16(16 * 6 * f.Scale),
	})
	column, row := 0, 0
	for i, r := range helpRows {
		if i > 0 {
			column, row = nextHelpCell(column, row, l.rows, &helpRows[i])
		}
		x := l.plate.X + l.size + float32(column)*l.column
		y := l.plate.Y + l.size + m.Ascent + float32(row)*m.Line
		if r.text == "" {
			atlas.Text(f.Packet, helpLayer, renderer.Rect{}, bold, x, y, plate.Accent, r.key)
			continue
		}
		atlas.Text(f.Packet, helpLayer, renderer.Rect{}, bold, x, y, plate.Text, r.key)
		atlas.Text(f.Packet, helpLayer, renderer.Rect{}, text, x+l.key, y, plate.Dim, r.text)
	}
}
