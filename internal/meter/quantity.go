package meter

import (
	"slices"
	"strings"

	"tumble/physics/vec"
)

// Quantity is a number, or true or false, that a world or a thing in it has after a step.
type Quantity struct {
	// Name is the key, or the part after the dot of a thing; Label what the inspector says.
	Name, Label string
	// Unit in SI, empty for pure numbers. "rad or m" is the first for axes that turn, the second for those that slide.
	Unit string
	// Text is one sentence.
	Text string

	pass  pass
	value func(r *reading, o *object) float64
	// is tells numbers from truths
	is kind
	// axis marks quantities of an axis of a joint
	axis bool
	// set writes the quantity between Low and High; nil for quantities that cannot be set
	set       func(o *object, v float32) error
	low, high float64
}

// Settable reports whether a study or --set can write the quantity.
func (q *Quantity) Settable() bool { return q.set != nil }

// Thing is a kind of things that have quantities.
type Thing struct {
	// Call is the word before the bracket, empty for the world.
	Call string
	// Form is how its quantities begin: body(NAME).
	Form string
	// Text is one sentence about the names.
	Text string
	// Quantities in the order of lists.
	Quantities []*Quantity

	kind objectKind
	// least and most names that stand in the bracket
	least, most int
}

// Things is the table of all quantities.
var Things = []Thing{
	{"", "", "The world.", worldQuantities(), objectWorld, 0, 0},
	{"body", `body("NAME").`, "A body; one without a name is body and its slot, as body12.", BodyQuantities, objectBody,
		1, 1},
	{"joint", `joint("NAME").`, "A joint: joint7 as the inspector says, or the name of its second body, or of both.",
		JointQuantities, objectJoint, 1, 2},
	{"wheel", `wheel("NAME").`, "A wheel on a wheel joint, by the name of its body or of the joint.", WheelQuantities,
		objectWheel, 1, 2},
	{"contact", `contact("NAME", "NAME").`, "The contacts between two bodies.", ContactQuantities, objectContact, 2, 2},
	{"island", `island("NAME").`, "The bodies that hang together with a body by contacts and joints.", GroupQuantities,
		objectIsland, 1, 1},
	{"bodies", `bodies("NAME", "NAME").`, "Some bodies together.", GroupQuantities, objectSelection, 1, mostOperations},
	{"sensor", `sensor("NAME").`, "A sensor of the scene file.", sensorQuantities, objectSensor, 1, 1},
}

// thing finds a kind of things.
func thing(call string) *Thing {
	if i := slices.IndexFunc(Things, func(t Thing) bool { return t.Call == call }); i >= 0 {
		return &Things[i]
	}
	return nil
}

// find returns the quantity of a name.
func (t *Thing) find(name string) *Quantity {
	if i := slices.IndexFunc(t.Quantities, func(q *Quantity) bool { return q.Name == name }); i >= 0 {
		return t.Quantities[i]
	}
	return nil
}

// names lists the quantities, the components of vectors together.
func (t *Thing) names() string {
	var list []string
	for _, q := range t.Quantities {
		name := q.Name
		if stem, last, ok := cutLast(name); ok && len(last) == 1 {
			if name = stem + ".x"; slices.Contains(list, name) {
				continue
			}
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// cutLast cuts a text at its last dot.
func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// reads makes a quantity of an object alone.
func reads(f func(o *object) float64) func(*reading, *object) float64 {
	return func(_ *reading, o *object) float64 { return f(o) }
}

// vector makes the three components of a vector.
func vector(name, unit, text string, value func(r *reading, o *object) vec.Vec3) []*Quantity {
	var list []*Quantity
	for i, letter := range [...]string{"x", "y", "z"} {
		list = append(list, &Quantity{Name: name + "." + letter, Unit: unit, Text: text + ", " + letter + " component.",
			value: func(r *reading, o *object) float64 {
				v := value(r, o)
				return float64(*component(&v, i))
			}})
	}
	return list
}

// settable lets the components of a vector be set within ±limit.
func settable(list []*Quantity, limit float64, get func(o *object) vec.Vec3, set func(o *object,
	v vec.Vec3) error) []*Quantity {
	for i, q := range list {
		q.low, q.high = -limit, limit
		q.set = func(o *object, x float32) error {
			v := get(o)
			*component(&v, i) = x
			return set(o, v)
		}
	}
	return list
}

func component(v *vec.Vec3, i int) *float32 { return [3]*float32{&v.X, &v.Y, &v.Z}[i] }
