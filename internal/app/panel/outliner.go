package panel

import (
	"slices"
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer/ui"
)

// outliner lists the bodies of the world with their shapes and joints. It makes its rows when bodies come or go, and
// draws only visible rows, so that ten thousand bodies cost no more than ten.
type outliner struct {
	open  bool
	query string

	world    *physics.World
	revision uint64
	joints   int
	stale    bool

	unfolded map[uint64]bool // keys of the bodies whose shapes and joints are shown
	rows     []outlineRow
	bodies   []physics.Body
	list     []physics.Joint
	shapes   []physics.Shape
	// chosen has the generations of the selected bodies by slot
	chosen []uint32
	anchor physics.Body // where a selection of several rows begins
	swept  struct {
		base     []physics.Body // the selection before the sweep
		from, to int
	}
	picked   []uint32 // the generations of the bodies of some rows by slot
	revealed physics.Body
	text     []byte
	picks    []physics.Body
}

// outlineRow is a line: a body, or a shape or joint of a body.
type outlineRow struct {
	body  physics.Body
	shape physics.Shape
	joint physics.Joint
	depth int
}

// draw draws the outliner while it is open.
func (p *outliner) draw(c *ui.Context, v *View) {
	if !p.open || !c.BeginWindow(windowOutliner, ui.WindowOptions{Side: ui.SideLeft, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	if c.TextInput("##search", &p.query, "search by name") {
		p.stale = true
	}
	p.refresh(v)
	p.mark(v)
	c.BeginScroll("bodies", max(c.Remaining()-8, 80))
	first, last := c.BeginRows(len(p.rows))
	for i := first; i < last; i++ {
		p.row(c, v, i)
	}
	if s := c.SweepRows(len(p.rows)); s.On {
		p.sweep(v, s)
	}
	if b := v.Selected; b != p.revealed {
		p.revealed = b
		if i := slices.IndexFunc(p.rows, func(r outlineRow) bool { return r.body == b && r.depth == 0 }); i >= 0 &&
			b.Valid() && (i < first || i >= last-1) {
			c.RevealRow(i)
		}
	}
	c.EndRows(len(p.rows))
	c.EndScroll()
}

// refresh makes the rows anew when bodies, joints, the search or unfolded rows have changed.
func (p *outliner) refresh(v *View) {
	w := v.Session.World()
	if w == p.world && w.Revision() == p.revision && w.JointCount() == p.joints && !p.stale {
		return
	}
	p.world, p.revision, p.joints, p.stale = w, w.Revision(), w.JointCount(), false
	p.rows, p.bodies, p.list = p.rows[:0], w.Bodies(p.bodies[:0]), w.Joints(p.list[:0])
	for _, b := range p.bodies {
		if p.query != "" && !ui.Contains(p.name(b), p.query) {
			continue
		}
		p.rows = append(p.rows, outlineRow{body: b})
		if !p.unfolded[session.BodyKey(b)] {
			continue
		}
		p.shapes = b.Shapes(p.shapes[:0])
		for _, s := range p.shapes {
			p.rows = append(p.rows, outlineRow{body: b, shape: s, depth: 1})
		}
		for _, j := range p.list {
			if x, y := j.Bodies(); (x == b || y == b) && j.Kind() != physics.KindMouse {
				p.rows = append(p.rows, outlineRow{body: b, joint: j, depth: 1})
			}
		}
	}
}

// mark notes which bodies are selected.
func (p *outliner) mark(v *View) {
	clear(p.chosen)
	for _, b := range v.Selection() {
		for len(p.chosen) <= b.Index() {
			p.chosen = append(p.chosen, 0)
		}
		p.chosen[b.Index()] = b.Generation()
	}
}

func (p *outliner) isChosen(b physics.Body) bool {
	return b.Index() < len(p.chosen) && p.chosen[b.Index()] == b.Generation()
}

// name is the name of a body as the list has it; it is valid until the next call.
func (p *outliner) name(b physics.Body) string {
	if name := b.Name(); name != "" {
		return name
	}
	p.text = strconv.AppendInt(append(p.text[:0], "body"...), int64(b.Index()), 10)
	return bytesText(p.text)
}

// row draws a row and carries out a click.
func (p *outliner) row(c *ui.Context, v *View, i int) {
	r := &p.rows[i]
	var click ui.RowClick
	switch {
	case !r.body.Valid():
		return
	case r.depth == 0:
		open := p.unfolded[session.BodyKey(r.body)]
		c.RowEye(!v.Hidden(r.body))
		click = c.ListRow(i, 0, p.name(r.body), r.body.Type().String(), true, open, p.isChosen(r.body))
	case r.shape.Valid():
		click = c.ListRow(i, 1, formOf(r.shape.Geometry()), "shape", false, false, false)
	case r.joint.Valid():
		x, y := r.joint.Bodies()
		other := x
		if x == r.body {
			other = y
		}
		name := "the world"
		if other.Valid() {
			name = p.name(other)
		}
		click = c.ListRow(i, 1, name, r.joint.Kind().String()+" joint", false, false, false)
		if click.Clicked && other.Valid() {
			v.Select(other)
			return
		}
	}
	if click.Folded {
		if p.unfolded == nil {
			p.unfolded = map[uint64]bool{}
		}
		key := session.BodyKey(r.body)
		p.unfolded[key], p.stale = !p.unfolded[key], true
	}
	if click.Eye {
		p.look(v, i)
	}
	if click.Clicked {
		p.choose(v, i, click)
	}
}

// look hides the body of a row, or shows it again; for a selected body it does so with all selected bodies.
func (p *outliner) look(v *View, i int) {
	b := p.rows[i].body
	p.picks = append(p.picks[:0], b)
	if p.isChosen(b) {
		p.picks = append(p.picks, v.Selection()...)
	}
	v.Hide(p.picks, !v.Hidden(b))
}

// choose selects the body of a row: alone; with Ctrl beside others; with Shift all rows from the one chosen before;
// with both keys these rows beside others.
func (p *outliner) choose(v *View, i int, click ui.RowClick) {
	b := p.rows[i].body
	p.revealed = b
	switch {
	case click.Mods&ui.ModShift != 0:
		from := slices.IndexFunc(p.rows, func(r outlineRow) bool { return r.depth == 0 && r.body == p.anchor })
		if from < 0 {
			from = i
		}
		var base []physics.Body
		if click.Mods&ui.ModControl != 0 {
			base = v.Selection()
		}
		v.SelectList(p.pick(base, from, i))
		return
	case click.Mods&ui.ModControl != 0:
		v.Toggle(b)
	default:
		v.Select(b)
	}
	p.anchor = b
	if click.Twice {
		v.Do(command.Frame)
	}
}

// sweep selects the bodies of the rows under a drag of the mouse, with Ctrl or Shift beside the bodies selected before.
func (p *outliner) sweep(v *View, s ui.RowSweep) {
	w := &p.swept
	if s.Began {
		w.base = w.base[:0]
		if s.Mods&(ui.ModControl|ui.ModShift) != 0 {
			w.base = append(w.base, v.Selection()...)
		}
		p.anchor = p.rows[s.From].body
	} else if w.from == s.From && w.to == s.To {
		return
	}
	w.from, w.to = s.From, s.To
	list := p.pick(w.base, s.From, s.To)
	if n := len(list); n > 0 {
		// the list scrolls with the mouse
		p.revealed = list[n-1]
	}
	v.SelectList(list)
}

// pick is the selection base with the bodies of the rows between from and to, the body of the row to last. The slice is
// valid until the next call.
func (p *outliner) pick(base []physics.Body, from, to int) []physics.Body {
	p.picks = append(p.picks[:0], base...)
	clear(p.picked)
	step := 1
	if to < from {
		step = -1
	}
	for i := from; i != to+step; i += step {
		r := &p.rows[i]
		if r.depth > 0 || !r.body.Valid() {
			continue
		}
		slot := r.body.Index()
		for len(p.picked) <= slot {
			p.picked = append(p.picked, 0)
		}
		p.picked[slot] = r.body.Generation()
		p.picks = append(p.picks, r.body)
	}
	// bodies in both lists keep their later place only
	n := len(base)
	kept := slices.DeleteFunc(p.picks[:n], func(b physics.Body) bool {
		return b.Index() < len(p.picked) && p.picked[b.Index()] == b.Generation()
	})
	p.picks = append(kept, p.picks[n:]...)
	return p.picks
}
