package history

import (
	"cmp"
	"math"
	"slices"

	"tumble/physics"
)

// Start is how a body came to move, or to move otherwise.
type Start uint8

// The ways in which a body comes to move.
const (
	// StartHit: a moving body pushed it. StartSupport: a body in touch with it moved away.
	StartHit Start = iota
	StartSupport
	// StartInput: the user acted in the step. StartMade: the body was made in the step.
	StartInput
	StartMade
	// StartAlone is that nothing touched it that moved: gravity, a motor, a wind.
	StartAlone
	// StartAlways is that it moved when the history began.
	StartAlways
)

// Cause is why a body began to move after a tick.
type Cause struct {
	Tick  int
	Body  physics.Body
	Start Start
	// By is the other body of a hit or a lost support, Impulse the normal impulse that it gave in the tick (N·s).
	By      physics.Body
	Impulse float32
	// Name and ByName are the names of the bodies then: handles can stand for others later.
	Name, ByName string
	// Speed is that of the fastest point of the body after the tick (m/s), about.
	Speed float32

	// doubt is the number of ticks for which the body must also have stood still before this stretch of the history: a
	// shorter halt is no rest.
	doubt int
}

// When a body is said to begin to move.
const (
	// restMotion (m/s) is the motion below which a body rests, about the speed below which bodies fall asleep.
	restMotion = 0.05
	// restTime (s) is for how long it does so: a ball at the top of its flight, or a card that rocks, only halts.
	restTime = 0.2
	// kickSpeed (m/s) is the change of velocity by contacts in a tick that is a beginning of its own, for a body that
	// moves already, and kickShare its share of the speed after it.
	kickSpeed = 0.25
	kickShare = 0.5
)

// bodyMotion is how a body moved after a tick.
type bodyMotion struct {
	generation uint32
	known      bool
	velocity   physics.Vec3
	motion     float32
	// still is the number of ticks for which it has been below restMotion; open says that it was when the stretch
	// began, so that it may be longer.
	still int
	open  bool
}

// halts reports whether the body is below restMotion, rests whether it is for as many ticks as make a rest.
func (b *bodyMotion) halts() bool { return b.motion < restMotion }

func (b *bodyMotion) rests(ticks int) bool { return b.halts() && (b.open || b.still >= ticks) }

// touch is a contact of two bodies that can move.
type touch struct {
	a, b    physics.Body
	impulse float32
}

// motions follows the bodies of a world tick by tick and tells which began to move.
type motions struct {
	bodies, before   []bodyMotion // by slot
	touches, touched []touch      // after this tick and the one before

	rest     int // the ticks of restTime
	list     []physics.Body
	contacts []physics.ContactInfo
	causes   []Cause // in the order of their ticks
	pending  []Cause
}

// begin takes the world as it is; the ticks after it tell beginnings. Who sleeps has rested.
func (m *motions) begin(w *physics.World) {
	m.look(w)
	for _, b := range m.list {
		if x := m.of(m.bodies, b); x != nil && x.halts() {
			x.still, x.open = 0, true
			if !b.Awake() {
				x.still, x.open = math.MaxInt32, false
			}
		}
	}
}

// look takes the world after a tick.
func (m *motions) look(w *physics.World) {
	m.bodies, m.before = m.before, m.bodies
	m.touches, m.touched = m.touched, m.touches
	m.bodies = m.bodies[:0]
	m.list = w.Bodies(m.list[:0])
	for _, b := range m.list {
		for len(m.bodies) <= b.Index() {
			m.bodies = append(m.bodies, bodyMotion{})
		}
		if b.Type() == physics.Static {
			continue
		}
		at, v := b.Bounds(), b.LinearVelocity()
		motion := v.Len() + b.AngularVelocity().Len()*at.Max.Sub(at.Min).Len()/2
		now := bodyMotion{generation: b.Generation(), known: true, velocity: v, motion: motion}
		if was := m.of(m.before, b); was != nil && now.halts() && was.halts() {
			now.still, now.open = min(was.still, math.MaxInt32-1)+1, was.open
		}
		m.bodies[b.Index()] = now
	}
	m.touches = m.touches[:0]
	m.contacts = w.Contacts(m.contacts[:0])
	for i := range m.contacts {
		c := &m.contacts[i]
		x := touch{a: c.ShapeA.Body(), b: c.ShapeB.Body()}
		if x.a.Type() == physics.Static || x.b.Type() == physics.Static {
			continue
		}
		for k := range c.Points[:c.Count] {
			x.impulse += c.Points[k].Impulse
		}
		m.touches = append(m.touches, x)
	}
}

