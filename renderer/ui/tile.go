package ui

import (
	"unicode/utf8"

	"tumble/renderer"
)

// Tile is a card of a grid: a picture over a name and a note.
type Tile struct {
	Name, Note string
	// Picture is shown if its width and height (texels) are not zero; without one the first letter of the name stands
	// for it.
	Picture       renderer.Texture
	Width, Height int
	// Mark is a warning in the corner of the picture, empty for none.
	Mark string
}

// tileText (units) is the height of the texts of a tile.
const tileText = 38

// tileRect is where the next tile goes, without taking the place.
func (c *Context) tileRect() (r Rect, picture float32) {
	g := c.at()
	x, width := g.x, g.w
	if g.column < g.columns {
		x, width = g.columnX[g.column], g.columnW[g.column]
	}
	picture = round(width * 9 / 16)
	return Rect{x, g.y, width, picture + c.px(tileText)}, picture
}

// TileSeen reports whether a part of the next tile is inside of the scrolled area.
func (c *Context) TileSeen() bool {
	r, _ := c.tileRect()
	return c.seen(r)
}

// RevealTile scrolls so that the next tile is seen.
func (c *Context) RevealTile() {
	r, _ := c.tileRect()
	c.reveal(r)
}

// Tile draws a card whose picture is 16 to 9, and reports what was done to it.
func (c *Context) Tile(t *Tile, chosen bool) (click RowClick) {
	r, picture := c.tileRect()
	c.next(r.H)
	s := c.behave(c.ID(t.Name), r)
	if c.seen(r) {
		c.drawTile(t, r, picture, s, chosen)
	}
	if s.clicked {
		return RowClick{Clicked: true, Twice: c.mouse.clicks == 2, Mods: c.mouse.mods}
	}
	return RowClick{}
}

func (c *Context) drawTile(t *Tile, r Rect, picture float32, s response, chosen bool) {
	theme := c.Theme
	back, edge := theme.Field, theme.Border
	switch {
	case chosen:
		back, edge = theme.AccentSoft, theme.Accent
	case s.hovered:
		back, edge = theme.FieldHot, theme.BorderHot
	}
	c.frame(r, back, edge, c.len.radius, c.len.border)
	image := Rect{r.X, r.Y, r.W, picture}.Inset(c.px(3))
	c.tilePicture(t, image)
	if t.Mark != "" {
		style := c.smallStyle()
		w := c.atlas.Width(style, t.Mark) + c.px(10)
		mark := Rect{image.right() - w - c.px(4), image.Y + c.px(4), w, c.px(17)}
		c.fill(mark, theme.Warn, c.len.radius)
		c.textIn(mark, AlignCentre, style, renderer.Hex(0x1c1f24), t.Mark)
	}
	x, w := r.X+c.px(7), r.W-c.px(14)
	c.textIn(Rect{x, r.Y + picture, w, c.px(18)}, AlignLeft, c.style(true), theme.Text, t.Name)
	c.textIn(Rect{x, r.Y + picture + c.px(17), w, c.px(16)}, AlignLeft, c.smallStyle(), theme.TextDim, t.Note)
}

// tilePicture draws the picture of a tile, or a letter in its place.
func (c *Context) tilePicture(t *Tile, r Rect) {
	if t.Width == 0 || t.Height == 0 {
		c.fill(r, c.Theme.Header, c.len.radius)
		_, n := utf8.DecodeRuneInString(t.Name)
		c.textIn(r, AlignCentre, renderer.TextStyle{Size: 2 * c.len.text, Font: renderer.FontBold}, c.Theme.TextDim,
			t.Name[:n])
		return
	}
	g := c.at()
	white := c.faded(renderer.Hex(0xffffff))
	c.packet.AddQuad(g.layer, g.pixels, t.Picture, renderer.Quad{
		X0: r.X, Y0: r.Y, X1: r.right(), Y1: r.bottom(), U1: uint16(t.Width), V1: uint16(t.Height),
		ColorTop: white, ColorBottom: white, Kind: renderer.QuadImage,
	})
}

// Screen is the size of the whole picture, units.
func (c *Context) Screen() (w, h float32) { return c.width / c.scale, c.height / c.scale }
