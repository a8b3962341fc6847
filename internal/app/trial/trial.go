package trial

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// Divergence is the first step after which a member differs from the session, and the slot of the first body that
// differs.
type Divergence struct {
	Found bool
	Step  uint64
	Slot  int
}

// Member is a copy of the session with values of its own.
type Member struct {
	Session *session.Session
	Values  Values
	// Divergence is the first difference. Distances has the distance of each body from its twin in the session (m), by
	// slot. Farthest is the largest of these distances.
	Divergence Divergence
	Distances  []float32
	Farthest   float32

	name     string
	measured measured
	work     chan tick
	events   []input.Event // buffer of shared
	err      error         // of the step that ended the member
}

// tick is a step for the goroutine of a member: its events and its length (s).
type tick struct {
	events []input.Event
	dt     float32
}

// Trial has the members beside a session, and the records of earlier trials. The zero value has none.
type Trial struct {
	plan    Plan
	main    *session.Session
	members []*Member
	own     measured // of the session itself
	waiting sync.WaitGroup
	// first is the step after which the members began, steps the number of steps since; mixed says that the session
	// has changed a value that differs between members
	first, steps uint64
	mixed        bool
	records      []Record
	count        int // trials that were recorded
}

// Open reports whether there are members.
func (t *Trial) Open() bool { return len(t.members) > 0 }

// Members are the copies in the order of the plan.
func (t *Trial) Members() []*Member { return t.members }

// Plan is the plan of the trial.
func (t *Trial) Plan() *Plan { return &t.plan }

// First is the step after which all members began.
func (t *Trial) First() uint64 { return t.first }

// Over reports whether the trial has lasted as long as its plan says.
func (t *Trial) Over() bool { return t.Open() && t.plan.Steps > 0 && t.steps == t.plan.Steps }

// Mixed reports whether the session has changed a value that differs between members since the trial began.
func (t *Trial) Mixed() bool { return t.mixed }

// Begin ends the running trial and copies the session main once for each member of the plan. clock fills the profiles
// of the copies, nil for none. rebuilt says that the next step builds the scene: a parameter that takes effect when the
// scene is built needs rebuilt, or a session without steps. Errors wrap ErrTrial and leave the running trial as it is.
func (t *Trial) Begin(main *session.Session, plan *Plan, rebuilt bool, clock physics.Clock) error {
	if n := len(plan.Members); n == 0 || n > MostMembers {
		return fmt.Errorf("%w: %d members: must be 1 to %d", ErrTrial, n, MostMembers)
	}
	var list []*Member
	for i := range plan.Members {
		m, err := newMember(main, &plan.Members[i], rebuilt || main.Steps() == 0, clock)
		if err != nil {
			for _, m := range list {
				m.Session.World().Close()
			}
			return err
		}
		list = append(list, m)
	}
	t.End()
	t.plan, t.main, t.members = *plan, main, list
	t.measure()
	for _, m := range t.members {
		m.work = make(chan tick, 1)
		go m.run(&t.waiting)
	}
	return nil
}

// measure forgets all values and differences, and begins to measure the session and its members.
func (t *Trial) measure() {
	t.first, t.steps, t.mixed = t.main.Steps(), 0, false
	t.own.begin(&t.plan)
	for _, m := range t.members {
		m.measured.begin(&t.plan)
		m.Divergence = Divergence{}
	}
}

// newMember copies a session and gives the copy its values; see lookup for builds.
func newMember(main *session.Session, values *Values, builds bool, clock physics.Clock) (*Member, error) {
	s, err := main.Fork(clock)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTrial, err)
	}
	m := &Member{Session: s, Values: Values{Name: values.Name}}
	for _, v := range values.List {
		p, err := lookup(s, v.Key, builds)
		if err == nil {
			err = s.Take(p.Key, v.Text)
		}
		if err != nil {
			s.World().Close()
			return nil, fmt.Errorf("%w: %w", ErrTrial, err)
		}
		m.Values.List = append(m.Values.List, Value{p.Key, p.String()})
	}
	m.name = m.Values.String()
	return m, nil
}

