package panel

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// stepWindow lists the contacts and joints that held bodies in the step that is shown.
type stepWindow struct {
	rows  []hold // the largest ones in the order asked for
	total int    // how many there are
	title string // of which step the rows are
	// moment tells when the rows have to be read again
	moment    stepMoment
	selection []physics.Body
	selected  bool // only of selected bodies
	all       []hold
	contacts  []physics.ContactInfo
	joints    []physics.Joint
	chosen    [2]physics.Body
}

// stepMoment is a state of the session and an order of the rows.
type stepMoment struct {
	world                         *physics.World
	steps, jumps, builds, applied uint64
	column                        int
	falling                       bool
	selected                      bool
}

// hold is a contact of two shapes, or a joint. Numbers that it lacks are NaN.
type hold struct {
	kind string
	a, b physics.Body
	// point is in the world (m); direction is the normal of a contact from a to b, and the force of a joint on b
	point, direction vec.Vec3
	// values are the numbers of the columns from Force on: force (N), depth of a contact or gap of a joint (m),
	// friction (N), its part of the largest friction, normal impulse (N·s), torque (N·m)
	values [6]float64
	texts  [holdTexts]string
}

// holdTexts is the number of columns, firstNumber the first that is a number; mostHolds is how many rows are listed.
const (
	holdTexts   = 11
	firstNumber = 3
	mostHolds   = 100
)

var holdColumns = [holdTexts]ui.Column{
	{Title: "Kind", Width: 64}, {Title: "First"}, {Title: "Second"},
	{Title: "Force, N", Width: 76, Right: true, Falling: true}, {Title: "Depth, mm", Width: 78, Right: true},
	{Title: "Friction, N", Width: 80, Right: true}, {Title: "Used", Width: 54, Right: true},
	{Title: "Impulse, N·s", Width: 90, Right: true}, {Title: "Torque, N·m", Width: 88, Right: true},
	{Title: "Point, m", Width: 126}, {Title: "Direction", Width: 112},
}

// ofContact is the row of a contact; hertz is the rate of the steps.
func ofContact(k *physics.ContactInfo, hertz float64) hold {
	h := hold{kind: "contact", a: k.ShapeA.Body(), b: k.ShapeB.Body(), direction: k.Normal}
	impulse, depth := 0.0, math.Inf(-1)
	for _, p := range k.Points[:k.Count] {
		impulse += float64(p.Impulse)
		depth = max(depth, -float64(p.Separation))
		h.point = h.point.Add(p.Point)
	}
	h.point = h.point.Mul(1 / float32(max(k.Count, 1)))
	friction := float64(k.FrictionImpulse.Len())
	used := friction / (float64(k.Friction) * impulse)
	h.values = [...]float64{impulse * hertz, depth, friction * hertz, used, impulse, math.NaN()}
	return h
}

// ofJoint is the row of a joint.
func ofJoint(j physics.Joint) hold {
	a, b := j.Bodies()
	anchorA, anchorB := j.Anchors()
	force, torque := j.Reaction()
	gap := math.NaN()
	switch j.Kind() {
	case physics.KindBall, physics.KindHinge, physics.KindFixed:
		// others let their anchors move apart
		gap = float64(anchorA.Dist(anchorB))
	}
	return hold{kind: j.Kind().String(), a: a, b: b, point: anchorB, direction: force.Norm(), values: [...]float64{
		float64(force.Len()), gap, math.NaN(), math.NaN(), math.NaN(), float64(torque.Len())}}
}

