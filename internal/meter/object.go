package meter

import (
	"math"
	"slices"
	"strconv"

	"tumble/internal/bodyname"
	"tumble/internal/sensor"
	"tumble/physics"
)

// object is a body, contact, joint, island, selection or sensor that a meter looks at. It is found again in a world that was
// built anew: bodies by their names, joints by their order.
type object struct {
	kind         objectKind
	a, b         physics.Body
	nameA, nameB string
	joint        physics.Joint
	order        uint64
	// members are the bodies of a selection
	members []physics.Body
	names   []string
	// probe measures the sensor, nil before it was located
	probe     *sensor.Probe
	component int
}

type objectKind uint8

const (
	objectBody objectKind = iota
	objectContact
	objectJoint
	// objectIsland are the bodies that hang together with a
	objectIsland
	objectSelection
	// objectSensor is a sensor of the scene, with its name in nameA
	objectSensor
)

// Quantity is a quantity of a body, of the contact of two bodies, or of a joint.
type Quantity struct {
	// Name is the end of the key, Label what the inspector says.
	Name, Label, Unit, Text string

	value func(r *reading, o *object) float64
}

// The quantities of a body.
var (
	BodyHeight   = Quantity{"height", "Height of the centre", "m", "Height of the centre of mass.", func(_ *reading, o *object) float64 { return float64(o.a.WorldCenter().Y) }}
	BodySpeed    = Quantity{"speed", "Speed", "m/s", "Speed of the centre of mass.", func(_ *reading, o *object) float64 { return float64(o.a.LinearVelocity().Len()) }}
	BodySpin     = Quantity{"spin", "Spin", "rad/s", "Angular speed.", func(_ *reading, o *object) float64 { return float64(o.a.AngularVelocity().Len()) }}
	BodyMotion   = Quantity{"motion", "Energy of motion", "J", "Kinetic energy of the centre of mass.", func(_ *reading, o *object) float64 { return o.sums().Motion }}
	BodyRotation = Quantity{"rotation", "Energy of rotation", "J", "Kinetic energy of rotation.", func(_ *reading, o *object) float64 { return o.sums().Rotation }}
	BodyKinetic  = Quantity{"kinetic", "Kinetic energy", "J", "Kinetic energy of motion and rotation.", func(_ *reading, o *object) float64 { return o.sums().Kinetic }}
	BodyTouches  = Quantity{"contacts", "Contacts", "", "Contacts that touch the body.", func(r *reading, o *object) float64 {
		r.ofBody = o.a.Contacts(r.ofBody[:0])
		return float64(len(r.ofBody))
	}}
	BodyPressure = Quantity{"pressure", "Normal forces", "N", "Sum of the normal forces of all contacts of the body, as the mean of the last step.", func(r *reading, o *object) float64 {
		force, _ := r.between(o.a, physics.Body{})
		return force
	}}
)

// BodyWork, ContactWork and JointWork read the ledger of energy.
var (
	BodyWork    = Quantity{"work", "Work on the body", "J", "Energy that all but gravity gave the body in the last step.", func(_ *reading, o *object) float64 { return o.a.Work() }}
	ContactWork = Quantity{"energy", "Work", "J", "Energy that the contacts of two bodies gave to them in the last step.", func(r *reading, o *object) float64 {
		return r.workBetween(o.a, o.b)
	}}
	JointWork = Quantity{"work", "Work", "J", "Energy that the joint gave to its bodies in the last step.", func(_ *reading, o *object) float64 { return o.joint.Work() }}
)

// BodyQuantities are all of a body, in the order of lists.
var BodyQuantities = []*Quantity{&BodyHeight, &BodySpeed, &BodySpin, &BodyMotion, &BodyRotation, &BodyKinetic, &BodyTouches, &BodyPressure, &BodyWork}

// The quantities of the contacts between two bodies.
var (
	ContactForce = Quantity{"force", "Normal force", "N", "Normal force between two bodies, as the mean of the last step.", func(r *reading, o *object) float64 {
		force, _ := r.between(o.a, o.b)
		return force
	}}
	ContactDepth = Quantity{"depth", "Depth", "m", "Deepest overlap of two bodies.", func(r *reading, o *object) float64 {
		_, depth := r.between(o.a, o.b)
		return depth
	}}
)

// The quantities of a joint.
var (
	JointForce  = Quantity{"force", "Force", "N", "Reaction force of the joint.", func(_ *reading, o *object) float64 { f, _ := o.joint.Reaction(); return float64(f.Len()) }}
	JointTorque = Quantity{"torque", "Torque", "N·m", "Reaction torque of the joint.", func(_ *reading, o *object) float64 { _, t := o.joint.Reaction(); return float64(t.Len()) }}
	JointGap    = Quantity{"gap", "Gap", "m", "Distance between the anchors of the joint.", func(_ *reading, o *object) float64 {
		a, b := o.joint.Anchors()
		return float64(a.Dist(b))
	}}
)