// lookup finds a parameter that may differ between members. builds says that the members begin with the construction of
// the scene; without it a parameter that needs a restart is an error.
func lookup(s *session.Session, key string, builds bool) (*param.Param, error) {
	p, err := s.Registry.Lookup(key)
	switch {
	case err != nil:
		return nil, err
	case strings.HasPrefix(p.Key, "loop."):
		return nil, fmt.Errorf("%s belongs to the loop, which all members share", p.Key)
	case p.Restart && !builds:
		return nil, fmt.Errorf("%s takes effect when the scene is built: begin from the start", p.Key)
	}
	return p, nil
}

// Check returns the first error in the values of a plan, without a copy of the session; see lookup for builds. The
// error wraps ErrTrial.
func Check(s *session.Session, plan *Plan, builds bool) error {
	for i := range plan.Members {
		for _, v := range plan.Members[i].List {
			p, err := lookup(s, v.Key, builds)
			if err == nil {
				_, err = p.Parse(v.Text)
			}
			if err != nil {
				return fmt.Errorf("%w: %w", ErrTrial, err)
			}
		}
	}
	return nil
}

// End adds the trial to the records and closes its members. Without members End does nothing.
func (t *Trial) End() {
	if !t.Open() {
		return
	}
	t.keep()
	t.close()
}

// close closes all members.
func (t *Trial) close() {
	for _, m := range t.members {
		close(m.work)
		m.Session.World().Close()
	}
	t.members, t.main = nil, nil
}

// Keep adds the trial to the records, closes all members but member i, and returns the session of member i.
func (t *Trial) Keep(i int) *session.Session {
	t.keep()
	kept := t.members[i]
	close(kept.work)
	t.members = slices.Delete(t.members, i, i+1)
	t.close()
	return kept.Session
}

// Start begins a step of all members, with the events and the length (s) of the session's step. The members step in
// their goroutines while the session takes its own step; Finish waits for them. A restart among the events records the
// trial and begins it anew.
func (t *Trial) Start(events []input.Event, dt float32) {
	if !t.Open() {
		return
	}
	if slices.ContainsFunc(events, session.Restarts) {
		t.keep()
		t.measure()
		t.first = 0
	}
	t.notice(events)
	t.own.prepare(t.main)
	t.waiting.Add(len(t.members))
	for _, m := range t.members {
		m.work <- tick{events, dt}
	}
}

// notice sets mixed if events change a value that differs between members, after the first step of the trial.
func (t *Trial) notice(events []input.Event) {
	for i := range events {
		for _, m := range t.members {
			t.mixed = t.mixed || t.steps > 0 && m.owns(&events[i])
		}
	}
}

// Finish waits for the step of the members, measures the session, and compares each member with it. Call it after the
// session's step. The error joins those of the members, whose steps have ended.
func (t *Trial) Finish() error {
	t.waiting.Wait()
	if len(t.members) == 0 {
		return nil
	}
	t.steps++
	t.own.step(t.main, t.main.Now())
	var err error
	for _, m := range t.members {
		if m.err != nil {
			err = errors.Join(err, fmt.Errorf("%w: %s: %w", ErrTrial, m.name, m.err))
			continue
		}
		m.compare(t.main)
	}
	return err
}

// GoBackWith reports whether the undos and redos among the events have the same effect in all members as in the
// session.
func (t *Trial) GoBackWith(events []input.Event) bool {
	for _, m := range t.members {
		if !t.main.GoesBackWith(m.Session, events) {
			return false
		}
	}
	return true
}

// Arrive empties the lists of edits of all members. Call it after a jump in time, which empties the session's list.
func (t *Trial) Arrive() {
	for _, m := range t.members {
		m.Session.ForgetEdits()
	}
}