// read reads the rows again where the state or the order is another.
func (s *stepWindow) read(v *View, column int, falling bool) {
	w := v.Session.World()
	m := stepMoment{world: w, steps: v.Session.Steps(), jumps: v.Session.Jumps(), builds: v.Session.Rebuilds(),
		applied: v.Session.Applied(), column: column, falling: falling}
	m.selected = s.selected
	chosen := v.Selection()
	if m == s.moment && slices.Equal(chosen, s.selection) {
		return
	}
	s.moment, s.all = m, s.all[:0]
	s.selection = append(s.selection[:0], chosen...)
	wanted := func(h hold) {
		if !s.selected || slices.Contains(chosen, h.a) || slices.Contains(chosen, h.b) {
			s.all = append(s.all, h)
		}
	}
	s.contacts, s.joints = w.Contacts(s.contacts[:0]), w.Joints(s.joints[:0])
	hertz := float64(max(v.Frame.Status.Hz, 1))
	for i := range s.contacts {
		wanted(ofContact(&s.contacts[i], hertz))
	}
	for _, j := range s.joints {
		if j.Enabled() {
			wanted(ofJoint(j))
		}
	}
	slices.SortStableFunc(s.all, func(a, b hold) int {
		if falling {
			a, b = b, a
		}
		return compareHolds(&a, &b, column)
	})
	s.total = len(s.all)
	s.rows = append(s.rows[:0], s.all[:min(len(s.all), mostHolds)]...)
	s.title = "After step " + strconv.FormatUint(m.steps, 10) + ": " + strconv.Itoa(len(s.rows)) + " of " +
		strconv.Itoa(s.total) + " contacts and joints. A click on a head orders, on a row selects and shows"
	s.write(w)
}

// compareHolds orders rows by a column, bodies as they were made. Rows that lack the number come before all others, the
// world before all bodies.
func compareHolds(a, b *hold, column int) int {
	if i := column - firstNumber; i >= 0 && i < len(a.values) {
		return cmp.Compare(a.values[i], b.values[i])
	}
	switch column {
	case 0:
		return cmp.Compare(a.kind, b.kind)
	case 1:
		return cmp.Compare(a.a.Order(), b.a.Order())
	case 2:
		return cmp.Compare(a.b.Order(), b.b.Order())
	}
	return 0
}

// write writes the texts of the rows.
func (s *stepWindow) write(w *physics.World) {
	bodies := make([]physics.Body, 0, 2*len(s.rows))
	for i := range s.rows {
		bodies = append(bodies, s.rows[i].a, s.rows[i].b)
	}
	valid := slices.DeleteFunc(slices.Clone(bodies), func(b physics.Body) bool { return !b.Valid() })
	paths, next := bodyname.Paths(w, valid), 0
	name := func(b physics.Body) string {
		if !b.Valid() {
			return "the world"
		}
		next++
		return paths[next-1]
	}
	scale := [...]float64{1, 1000, 1, 1, 1, 1}
	for i := range s.rows {
		h := &s.rows[i]
		h.texts = [holdTexts]string{h.kind, name(h.a), name(h.b)}
		for k, v := range h.values {
			h.texts[firstNumber+k] = figureText(v*scale[k], "")
		}
		h.texts[firstNumber+len(h.values)] = vectorText(h.point)
		h.texts[firstNumber+len(h.values)+1] = vectorText(h.direction)
	}
}

// vectorText is a vector with two decimals.
func vectorText(v vec.Vec3) string {
	text := ""
	for i, x := range [3]float32{v.X, v.Y, v.Z} {
		if i > 0 {
			text += "  "
		}
		text += strconv.FormatFloat(float64(x), 'f', 2, 32)
	}
	return text
}

// draw draws the table while its tab is in front; a click on a row selects the bodies that can move, and looks at the
// point.
func (s *stepWindow) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowStep, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	c.Flow(170, 0)
	c.Check("Of the selection only", &s.selected)
	c.Dim(s.title)
	c.BeginTable("holds", max(c.Remaining()-4, 96), holdColumns[:]...)
	column, falling := c.Sort()
	s.read(v, column, falling)
	for i := range s.rows {
		h := &s.rows[i]
		c.PushIndex(i)
		if c.TableRow("", s.chosen == [2]physics.Body{h.a, h.b}) {
			s.choose(v, h)
		}
		c.PopID()
		for _, text := range h.texts {
			c.Cell(text)
		}
	}
	c.EndTable()
}

// choose selects the bodies of a row that can move, and looks at its point.
func (s *stepWindow) choose(v *View, h *hold) {
	s.chosen = [2]physics.Body{h.a, h.b}
	var list []physics.Body
	radius := float32(math.Inf(1))
	for _, b := range s.chosen {
		if b.Valid() && b.Type() != physics.Static {
			list = append(list, b)
			radius = min(radius, b.Bounds().Half().Len())
		}
	}
	v.SelectList(list)
	if len(list) > 0 {
		v.LookAt(h.point, max(2*radius, 0.5))
	}
}
