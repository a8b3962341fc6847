package browser

import (
	"cmp"
	"slices"

	"tumble/internal/app/thumbnail"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// Host is the application as the browser sees it.
type Host interface {
	// OpenScene changes to a scene of the library with values for its parameters, OpenFile to the scene of a file.
	OpenScene(scene *scenes.Scene, values scenes.Values)
	OpenFile(path string)
	// AskFile asks for a file in a dialog.
	AskFile()
	// Recent has the files that were open lately, the newest first.
	Recent() []string
}

// Browser is the window in which a scene is chosen.
type Browser struct {
	thumbnails *thumbnail.Thumbnails
	open       bool
	fresh      bool
	query      string
	category   int
	entries    []entry
	categories []string
	order      []int // entries that match, best first
	columns    int   // of cards
	chosen     int   // in entries
	moved      bool  // keys have moved the choice: scroll it into sight
	values     scenes.Values
	files      fileList
}

// New makes a browser with the pictures of scenes.
func New(t *thumbnail.Thumbnails) *Browser { return &Browser{thumbnails: t} }

// Show opens the browser.
func (b *Browser) Show(h Host) {
	b.entries, b.categories = list(h.Recent())
	b.open, b.fresh, b.query, b.category = true, true, "", 0
	b.thumbnails.Restart()
	b.search()
	b.choose(0)
}

// Close closes the browser and the list of files.
func (b *Browser) Close() { b.open, b.files.open = false, false }

// search lists the entries of the category that match what was typed, best first.
func (b *Browser) search() {
	b.order = b.order[:0]
	scores := make([]int, len(b.entries))
	for i := range b.entries {
		e := &b.entries[i]
		if b.category > 0 && e.category != b.categories[b.category] {
			continue
		}
		if score, ok := e.matches(b.query); ok {
			scores[i] = score
			b.order = append(b.order, i)
		}
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	if len(b.order) > 0 && !slices.Contains(b.order, b.chosen) {
		b.choose(b.order[0])
	}
}

// choose takes another entry; its parameters have their defaults.
func (b *Browser) choose(i int) {
	b.chosen, b.values = i, scenes.Values{}
}

// Sizes (units) of the browser: its width, and the widths below which it has no column of categories.
const (
	fullWidth   = 1080
	narrowWidth = 760
	listWidth   = 130
	infoWidth   = 250
	tileWidth   = 150
	mostColumns = 6
)

// Draw draws the open dialog. The caller calls Thumbnails.Collect before.
func (b *Browser) Draw(c *ui.Context, h Host) {
	b.files.draw(c)
	width, height := c.Screen()
	if b.open && c.Editing() && c.Pressed(ui.KeyEscape) {
		b.open = false
		c.Unfocus()
	}
	if !c.BeginModal("Scenes", &b.open, min(fullWidth, width-16)) {
		return
	}
	defer c.EndModal()
	if b.fresh {
		b.fresh = false
		c.FocusText("##search", "")
	}
	room := min(height-16, 720) - 120
	narrow := width < narrowWidth
	b.bar(c, h, narrow)
	if narrow {
		c.Row(-3, -2)
		b.grid(c, h, room)
		b.info(c, h, room)
	} else {
		c.Row(listWidth, 0, infoWidth)
		b.list(c, room)
		b.grid(c, h, room)
		b.info(c, h, room)
	}
	b.progress(c)
}

// bar draws the field to type into, and the button for files.
func (b *Browser) bar(c *ui.Context, h Host, narrow bool) {
	if narrow {
		c.Row(0, 140, 100)
	} else {
		c.Row(0, 110)
	}
	b.keys(c)
	changed, entered := c.TextEnter("##search", &b.query, "type to search")
	if changed {
		b.search()
		if len(b.order) > 0 {
			b.choose(b.order[0])
			b.moved = true
		}
	}
	if narrow {
		if c.Combo("##category", &b.category, b.categories) {
			b.search()
		}
	}
	if c.Button("Open a file…") {
		b.open = false
		h.AskFile()
	}
	if entered && len(b.order) > 0 {
		b.openChosen(h)
	}
}

// keys moves the choice by the arrow keys while the field has them.
func (b *Browser) keys(c *ui.Context) {
	by := 0
	switch {
	case c.Pressed(ui.KeyDown):
		by = b.columns
	case c.Pressed(ui.KeyUp):
		by = -b.columns
	case c.Pressed(ui.KeyPageDown):
		by = 3 * b.columns
	case c.Pressed(ui.KeyPageUp):
		by = -3 * b.columns
	case b.query == "" && c.Pressed(ui.KeyRight):
		by = 1
	case b.query == "" && c.Pressed(ui.KeyLeft):
		by = -1
	}
	if at := slices.Index(b.order, b.chosen); by != 0 && at >= 0 {
		b.choose(b.order[max(min(at+by, len(b.order)-1), 0)])
		b.moved = true
	}
}

// list draws the categories.
func (b *Browser) list(c *ui.Context, room float32) {
	c.BeginColumn("categories", room)
	for i, name := range b.categories {
		if c.Leaf(name, i == b.category) {
			b.category = i
			b.search()
		}
	}
	c.EndColumn()
}

// grid draws the cards.
func (b *Browser) grid(c *ui.Context, h Host, room float32) {
	c.BeginColumn("cards", room)
	defer c.EndColumn()
	if len(b.order) == 0 {
		text := "Nothing of this name."
		if b.query == "" && b.categories[b.category] == categoryRecent {
			text = "Files that you open or save appear here."
		}
		c.Paragraph(text)
		return
	}
	columns := max(min(int(c.Width()/tileWidth), mostColumns), 1)
	b.columns = columns
	var widths [mostColumns]float32
	for at := 0; at < len(b.order); at += columns {
		c.Row(widths[:columns]...)
		for k := range columns {
			if at+k >= len(b.order) {
				c.Skip()
				continue
			}
			b.card(c, h, b.order[at+k])
		}
	}
	b.moved = false
}

// card draws an entry. It asks for the picture of a visible card only.
func (b *Browser) card(c *ui.Context, h Host, i int) {
	e := &b.entries[i]
	tile := ui.Tile{Name: e.title, Note: e.category}
	if c.TileSeen() {
		p := b.thumbnails.Picture(e.name)
		tile.Picture, tile.Width, tile.Height = p.Texture, p.Width, p.Height
		if p.Facts.Heavy() {
			tile.Mark = "heavy"
		}
	}
	c.PushID(e.name)
	if b.moved && i == b.chosen {
		c.RevealTile()
	}
	click := c.Tile(&tile, i == b.chosen)
	c.PopID()
	switch {
	case click.Twice && i == b.chosen:
		b.openChosen(h)
	case click.Clicked:
		b.choose(i)
	}
}

// openChosen opens the chosen entry with the values of its parameters.
func (b *Browser) openChosen(h Host) {
	e := &b.entries[b.chosen]
	b.open = false
	if e.scene == nil {
		h.OpenFile(e.name)
		return
	}
	h.OpenScene(e.scene, b.values)
}
