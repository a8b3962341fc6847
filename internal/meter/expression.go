package meter

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// kind is the type of an expression: the language has no other values.
type kind uint8

const (
	number kind = iota
	truth
)

func (k kind) String() string { return [...]string{"a number", "true or false"}[k] }

// compiler reads the tree of an expression once and writes its program. An evaluation takes no more operations than the
// text has, and an unknown quantity is an error.
type compiler struct {
	source string
	ops    []op
	inputs []input
	states int32
	// many lets a pattern stand where its things are to be set
	many bool
}

// part is the knowledge of the compiler about a part of an expression.
type part struct {
	is   kind
	unit dimension
	// constant is its value where isConstant says that it is a number in the text
	constant   float64
	isConstant bool
}

func (c *compiler) failf(n *node, format string, args ...any) (part, error) {
	return part{}, located(c.source, n.at, fmt.Errorf(format, args...))
}

func (c *compiler) emit(code opcode, k int32, v float64) { c.ops = append(c.ops, op{code, k, v}) }

// read writes the program of a part of the expression.
func (c *compiler) read(n *node) (part, error) {
	if len(c.ops) > mostOperations {
		return c.failf(n, "the expression takes more than %d operations", mostOperations)
	}
	switch n.form {
	case numberForm:
		return c.number(n.value), nil
	case truthForm:
		c.emit(opConst, 0, n.value)
		return part{is: truth}, nil
	case nameForm:
		return c.word(n)
	case memberForm:
		return c.quantity(n)
	case callForm:
		return c.call(n)
	case unaryForm:
		return c.unary(n)
	case binaryForm:
		return c.binary(n)
	case choiceForm:
		return c.choice(n)
	}
	return c.failf(n, "there are numbers, comparisons, logic, quantities and %s only", strings.Join(functionNames(),
		", "))
}

func (c *compiler) number(v float64) part {
	c.emit(opConst, 0, v)
	return part{unit: dimension{kind: bareNumber}, constant: v, isConstant: true}
}

// word reads the clocks and the names of units.
func (c *compiler) word(n *node) (part, error) {
	switch n.text {
	case stepKey:
		c.emit(opStep, 0, 0)
		return part{}, nil
	case timeKey:
		c.emit(opTime, 0, 0)
		return part{unit: dimensionOf("s")}, nil
	}
	if u, known := unitNames[n.text]; known {
		c.emit(opConst, 0, u.value)
		return part{unit: dimension{power: u.power}}, nil
	}
	return c.failf(n, "there is no quantity %s; %s", n.text, whatThereIs)
}

// whatThereIs says where quantities are listed.
const whatThereIs = `sandbox meters lists those of the world, as speed.max, and of things, as body("crate").speed`

// of reads parts that must be of a kind.
func (c *compiler) of(want kind, n *node) (part, error) {
	p, err := c.read(n)
	if err == nil && p.is != want {
		return c.failf(n, "%s is needed here, not %s", want, p.is)
	}
	return p, err
}

func (c *compiler) unary(n *node) (part, error) {
	if n.text == "!" || n.text == "not" {
		p, err := c.of(truth, n.parts[0])
		c.emit(opNot, 0, 0)
		return p, err
	}
	p, err := c.of(number, n.parts[0])
	if n.text == "-" {
		c.emit(opNeg, 0, 0)
		p.constant = -p.constant
	}
	return p, err
}

// arithmetic are the operators of two numbers, logical the operators of two truths.
var (
	arithmetic = map[string]opcode{"+": opAdd, "-": opSub, "*": opMul, "/": opDiv, "%": opMod, "**": opPow, "^": opPow,
		"<": opLess, "<=": opLessEqual, ">": opMore, ">=": opMoreEqual, "==": opEqual, "!=": opUnequal}
	logical = map[string]opcode{"&&": opAnd, "and": opAnd, "||": opOr, "or": opOr, "==": opEqual, "!=": opUnequal}
)