// tick takes the world after a tick of a length (s) and notes the bodies that began to move in it.
func (m *motions) tick(w *physics.World, n int, dt float32, kinds Kinds) {
	m.look(w)
	first := len(m.causes)
	m.pending = m.pending[:0]
	fall := w.Gravity().Mul(dt)
	m.rest = int(math.Ceil(float64(restTime / dt)))
	for _, b := range m.list {
		now := m.of(m.bodies, b)
		if now == nil {
			continue
		}
		before := m.of(m.before, b)
		if before == nil {
			m.causes = append(m.causes, Cause{Tick: n, Body: b, Start: StartMade, Speed: now.motion})
			continue
		}
		rested := before.rests(m.rest) && !now.halts()
		change := now.velocity.Sub(before.velocity).Sub(fall).Len()
		if !rested && change < max(kickSpeed, kickShare*now.velocity.Len()) {
			continue
		}
		c := Cause{Tick: n, Body: b, Start: StartAlone, Speed: now.motion}
		if before.open {
			c.doubt = m.rest - before.still
		}
		moved := func(by physics.Body) bool { return m.moved(by, before.motion) }
		switch {
		case m.partner(&c, moved):
			m.causes = append(m.causes, c)
		case rested:
			m.pending = append(m.pending, c)
		case kinds&byHand != 0:
			c.Start = StartInput
			m.causes = append(m.causes, c)
		}
		// otherwise it landed on something that stands still: that is an end
	}
	m.settle(first, kinds)
}

// moved reports whether a body moved before the tick, and faster than another one; for a body that halted, after the
// tick.
func (m *motions) moved(by physics.Body, than float32) bool {
	was := m.of(m.before, by)
	switch {
	case was == nil || was.rests(m.rest):
		return false
	case !was.halts():
		return was.motion > max(than, restMotion)
	}
	now := m.of(m.bodies, by)
	return now != nil && now.motion > max(than, restMotion)
}

// byHand are the kinds of input that move bodies, forAll those that move all of them.
const (
	byHand = KindInput | KindEdit | forAll
	forAll = KindParameter | KindRestart
)

// settle finds the causes of bodies that rested before the tick, and so did what touches them: a push goes through them
// in one tick. From bodies with a cause it spreads by contacts; where there is none the fastest has begun alone.
func (m *motions) settle(first int, kinds Kinds) {
	slices.SortStableFunc(m.pending, func(a, b Cause) int { return cmp.Compare(b.Speed, a.Speed) })
	begun := func(by physics.Body) bool {
		return slices.ContainsFunc(m.causes[first:], func(c Cause) bool { return same(c.Body, by) })
	}
	for len(m.pending) > 0 {
		left := m.pending[:0]
		known := len(m.causes)
		for _, c := range m.pending {
			if kinds&forAll == 0 && m.partner(&c, begun) {
				m.causes = append(m.causes, c)
			} else {
				left = append(left, c)
			}
		}
		if m.pending = left; len(m.causes) > known || len(left) == 0 {
			continue
		}
		c := left[0]
		if kinds&byHand != 0 {
			c.Start = StartInput
		}
		m.causes = append(m.causes, c)
		m.pending = left[1:]
	}
}

// of is the motion of a body, nil if it was not there.
func (m *motions) of(list []bodyMotion, b physics.Body) *bodyMotion {
	if b.Index() >= len(list) || !list[b.Index()].known || list[b.Index()].generation != b.Generation() {
		return nil
	}
	return &list[b.Index()]
}

// partner looks for the body that set another one in motion: of the bodies that can have done so and touch it after the
// tick, or else touched it before, the body with the largest impulse.
func (m *motions) partner(c *Cause, can func(by physics.Body) bool) bool {
	found := false
	for pass, list := range [...][]touch{m.touches, m.touched} {
		for i := range list {
			x := &list[i]
			by := x.a
			if by == c.Body {
				by = x.b
			} else if x.b != c.Body {
				continue
			}
			if found && x.impulse <= c.Impulse || !can(by) {
				continue
			}
			found = true
			c.By, c.Impulse, c.Start = by, x.impulse, StartHit
			if pass == 1 || x.impulse == 0 {
				c.Impulse, c.Start = 0, StartSupport
			}
		}
		if found {
			return true
		}
	}
	return false
}

// same reports whether two handles stand for one body, also where the scene was built anew meanwhile.
func same(a, b physics.Body) bool { return a.Index() == b.Index() && a.Generation() == b.Generation() }
