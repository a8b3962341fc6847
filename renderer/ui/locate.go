package ui

// location is the search for a widget by its text, for programs that drive the interface from outside.
type location struct {
	text  string
	id    ID // of the newest label with this text
	rect  Rect
	known bool
	away  bool // in this frame the first one lies out of sight
}

// Locate looks for the first widget whose label is text, as shown or with the part after ##, in the frames to come; an
// empty text ends the search. Locate scrolls a hidden widget into sight.
func (c *Context) Locate(text string) { c.location = location{text: text} }

// Located is where that widget was drawn last (pixels); ok is false while it is not in sight.
func (c *Context) Located() (r Rect, ok bool) { return c.location.rect, c.location.known }

// says notes that the widget with an ID shows a label, and returns the ID.
func (c *Context) says(label string, id ID) ID {
	if l := &c.location; l.text != "" && (label == l.text || visible(label) == l.text) {
		l.id = id
	}
	return id
}

// drawn notes where the widget that is looked for is drawn.
func (c *Context) drawn(id ID, r Rect) {
	l := &c.location
	if l.text == "" || id != l.id || l.known || l.away {
		return
	}
	x, y := r.X+r.W/2, r.Y+r.H/2
	if c.at().clip.Contains(x, y) {
		l.rect, l.known = r, true
		return
	}
	l.away = true
	c.reveal(r)
}