func (c *compiler) binary(n *node) (part, error) {
	numbers, isNumbers := arithmetic[n.text]
	truths, isTruths := logical[n.text]
	a, err := c.read(n.parts[0])
	if err != nil {
		return part{}, err
	}
	if a.is == number && !isNumbers || a.is == truth && !isTruths {
		return c.failf(n.parts[0], "%s is needed here, not %s", truth-a.is, a.is)
	}
	b, err := c.of(a.is, n.parts[1])
	if err != nil {
		return part{}, err
	}
	if a.is == truth {
		c.emit(truths, 0, 0)
		return part{is: truth}, nil
	}
	c.emit(numbers, 0, 0)
	out, err := combined(n.text, a, b)
	if err != nil {
		return part{}, located(c.source, n.at, err)
	}
	return out, nil
}

// combined is the result of an operator of two numbers as far as units go.
func combined(operator string, a, b part) (part, error) {
	switch operator {
	case "*":
		return part{unit: a.unit.times(b.unit, 1)}, nil
	case "/":
		return part{unit: a.unit.times(b.unit, -1)}, nil
	case "**", "^":
		if b.unit.kind == fixedDimension && b.unit.power != [3]float64{} {
			return part{}, fmt.Errorf("an exponent is a number, not %s", b.unit)
		}
		if a.unit.kind != fixedDimension || a.unit.power == [3]float64{} {
			return part{unit: a.unit}, nil
		}
		if !b.isConstant {
			return part{}, fmt.Errorf("%s needs a number as its exponent", a.unit)
		}
		return part{unit: dimension{}.times(a.unit, b.constant)}, nil
	}
	unit, same := sameDimension(a.unit, b.unit)
	switch operator {
	case "+", "-", "%":
		if !same {
			return part{}, unlike(map[string]string{"+": "adding", "-": "subtracting", "%": "dividing"}[operator],
				a.unit,
				b.unit)
		}
		return part{unit: unit}, nil
	}
	if !same {
		return part{}, unlike("comparing", a.unit, b.unit)
	}
	return part{is: truth}, nil
}

// choice reads a ? b : c.
func (c *compiler) choice(n *node) (part, error) {
	if _, err := c.of(truth, n.parts[0]); err != nil {
		return part{}, err
	}
	a, err := c.read(n.parts[1])
	if err != nil {
		return part{}, err
	}
	b, err := c.of(a.is, n.parts[2])
	if err != nil {
		return part{}, err
	}
	c.emit(opSelect, 0, 0)
	unit, same := sameDimension(a.unit, b.unit)
	if !same {
		return part{}, located(c.source, n.at, unlike("choosing from", a.unit, b.unit))
	}
	return part{is: a.is, unit: unit}, nil
}

// numeric are the functions of numbers, and of how many at most.
var numeric = map[string]struct {
	code opcode
	most int
}{"abs": {opAbs, 1}, "ceil": {opCeil, 1}, "floor": {opFloor, 1}, "round": {opRound, 1}, "min": {opMin,
	mostOperations}, "max": {opMax, mostOperations}}

