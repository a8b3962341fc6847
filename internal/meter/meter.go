package meter

import (
	"fmt"
	"slices"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Meter is an expression over the quantities of a world.
type Meter struct {
	// Key is the text of the expression; Unit in SI, empty for pure numbers.
	Key, Unit string
	// Text is one sentence.
	Text string

	is     kind
	ops    []op
	inputs []input
	states int
	tree   *node
}

// All are the quantities of the world. The order is that of lists and tables.
var All = func() (list []*Meter) {
	for _, q := range Things[0].Quantities {
		list = append(list, single(q, object{}))
	}
	return list
}()

// Find returns the meter of a quantity of the world.
func Find(key string) (*Meter, bool) {
	if i := slices.IndexFunc(All, func(m *Meter) bool { return m.Key == key }); i >= 0 {
		return All[i], true
	}
	return nil, false
}

// Keys are the keys of the quantities of the world.
func Keys() []string {
	keys := make([]string, len(All))
	for i := range All {
		keys[i] = All[i].Key
	}
	return keys
}

// single is the meter of one quantity.
func single(q *Quantity, o object) *Meter {
	in := input{q: q, thing: &Things[0], o: o, key: q.Name}
	for i := range Things {
		if t := &Things[i]; t.kind == o.kind && o.kind != objectWorld {
			in.thing, in.key = t, keyOf(t.Call, o.names, q.Name)
		}
	}
	return &Meter{Key: in.key, Unit: in.unit(), Text: q.Text, is: q.is, ops: []op{{code: opLoad}}, inputs: []input{in}}
}

// Expression compiles the text of an expression.
func Expression(source string) (*Meter, error) {
	source = strings.TrimSpace(source) // positions in the tree are those of the key
	tree, err := parse(source)
	if err != nil {
		return nil, err
	}
	m := &Meter{Key: source, tree: tree}
	if err := m.compile(nil); err != nil {
		return nil, err
	}
	m.Text = "An expression."
	if len(m.ops) == 1 && len(m.inputs) == 1 {
		m.Key, m.Text = m.inputs[0].key, m.inputs[0].q.Text
	}
	return m, nil
}

// compile writes the program, and checks units as far as those of the inputs are known.
func (m *Meter) compile(known []input) error {
	c := compiler{source: m.Key, inputs: known}
	p, err := c.read(m.tree)
	if err != nil {
		return err
	}
	m.is, m.ops, m.inputs, m.states, m.Unit = p.is, c.ops, c.inputs, int(c.states), p.unit.String()
	if len(m.ops) == 1 && len(m.inputs) == 1 {
		m.Unit = m.inputs[0].unit()
	}
	return nil
}

// Bind looks for the things of the meter in a world and in its scene. The error names a missing thing and lists the
// present ones, or names units that do not agree: the unit of some quantities follows from the thing.
func (m *Meter) Bind(w *physics.World, scene *scenes.Scene) error {
	for i := range m.inputs {
		if err := m.inputs[i].bind(w, scene); err != nil {
			return err
		}
	}
	if m.tree == nil {
		return nil
	}
	return m.compile(m.inputs)
}

// Bind binds all meters to a world and its scene, and returns the first error; see Meter.Bind.
func Bind(w *physics.World, scene *scenes.Scene, meters []*Meter) error {
	for _, m := range meters {
		if err := m.Bind(w, scene); err != nil {
			return err
		}
	}
	return nil
}

// Parse reads a list of expressions with commas between them. A word before the dot stands for all its quantities,
// "all" for every one of the world. Meters of things have to be bound. The error names what does not exist.
func Parse(list string) ([]*Meter, error) {
	var meters []*Meter
	add := func(m *Meter) {
		if !slices.ContainsFunc(meters, func(o *Meter) bool { return o.Key == m.Key }) {
			meters = append(meters, m)
		}
	}
	for _, word := range split(list) {
		known := false
		for _, m := range All {
			if word == "all" || strings.HasPrefix(m.Key, word+".") {
				add(m)
				known = true
			}
		}
		if known {
			continue
		}
		m, err := Expression(word)
		if err != nil {
			return nil, fmt.Errorf("%q: %s", word, strings.ReplaceAll(err.Error(), "\n", " "))
		}
		add(m)
	}
	return meters, nil
}

// split cuts a list at the commas that stand in no brackets and no quotes.
func split(list string) (words []string) {
	depth, quote, from := 0, byte(0), 0
	for i := range len(list) {
		switch c := list[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			words, from = append(words, strings.TrimSpace(list[from:i])), i+1
		}
	}
	return append(words, strings.TrimSpace(list[from:]))
}

// OfBody is a meter of a body: body("crate").speed.
func OfBody(b physics.Body, q *Quantity) *Meter {
	return single(q, object{kind: objectBody, a: b, names: []string{bodyname.Path(b)}})
}

// OfContact is a meter of the contacts between two bodies: contact("crate", "floor").force.
func OfContact(a, b physics.Body, q *Quantity) *Meter {
	return single(q, object{kind: objectContact, a: a, b: b, names: bodyname.Paths(a.World(), []physics.Body{a, b})})
}

// OfJoint is a meter of a joint: joint("elbow").force, by its name where it has one.
func OfJoint(j physics.Joint, q *Quantity) *Meter {
	return single(q, object{kind: objectJoint, joint: j, asked: mainOfJoint, axis: mainAxis(j),
		names: []string{jointPath(j)}})
}

// IsTruth reports whether the meter is true or false, 1 or 0, rather than a number.
func (m *Meter) IsTruth() bool { return m.is == truth }

// Timed reports whether the meter reads a clock of the computer: no two runs agree.
func (m *Meter) Timed() bool {
	return slices.ContainsFunc(m.inputs, func(in input) bool { return in.q.pass&passProfile != 0 })
}

// object returns the thing of a meter that reads only the quantity q of one thing, nil for other meters.
func (m *Meter) object(q *Quantity) *object {
	if len(m.ops) != 1 || len(m.inputs) != 1 || m.inputs[0].q != q {
		return nil
	}
	return &m.inputs[0].o
}

// Is reports whether a meter is one of a body, a contact or a joint with a quantity, without making it.
func (m *Meter) Is(a, b physics.Body, j physics.Joint, q *Quantity) bool {
	o := m.object(q)
	return o != nil && o.kind <= objectJoint && o.a == a && o.b == b && o.joint == j
}

// Moment is when a world is measured: after a step at a time (s), the last of which took Length (s), 0 if that is not
// known.
type Moment struct {
	Step         int
	Time, Length float64
}

// After is the moment after a step of a world with so many steps a second.
func After(step, hertz int) Moment {
	return Moment{Step: step, Time: float64(step) / float64(hertz), Length: 1 / float64(hertz)}
}

// Set measures some meters of a world, again and again.
type Set struct {
	// Truth is how far the world is from the exact solution beside it, nil for none.
	Truth func() float64

	meters []*Meter
	// inputs are the quantities of all meters, each once; links says which a meter reads
	inputs   []input
	links    [][]int32
	passes   pass
	subSteps int
	r        reading
	frame    frame
	measured bool
}

// NewSet measures these meters, of the things that they are bound to.
func NewSet(meters []*Meter) *Set {
	s := &Set{meters: meters, links: make([][]int32, len(meters))}
	for i, m := range meters {
		for k := range m.inputs {
			in := &m.inputs[k]
			at := slices.IndexFunc(s.inputs, func(x input) bool { return x.key == in.key })
			if at < 0 {
				at = len(s.inputs)
				s.inputs = append(s.inputs, in.copied())
				s.needs(in)
			}
			s.links[i] = append(s.links[i], int32(at))
		}
		s.frame.states = append(s.frame.states, make([]state, m.states)...)
	}
	s.frame.values = make([]float64, len(s.inputs))
	return s
}

// needs notes the lists that a quantity has to walk over.
func (s *Set) needs(in *input) {
	s.passes |= in.q.pass
	if in.o.kind == objectIsland || in.o.kind == objectSelection {
		s.passes |= passMotions
	}
	switch {
	case in.q.pass&passResidual == 0:
	case in.key == lastResidual:
		s.subSteps = max(s.subSteps, 1)
	default:
		s.subSteps = mostSubSteps
	}
}

// Bind looks for the things of the meters in another world. Those that it does not have measure no number, and the
// first is an error.
func (s *Set) Bind(w *physics.World, scene *scenes.Scene) error {
	var first error
	for i := range s.inputs {
		if err := s.inputs[i].bind(w, scene); err != nil && first == nil {
			first = err
		}
	}
	clear(s.frame.states)
	s.measured = false
	return first
}

// Meters are those of the set, in the order of the values.
func (s *Set) Meters() []*Meter { return s.meters }

// SubSteps is how many of the last sub-steps of a step the world has to measure, see physics.World.MeasureResiduals.
func (s *Set) SubSteps() int { return s.subSteps }

// Ledger reports whether the set reads the ledger of energy, see physics.World.KeepEnergyLedger.
func (s *Set) Ledger() bool { return s.passes&passLedger != 0 }

// Begin makes the world measure from its next step on the quantities that the set reads after it: without it the
// first value of a residual is no number, and a ledger begins with the second step.
func (s *Set) Begin(w *physics.World) {
	if s.Ledger() {
		w.KeepEnergyLedger(true)
	}
	if s.subSteps > 0 {
		w.MeasureResiduals(s.subSteps)
	}
}

// Measure appends the values of the meters to out; what is true is 1. Nothing is allocated once the lists of bodies
// and contacts have their size.
func (s *Set) Measure(w *physics.World, at Moment, out []float64) []float64 {
	s.Begin(w)
	s.r.take(w, s.passes)
	s.r.length = at.Length
	s.r.truth = 0
	if s.Truth != nil && s.passes&passTruth != 0 {
		s.r.truth = s.Truth()
	}
	s.r.realTime = 0
	if s.r.wall > 0 {
		s.r.realTime = at.Length / s.r.wall
	}
	f := &s.frame
	f.elapsed = at.Time - f.at.Time
	if !s.measured {
		f.elapsed = at.Length
	}
	f.at, s.measured = at, true
	for i := range s.inputs {
		f.values[i] = s.inputs[i].read(&s.r)
	}
	states := f.states
	for i, m := range s.meters {
		out = append(out, f.run(m.ops, s.links[i], states[:m.states]))
		states = states[m.states:]
	}
	return out
}