// Steps is the number of steps of the session. Divergence.Step counts in the same steps.
func (t *Trial) Steps() uint64 { return t.main.Steps() }

// Apply gives all members the commands that the session takes between two steps.
func (t *Trial) Apply(events []input.Event) {
	t.notice(events)
	for _, m := range t.members {
		m.Session.Apply(m.shared(events))
	}
}

// Name is the name of the member, or without a name its values; see Values.String.
func (m *Member) Name() string { return m.name }

// owns reports whether an event sets one of the member's values.
func (m *Member) owns(e *input.Event) bool {
	return slices.ContainsFunc(m.Values.List, func(v Value) bool { return session.Sets(e, v.Key) })
}

// shared returns the events for the member: all but those that set its own values, which the member's session counts
// and passes over.
func (m *Member) shared(events []input.Event) []input.Event {
	m.events = m.events[:0]
	for i := range events {
		if !m.owns(&events[i]) {
			m.events = append(m.events, events[i])
		} else {
			m.Session.Pass()
		}
	}
	return m.events
}

// run takes the steps of the work channel until the channel is closed. After an error it takes no more steps.
func (m *Member) run(waiting *sync.WaitGroup) {
	for t := range m.work {
		if m.err == nil {
			m.measured.prepare(m.Session)
			m.err = m.Session.TickBy(m.shared(t.events), t.dt)
			m.measured.step(m.Session, m.Session.Now())
		}
		waiting.Done()
	}
}

// compare measures the distances of all bodies from their twins in main, and looks for the first difference.
func (m *Member) compare(main *session.Session) {
	a, b := main.World(), m.Session.World()
	n := max(a.BodyCapacity(), b.BodyCapacity())
	m.Distances, m.Farthest = m.Distances[:0], 0
	for slot := range n {
		x, inA := a.BodyAt(slot)
		y, inB := b.BodyAt(slot)
		distance := float32(0)
		if inA && inB {
			distance = x.Position().Dist(y.Position())
		}
		m.Distances = append(m.Distances, distance)
		m.Farthest = max(m.Farthest, distance)
		if !m.Divergence.Found && (inA != inB || inA && differ(x, y)) {
			m.Divergence = Divergence{true, main.Steps(), slot}
		}
	}
}

// differ reports whether two bodies differ in pose or velocity.
func differ(a, b physics.Body) bool {
	return a.Transform() != b.Transform() || a.LinearVelocity() != b.LinearVelocity() ||
		a.AngularVelocity() != b.AngularVelocity()
}

// Farthest returns, in buf, the distance of every body of the session from its farthest twin (m), by slot.
func (t *Trial) Farthest(buf []float32) []float32 {
	buf = buf[:0]
	for _, m := range t.members {
		for slot, d := range m.Distances {
			if slot == len(buf) {
				buf = append(buf, 0)
			}
			buf[slot] = max(buf[slot], d)
		}
	}
	return buf
}

// Twin is the pose of the body in a slot of the member's world; it reports false where the slot has no body.
func (m *Member) Twin(slot int) (vec.Transform, bool) {
	b, ok := m.Session.World().BodyAt(slot)
	if !ok {
		return vec.Transform{}, false
	}
	return b.Transform(), true
}

// Label is the session's values of the parameters that differ between members, as "key=value, key=value".
func (t *Trial) Label() string {
	if !t.Open() {
		return ""
	}
	var words []string
	for _, v := range t.members[0].Values.List {
		if p, err := t.main.Registry.Lookup(v.Key); err == nil {
			words = append(words, p.Key+"="+p.String())
		}
	}
	return strings.Join(words, ", ")
}

// Text is the first step that differs and the first body, which name names, or "the same".
func (d Divergence) Text(w *physics.World, name func(physics.Body) string) string {
	if !d.Found {
		return "the same"
	}
	text := "step " + strconv.FormatUint(d.Step, 10)
	if b, ok := w.BodyAt(d.Slot); ok {
		text += ", " + name(b)
	}
	return text
}