// functionNames lists the functions of numbers.
func functionNames() []string {
	names := []string{rateCall, integralCall, "mean", "sum"}
	for name := range numeric {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// function reads a function of numbers.
func (c *compiler) function(n *node) (part, error) {
	f, known := numeric[n.text]
	if over, reduces := reductions[n.text]; reduces && len(n.parts) == 1 {
		return c.over(n, over)
	}
	if k := len(n.parts); !known || k < min(f.most, 2) || k > f.most {
		return c.failf(n, "%s takes another number of values", n.text)
	}
	var out part
	for i, argument := range n.parts {
		p, err := c.of(number, argument)
		if err != nil {
			return part{}, err
		}
		if i == 0 {
			out = part{unit: p.unit}
		}
		unit, same := sameDimension(out.unit, p.unit)
		if !same {
			return part{}, located(c.source, n.at, unlike(n.text+" of", out.unit, p.unit))
		}
		out.unit = unit
		if i > 0 || f.most == 1 {
			c.emit(f.code, 0, 0)
		}
	}
	return out, nil
}

// The words of the language besides the quantities.
const (
	stepKey      = "step"
	timeKey      = "time"
	touchingCall = "touching"
	rateCall     = "rate"
	integralCall = "integral"
)

// call reads touching("a", "b"), rate(x) and integral(x).
func (c *compiler) call(n *node) (part, error) {
	switch n.text {
	case touchingCall:
		return c.thingOf(n, "contact", n, "touching")
	case rateCall, integralCall:
		if len(n.parts) != 1 {
			return c.failf(n, "%s takes one value", n.text)
		}
		p, err := c.of(number, n.parts[0])
		if err != nil {
			return part{}, err
		}
		code, power := opRate, -1.0
		if n.text == integralCall {
			code, power = opIntegral, 1
		}
		c.emit(code, c.states, 0)
		c.states++
		if p.unit.kind == bareNumber {
			p.unit = dimension{}
		}
		return part{unit: p.unit.times(dimensionOf("s"), power)}, nil
	}
	_, isFunction := numeric[n.text]
	_, reduces := reductions[n.text]
	if isFunction || reduces {
		return c.function(n)
	}
	if t := thing(n.text); t != nil {
		return c.failf(n, "%s needs a quantity after its bracket, as %s%s", n.text, t.Form, t.Quantities[0].Name)
	}
	return c.failf(n, "there is no %s; there are %s, %s and %s", n.text, strings.Join(thingCalls(), ", "),
		touchingCall,
		strings.Join(functionNames(), ", "))
}

func thingCalls() (list []string) {
	for i := range Things[1:] {
		list = append(list, Things[i+1].Call)
	}
	return list
}

// quantity reads speed.max or body("crate").velocity.x.
func (c *compiler) quantity(n *node) (part, error) {
	word, under := "", n
	for ; under.form == memberForm; under = under.parts[0] {
		word = "." + under.text + word
	}
	switch under.form {
	case nameForm:
		return c.ofWorld(n, under.text+word)
	case callForm:
		return c.thingOf(n, under.text, under, word[1:])
	}
	return c.failf(n, "%s needs a group of quantities or a thing before it", word[1:])
}

// ofWorld is a quantity of the world.
func (c *compiler) ofWorld(n *node, key string) (part, error) {
	q := Things[0].find(key)
	if q == nil {
		q = subStepOf(key)
	}
	if q != nil {
		return c.load(input{q: q, thing: &Things[0], key: key})
	}
	hint := whatThereIs
	if name, last, _ := cutLast(key); Things[1].find(last) != nil {
		hint = fmt.Sprintf("that of a body is body(%q).%s", name, last)
	}
	return c.failf(n, "there is no quantity %s of the world; %s", key, hint)
}

// thingOf is a quantity of a thing that a call names.
func (c *compiler) thingOf(n *node, call string, of *node, word string) (part, error) {
	t := thing(call)
	if t == nil {
		return c.failf(n, "there is no %s; there are %s", call, strings.Join(thingCalls(), ", "))
	}
	o := object{kind: t.kind, asked: mainOfJoint}
	for _, a := range of.parts {
		if a.form == textForm {
			o.names = append(o.names, a.text)
		}
	}
	if k := len(o.names); k != len(of.parts) || k < t.least || k > t.most {
		return c.failf(n, "%s takes names in quotes, as %s%s", call, t.Form, t.Quantities[0].Name)
	}
	name := word
	if t.kind == objectJoint {
		o.asked, name = cutAxis(word)
	}
	q := t.find(name)
	if q == nil {
		return c.failf(n, "%s has no %s; it has %s", call, word, t.names())
	}
	if t.kind == objectContact && q.is == truth {
		word = q.Name
	}
	in := input{q: q, thing: t, o: o, key: keyOf(call, o.names, word)}
	if c.many && in.isMany() {
		in.over = overAll
	}
	return c.load(in)
}

// cutAxis reads the number of an axis before a quantity of a joint: axis2.rate.
func cutAxis(word string) (axis int, rest string) {
	var n int
	prefix, rest, ok := strings.Cut(word, ".")
	if _, err := fmt.Sscanf(prefix, "axis%d", &n); !ok || err != nil || n < 1 || prefix != fmt.Sprintf("axis%d", n) {
		return mainOfJoint, word
	}
	return n - 1, rest
}

// keyOf is how a quantity of a thing is written.
func keyOf(call string, names []string, word string) string {
	b := &strings.Builder{}
	b.WriteString(call + "(")
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%q", name)
	}
	b.WriteString(")." + word)
	return b.String()
}

// load reads a quantity, each one once.
func (c *compiler) load(in input) (part, error) {
	i := slices.IndexFunc(c.inputs, func(x input) bool { return x.key == in.key })
	if i < 0 {
		i = len(c.inputs)
		c.inputs = append(c.inputs, in)
	}
	c.emit(opLoad, int32(i), 0)
	return part{is: in.q.is, unit: dimensionOf(c.inputs[i].unit())}, nil
}

// opcode is an operation of a program over a stack.
type opcode uint8

const (
	opConst opcode = iota
	opLoad
	opStep
	opTime
	opNeg
	opNot
	opAbs
	opCeil
	opFloor
	opRound
	opRate
	opIntegral
	opSelect
	// the codes below take two values
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opPow
	opMin
	opMax
	opLess
	opLessEqual
	opMore
	opMoreEqual
	opEqual
	opUnequal
	opAnd
	opOr
)

// op is an operation: k is the number of an input or of a state, v a constant.
type op struct {
	code opcode
	k    int32
	v    float64
}

// state is that of a rate, which keeps the value before, or of an integral.
type state struct {
	value float64
	known bool
}

// frame has the data of an evaluation: the values of the inputs and the states kept from one measurement to the
// next.
type frame struct {
	at      Moment
	elapsed float64 // since the measurement before (s)
	values  []float64
	states  []state
	stack   []float64
}

// run evaluates a program whose inputs are those of link. True is 1.
func (f *frame) run(ops []op, link []int32, states []state) float64 {
	s := f.stack[:0]
	for i := range ops {
		o := &ops[i]
		top := len(s) - 1
		switch o.code {
		case opConst:
			s = append(s, o.v)
		case opLoad:
			s = append(s, f.values[link[o.k]])
		case opStep:
			s = append(s, float64(f.at.Step))
		case opTime:
			s = append(s, f.at.Time)
		case opSelect:
			if s[top-2] != 0 {
				s[top] = s[top-1]
			}
			s[top-2] = s[top]
			s = s[:top-1]
		case opRate:
			s[top] = states[o.k].rate(s[top], f.elapsed)
		case opIntegral:
			x := &states[o.k]
			x.value += float64(s[top] * f.elapsed)
			s[top] = x.value
		default:
			if o.code < opAdd {
				s[top] = one(o.code, s[top])
				continue
			}
			s[top-1] = two(o.code, s[top-1], s[top])
			s = s[:top]
		}
	}
	f.stack = s[:0]
	return s[0]
}

// rate is the change of a value since the measurement before; no number at the first.
func (x *state) rate(v, elapsed float64) float64 {
	change := math.NaN()
	if x.known && elapsed > 0 {
		change = (v - x.value) / elapsed
	}
	x.value, x.known = v, true
	return change
}

func one(code opcode, a float64) float64 {
	switch code {
	case opNeg:
		return -a
	case opNot:
		return oneIf(a == 0)
	case opAbs:
		return math.Abs(a)
	case opCeil:
		return math.Ceil(a)
	case opFloor:
		return math.Floor(a)
	}
	return math.Round(a)
}

func two(code opcode, a, b float64) float64 {
	switch code {
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	case opDiv:
		return a / b
	case opMod:
		return math.Mod(a, b)
	case opPow:
		return math.Pow(a, b)
	case opMin:
		return math.Min(a, b)
	case opMax:
		return math.Max(a, b)
	}
	return oneIf(holds(code, a, b))
}

// holds compares two numbers or truths.
func holds(code opcode, a, b float64) bool {
	switch code {
	case opLess:
		return a < b
	case opLessEqual:
		return a <= b
	case opMore:
		return a > b
	case opMoreEqual:
		return a >= b
	case opEqual:
		return a == b
	case opUnequal:
		return a != b
	case opAnd:
		return a != 0 && b != 0
	}
	return a != 0 || b != 0
}
