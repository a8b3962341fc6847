package meter

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

// Condition is an expression over meters and bodies that holds or does not, as
//
//	penetration.max > 0.01 && step > 100
//	body("crate").speed > 3 or touching("crate", "floor")
//
// Words are the keys of meters, step, time (s), body(NAME) with its fields, and touching(NAME, NAME). A body
// without a name is called body and its slot, as body12. The syntax is that of expr-lang.org, see expression for the supported part.
type Condition struct {
	expression
	used []*Meter
	set  *Set

	values []float64
	bodies map[string]*watched
	reads  []bodyRead
	pairs  []*watchedPair
}

// The words of conditions besides the keys of meters.
const (
	stepKey      = "step"
	timeKey      = "time"
	bodyCall     = "body"
	touchingCall = "touching"
)

// bodyValue is a quantity of a body in a condition.
type bodyValue struct {
	name  string
	kind  kind
	value func(b *watched) any
}

// bodyValues are the centre of mass (m), speeds (m/s, rad/s), the change of the velocity in the last step (m/s) and whether it is awake.
var bodyValues = []bodyValue{
	{"x", number, func(b *watched) any { return float64(b.body.WorldCenter().X) }},
	{"y", number, func(b *watched) any { return float64(b.body.WorldCenter().Y) }},
	{"z", number, func(b *watched) any { return float64(b.body.WorldCenter().Z) }},
	{"speed", number, func(b *watched) any { return float64(b.body.LinearVelocity().Len()) }},
	{"spin", number, func(b *watched) any { return float64(b.body.AngularVelocity().Len()) }},
	{"impact", number, func(b *watched) any { return float64(b.body.LinearVelocity().Sub(b.velocity).Len()) }},
	{"awake", truth, func(b *watched) any { return b.body.Awake() }},
}

// watched is a body that a condition names.
type watched struct {
	body     physics.Body
	velocity vec.Vec3 // one step ago
}

// bodyRead is a quantity of a body that a condition reads.
type bodyRead struct {
	key   string
	body  *watched
	value *bodyValue
}

// watchedPair are two bodies that may touch.
type watchedPair struct {
	key  string
	a, b *watched
}

// ErrCondition is wrapped by errors about the text of a condition.
var ErrCondition = errors.New("bad condition")

// Compile checks the text of a condition. The error wraps ErrCondition.
func Compile(source string) (*Condition, error) {
	if len(source) > longestCondition {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrCondition, longestCondition)
	}
	c := &Condition{bodies: map[string]*watched{}}
	if err := c.compile(source, c); err != nil {
		return nil, fmt.Errorf("%w %q: %s", ErrCondition, source, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	c.set = NewSet(c.used)
	return c, nil
}

// member implements namer.
func (c *Condition) member(owner string, names []string, word string) (kind, error) {
	if owner == bodyCall {
		return c.bodyMember(names, word)
	}
	if owner != "" {
		return "", fmt.Errorf("there is no %s; there are body and touching", owner)
	}
	m, known := Find(word)
	if !known {
		return "", fmt.Errorf("there is no meter %s; known are %s", word, strings.Join(Keys(), ", "))
	}
	c.use(m)
	return number, nil
}

func (c *Condition) bodyMember(names []string, word string) (kind, error) {
	if len(names) != 1 {
		return "", errors.New("body takes a name in quotes")
	}
	known := ""
	for i := range bodyValues {
		v := &bodyValues[i]
		if v.name == word {
			c.reads = append(c.reads, bodyRead{quantityKey(bodyCall, names, word), c.body(names[0]), v})
			return v.kind, nil
		}
		known += ", " + v.name
	}
	return "", fmt.Errorf("a body has no %s; it has %s", word, known[2:])
}

// call implements namer.
func (c *Condition) call(function string, names []string) (kind, error) {
	switch {
	case function == bodyCall:
		return "", errors.New(`body(NAME) needs a quantity after a dot, as body("crate").speed`)
	case function != touchingCall:
		return "", fmt.Errorf("there is no %s; there are body, touching and %s", function, strings.Join(functions(), ", "))
	case len(names) != 2:
		return "", errors.New("touching takes two names in quotes")
	}
	c.pairs = append(c.pairs, &watchedPair{quantityKey(function, names, ""), c.body(names[0]), c.body(names[1])})
	return truth, nil
}

// body is the one of a name, which Bind finds.
func (c *Condition) body(name string) *watched {
	if c.bodies[name] == nil {
		c.bodies[name] = &watched{}
	}
	return c.bodies[name]
}

func (c *Condition) use(m *Meter) {
	if !slices.Contains(c.used, m) {
		c.used = append(c.used, m)
	}
}

// String is the text of the condition.
func (c *Condition) String() string { return c.source }

// Bind looks for the bodies that the condition names, and takes the world as it is as the one before the first step: call it when a
// world is brought to another state. The error names a body that the world does not have.
func (c *Condition) Bind(w *physics.World) error {
	for name, b := range c.bodies {
		body, ok := bodyname.Find(w, name)
		if !ok {
			return fmt.Errorf("%w %q: there is no body %q", ErrCondition, c.source, name)
		}
		*b = watched{body: body, velocity: body.LinearVelocity()}
	}
	// changes are against this state
	c.set.r = reading{}
	c.values = c.set.Measure(w, c.values[:0])
	return nil
}

// Holds measures the world after a step and reports whether the condition holds. Call it after every step: changes of
// velocity are against the last call. What a body that is gone says is no number.
func (c *Condition) Holds(w *physics.World, step int, time float64) (bool, error) {
	c.values = c.set.Measure(w, c.values[:0])
	for i, m := range c.used {
		c.env[m.Key] = c.values[i]
	}
	c.env[stepKey], c.env[timeKey] = step, time
	for _, r := range c.reads {
		c.env[r.key] = r.read()
	}
	for _, b := range c.bodies {
		b.velocity = b.body.LinearVelocity()
	}
	c.readPairs(w)
	holds, err := c.holds()
	if err != nil {
		return false, fmt.Errorf("condition %q after step %d: %w", c.source, step, err)
	}
	return holds, nil
}

func (r *bodyRead) read() any {
	switch {
	case r.body.body.Valid():
		return r.value.value(r.body)
	case r.value.kind == truth:
		return false
	}
	return math.NaN()
}

// Values are the meters of the condition with their values when it was looked at last, as text: "penetration.max = 0.012 m".
func (c *Condition) Values() string {
	b := &strings.Builder{}
	for i, m := range c.used {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s = %.6g", m.Key, c.values[i])
		if m.Unit != "" {
			b.WriteString(" " + m.Unit)
		}
	}
	return b.String()
}

// SubSteps is that of the meters of the condition, see Set.SubSteps.
func (c *Condition) SubSteps() int { return c.set.SubSteps() }

// Ledger is that of the meters of the condition, see Set.Ledger.
func (c *Condition) Ledger() bool { return c.set.Ledger() }

// Begin is that of the meters of the condition, see Set.Begin.
func (c *Condition) Begin(w *physics.World) { c.set.Begin(w) }

func (c *Condition) readPairs(w *physics.World) {
	if len(c.pairs) == 0 {
		return
	}
	r := &c.set.r
	r.contactList = w.Contacts(r.contactList[:0])
	for _, p := range c.pairs {
		touching, a, b := false, p.a.body, p.b.body
		for i := range r.contactList {
			x, y := r.contactList[i].ShapeA.Body(), r.contactList[i].ShapeB.Body()
			touching = touching || x == a && y == b || x == b && y == a
		}
		c.env[p.key] = touching
	}
}
