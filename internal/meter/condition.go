package meter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

// Condition is an expression over meters and bodies that holds or does not, as
//
//	penetration.max > 0.01 && step > 100
//	body("crate").speed > 3 or touching("crate", "floor")
//
// Words are the keys of meters, step, time (s), body(NAME) with the fields of BodyValues, and touching(NAME, NAME). A body
// without a name is called body and its slot, as body12. The language is that of expr-lang.org: a kept library with a checker
// of types, which says where an expression is wrong.
type Condition struct {
	source string
	used   []*Meter
	set    *Set
	run    *vm.Program
	vm     vm.VM

	values []float64
	env    map[string]any
	groups map[string]map[string]float64
	bodies map[string]*watched
	pairs  []*watchedPair
}

// BodyValues are the values of a body in a condition: the centre of mass (m), speeds (m/s, rad/s), the change of its velocity
// in the last step (m/s) and whether it is awake.
type BodyValues struct {
	X      float64 `expr:"x"`
	Y      float64 `expr:"y"`
	Z      float64 `expr:"z"`
	Speed  float64 `expr:"speed"`
	Spin   float64 `expr:"spin"`
	Impact float64 `expr:"impact"`
	Awake  bool    `expr:"awake"`
}

// watched is a body that a condition names.
type watched struct {
	body     physics.Body
	velocity vec.Vec3 // one step ago
	values   BodyValues
}

// watchedPair are two bodies that may touch.
type watchedPair struct {
	a, b     string
	touching bool
}

// ErrCondition is wrapped by errors about the text of a condition.
var ErrCondition = errors.New("bad condition")

// longestCondition bounds the text of a condition (bytes).
const longestCondition = 4096

// Compile checks the text of a condition. The error wraps ErrCondition.
func Compile(source string) (*Condition, error) {
	if len(source) > longestCondition {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrCondition, longestCondition)
	}
	c := &Condition{source: source, groups: map[string]map[string]float64{}, bodies: map[string]*watched{}}
	c.env = map[string]any{"step": 0, "time": 0.0}
	for i := range All {
		group, name, _ := strings.Cut(All[i].Key, ".")
		if c.groups[group] == nil {
			c.groups[group] = map[string]float64{}
			c.env[group] = c.groups[group]
		}
		c.groups[group][name] = 0
	}
	names := &finder{condition: c}
	program, err := expr.Compile(source, expr.Env(c.env), expr.AsBool(), expr.Patch(names),
		expr.Function("body", c.bodyValues, new(func(string) BodyValues)),
		expr.Function("touching", c.areTouching, new(func(string, string) bool)))
	if err == nil {
		err = names.err
	}
	if err != nil {
		return nil, fmt.Errorf("%w %q: %s", ErrCondition, source, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	c.run, c.set = program, NewSet(c.used)
	return c, nil
}

// finder collects the meters and bodies that an expression names.
type finder struct {
	condition *Condition
	err       error
}

// Visit looks at a part of the expression. It refuses keys that no meter has.
func (f *finder) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.MemberNode:
		group, ok := n.Node.(*ast.IdentifierNode)
		name, isText := n.Property.(*ast.StringNode)
		if !ok || f.condition.groups[group.Value] == nil {
			return
		}
		if !isText {
			f.fail(fmt.Errorf("%s needs the name of a meter after a dot", group.Value))
			return
		}
		key := group.Value + "." + name.Value
		m, known := Find(key)
		if !known {
			f.fail(fmt.Errorf("there is no meter %s; known are %s", key, strings.Join(Keys(), ", ")))
			return
		}
		f.condition.use(m)
	case *ast.CallNode:
		f.call(n)
	}
}

func (f *finder) call(n *ast.CallNode) {
	name, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return
	}
	var texts []string
	for _, a := range n.Arguments {
		if text, ok := a.(*ast.StringNode); ok {
			texts = append(texts, text.Value)
		}
	}
	switch {
	case name.Value == "body" && len(texts) == 1 && len(n.Arguments) == 1:
		f.condition.bodies[texts[0]] = &watched{}
	case name.Value == "touching" && len(texts) == 2:
		f.condition.pairs = append(f.condition.pairs, &watchedPair{a: texts[0], b: texts[1]})
		for _, text := range texts {
			if f.condition.bodies[text] == nil {
				f.condition.bodies[text] = &watched{}
			}
		}
	case name.Value == "body" || name.Value == "touching":
		f.fail(fmt.Errorf("%s takes names in quotes", name.Value))
	}
}

func (f *finder) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

func (c *Condition) use(m *Meter) {
	for _, u := range c.used {
		if u == m {
			return
		}
	}
	c.used = append(c.used, m)
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
// velocity are against the last call.
func (c *Condition) Holds(w *physics.World, step int, time float64) (bool, error) {
	c.values = c.set.Measure(w, c.values[:0])
	for i, m := range c.used {
		group, name, _ := strings.Cut(m.Key, ".")
		c.groups[group][name] = c.values[i]
	}
	c.env["step"], c.env["time"] = step, time
	for _, b := range c.bodies {
		b.read()
	}
	c.readPairs(w)
	out, err := c.vm.Run(c.run, c.env)
	if err != nil {
		return false, fmt.Errorf("condition %q after step %d: %w", c.source, step, err)
	}
	return out.(bool), nil
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

func (b *watched) read() {
	if !b.body.Valid() {
		b.values = BodyValues{}
		return
	}
	x, v := b.body.WorldCenter(), b.body.LinearVelocity()
	b.values = BodyValues{
		X: float64(x.X), Y: float64(x.Y), Z: float64(x.Z), Speed: float64(v.Len()),
		Spin: float64(b.body.AngularVelocity().Len()), Impact: float64(v.Sub(b.velocity).Len()), Awake: b.body.Awake(),
	}
	b.velocity = v
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
		p.touching = false
		a, b := c.bodies[p.a].body, c.bodies[p.b].body
		for i := range r.contactList {
			x, y := r.contactList[i].ShapeA.Body(), r.contactList[i].ShapeB.Body()
			p.touching = p.touching || x == a && y == b || x == b && y == a
		}
	}
}

func (c *Condition) bodyValues(args ...any) (any, error) {
	return c.bodies[args[0].(string)].values, nil
}

func (c *Condition) areTouching(args ...any) (any, error) {
	for _, p := range c.pairs {
		if p.a == args[0] && p.b == args[1] {
			return p.touching, nil
		}
	}
	return false, nil
}
