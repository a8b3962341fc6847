package meter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Form is how the meters of a kind of single things are written.
type Form struct {
	// Prefix is the part before the quantity, with BODY for the name of a body and N for a number.
	Prefix     string
	Quantities []*Quantity
}

// Forms are those of a body, of the contacts of two bodies, of a joint, of the bodies that hang together with one, and of several
// bodies. A body without a name is called body and its slot, as body12.
var Forms = []Form{
	{"BODY.", BodyQuantities},
	{"BODY+BODY.", ContactQuantities},
	{"jointN.", JointQuantities},
	{"BODY.island.", GroupQuantities},
	{"selection(BODY+BODY).", GroupQuantities},
}

// formsText lists the forms for an error.
func formsText() string {
	var list []string
	for _, f := range Forms {
		var names []string
		for _, q := range f.Quantities {
			names = append(names, q.Name)
		}
		list = append(list, f.Prefix+"("+strings.Join(names, ", ")+")")
	}
	list = append(list, SensorForm+"("+strings.Join(components, ", ")+")")
	return strings.Join(list, ", ")
}

// named is the meter of a word for a single thing, which is looked for by Locate; nil for a word that has no such form.
func named(word string) *Meter {
	dot := strings.LastIndexByte(word, '.')
	if dot < 1 {
		return nil
	}
	name, quantity := word[:dot], word[dot+1:]
	find := func(list []*Quantity) *Quantity {
		if i := slices.IndexFunc(list, func(q *Quantity) bool { return q.Name == quantity }); i >= 0 {
			return list[i]
		}
		return nil
	}
	if q, order := find(JointQuantities), jointOrder(name); q != nil && order > 0 {
		return q.of(name, &object{kind: objectJoint, order: order})
	}
	if m := ofSensor(word, name); m != nil {
		return m
	}
	if list, ok := strings.CutPrefix(name, "selection("); ok && strings.HasSuffix(list, ")") {
		if q := find(GroupQuantities); q != nil {
			names := strings.Split(strings.TrimSuffix(list, ")"), "+")
			return q.of(name, &object{kind: objectSelection, names: names, members: make([]physics.Body, len(names))})
		}
	}
	if body, ok := strings.CutSuffix(name, ".island"); ok && body != "" {
		if q := find(GroupQuantities); q != nil {
			return q.of(name, &object{kind: objectIsland, nameA: body})
		}
	}
	if q := find(ContactQuantities); q != nil && strings.Contains(name, "+") {
		return q.of(name, &object{kind: objectContact, nameA: name})
	}
	if q := find(BodyQuantities); q != nil {
		return q.of(name, &object{kind: objectBody, nameA: name})
	}
	return nil
}

const jointPrefix = "joint"

// jointOrder is the number in the name of a joint, 0 of other names.
func jointOrder(name string) uint64 {
	text, ok := strings.CutPrefix(name, jointPrefix)
	if !ok {
		return 0
	}
	order, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0
	}
	return order
}

// Locate finds the things that meters of Parse name in a world and among the sensors of its scene. The error names one that is not
// there and lists those that are.
func Locate(w *physics.World, sensors []scenes.Sensor, meters []*Meter) error {
	for _, m := range meters {
		if m.object == nil {
			continue
		}
		var err error
		if m.object.kind == objectSensor {
			err = m.mount(w, sensors)
		} else {
			err = m.object.locate(w)
		}
		if err != nil {
			return fmt.Errorf("meter %q: %w", m.Key, err)
		}
	}
	return nil
}

// locate is that of one object.
func (o *object) locate(w *physics.World) error {
	if o.kind == objectContact && o.nameB == "" {
		o.split(w)
	}
	o.bind(w)
	missing := ""
	switch o.kind {
	case objectJoint:
		if !o.joint.Valid() {
			var names []string
			for _, j := range w.Joints(nil) {
				names = append(names, jointPrefix+strconv.FormatUint(j.Order(), 10))
			}
			return thereIs("joint", jointPrefix+strconv.FormatUint(o.order, 10), names)
		}
	case objectSelection:
		if i := slices.IndexFunc(o.members, func(b physics.Body) bool { return !b.Valid() }); i >= 0 {
			missing = o.names[i]
		}
	case objectContact:
		if !o.a.Valid() {
			missing = o.nameA
		} else if !o.b.Valid() {
			missing = o.nameB
		}
	default:
		if !o.a.Valid() {
			missing = o.nameA
		}
	}
	if missing == "" && o.there() {
		return nil
	}
	var names []string
	for _, b := range w.Bodies(nil) {
		names = append(names, bodyname.Of(b))
	}
	return thereIs("body", missing, names)
}

// split finds the plus between the names of two bodies, which may hold others.
func (o *object) split(w *physics.World) {
	text := o.nameA
	for i := 1; i < len(text); i++ {
		if text[i] != '+' {
			continue
		}
		_, foundA := bodyname.Find(w, text[:i])
		_, foundB := bodyname.Find(w, text[i+1:])
		if o.nameB == "" || foundA && foundB {
			o.nameA, o.nameB = text[:i], text[i+1:]
		}
	}
}

// mostListed is how many names an error lists.
const mostListed = 12

// thereIs is the error of a name that is not among names.
func thereIs(kind, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("there is no %s %q, nor any other", kind, name)
	}
	more := ""
	if n := len(names) - mostListed; n > 0 {
		names, more = names[:mostListed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("there is no %s %q; there are %s%s", kind, name, strings.Join(names, ", "), more)
}