// ContactQuantities and JointQuantities are all of the contacts of two bodies and of a joint.
var (
	ContactQuantities = []*Quantity{&ContactForce, &ContactDepth, &ContactWork}
	JointQuantities   = []*Quantity{&JointForce, &JointTorque, &JointGap, &JointWork}
)

// sums are the energies of the body of the object.
func (o *object) sums() (s Sums) {
	if o.a.Type() == physics.Dynamic {
		s.AddBody(o.a, o.a.World().Gravity())
	}
	return s
}

// between sums the normal forces (N) of the contacts of a body with another one, with all for the zero body, and their depth (m).
func (r *reading) between(a, b physics.Body) (force, depth float64) {
	r.ofBody = a.Contacts(r.ofBody[:0])
	for i := range r.ofBody {
		k := &r.ofBody[i]
		if b.Valid() && k.ShapeA.Body() != b && k.ShapeB.Body() != b {
			continue
		}
		for _, p := range k.Points[:k.Count] {
			force += float64(p.Impulse)
			depth = max(depth, -float64(p.Separation))
		}
	}
	if r.length > 0 {
		force /= r.length
	}
	return force, depth
}

// workBetween sums the work (J) of the contacts of two bodies.
func (r *reading) workBetween(a, b physics.Body) (work float64) {
	r.ofBody = a.Contacts(r.ofBody[:0])
	for i := range r.ofBody {
		if k := &r.ofBody[i]; k.ShapeA.Body() == b || k.ShapeB.Body() == b {
			work += k.Work
		}
	}
	return work
}

// OfBody is a meter of a body: crate.speed.
func OfBody(b physics.Body, q *Quantity) *Meter {
	name := bodyname.Of(b)
	return q.of(name, &object{kind: objectBody, a: b, nameA: name})
}

// OfContact is a meter of the contacts between two bodies: crate+floor.force.
func OfContact(a, b physics.Body, q *Quantity) *Meter {
	x, y := bodyname.Of(a), bodyname.Of(b)
	return q.of(x+"+"+y, &object{kind: objectContact, a: a, b: b, nameA: x, nameB: y})
}

// OfJoint is a meter of a joint: joint3.force, by the order in which joints were made.
func OfJoint(j physics.Joint, q *Quantity) *Meter {
	return q.of(jointPrefix+strconv.FormatUint(j.Order(), 10), &object{kind: objectJoint, joint: j, order: j.Order()})
}

func (q *Quantity) of(name string, o *object) *Meter {
	return &Meter{Key: name + "." + q.Name, Unit: q.Unit, Text: q.Text, object: o, pass: o.passes() | q.passes(), value: func(r *reading) float64 {
		if !o.there() {
			return math.NaN()
		}
		return q.value(r, o)
	}}
}

// passes names the measurements that a quantity needs.
func (q *Quantity) passes() pass {
	if q.Name == BodyWork.Name || q.Name == ContactWork.Name {
		return passLedger
	}
	return 0
}

// there reports whether the object is in the world.
func (o *object) there() bool {
	switch o.kind {
	case objectSensor:
		return o.probe != nil && o.probe.There()
	case objectJoint:
		return o.joint.Valid()
	case objectContact:
		return o.a.Valid() && o.b.Valid()
	case objectSelection:
		return slices.ContainsFunc(o.members, physics.Body.Valid)
	}
	return o.a.Valid()
}

// Bind looks for the objects of the meters in another world. Those that it does not have measure no number.
func (s *Set) Bind(w *physics.World) {
	for _, m := range s.meters {
		if m.object != nil {
			m.object.bind(w)
		}
	}
}

// bind looks for the object in another world.
func (o *object) bind(w *physics.World) {
	find := func(name string) physics.Body {
		b, _ := bodyname.Find(w, name)
		return b
	}
	switch o.kind {
	case objectSensor:
		if o.probe != nil {
			// a world without the sensor has no number of it
			_ = o.probe.Bind(w)
		}
	case objectJoint:
		o.joint = physics.Joint{}
		for _, j := range w.Joints(nil) {
			if j.Order() == o.order {
				o.joint = j
			}
		}
	case objectSelection:
		for i, name := range o.names {
			o.members[i] = find(name)
		}
	case objectContact:
		o.a, o.b = find(o.nameA), find(o.nameB)
	default:
		o.a = find(o.nameA)
	}
}

// Is reports whether a meter is one of a body, a contact or a joint with a quantity, without making it.
func (m *Meter) Is(a, b physics.Body, j physics.Joint, q *Quantity) bool {
	o := m.object
	return o != nil && o.kind <= objectJoint && o.a == a && o.b == b && o.joint == j && m.has(q)
}

// has reports whether the meter of an object measures a quantity.
func (m *Meter) has(q *Quantity) bool {
	n := len(m.Key) - len(q.Name)
	return n > 0 && m.Key[n-1] == '.' && m.Key[n:] == q.Name
}
