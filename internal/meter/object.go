package meter

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tumble/internal/bodyname"
	"tumble/internal/sensor"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// object is the thing that a quantity is of. It is found by its names in each world anew.
type object struct {
	kind  objectKind
	names []string
	// a and b are the bodies, of a wheel the one that carries it and the wheel
	a, b  physics.Body
	joint physics.Joint
	// asked is the axis of a joint that the text names, axis the one that was found
	asked, axis int
	// members are the bodies of a selection
	members []physics.Body
	// probe measures the sensor in a world, nil before it was found
	probe     *sensor.Probe
	world     *physics.World
	sensor    *scenes.Sensor
	component int
	// before is the velocity of the body at the last measurement, if known
	before vec.Vec3
	known  bool
}

type objectKind uint8

const (
	objectWorld objectKind = iota
	objectBody
	objectContact
	objectJoint
	objectWheel
	// objectIsland are the bodies that hang together with a
	objectIsland
	objectSelection
	objectSensor
)

// mainOfJoint asks for the main axis of a joint.
const mainOfJoint = -1

// input is a quantity of a thing that an expression reads.
type input struct {
	q     *Quantity
	thing *Thing
	o     object
	// key is how it is written
	key string
	// over is how the values of the things of a pattern make one, found are the things
	over  reduction
	found []object
}

// read returns the value in the world that was walked; of a thing that is gone no number, and false.
func (in *input) read(r *reading) float64 {
	if in.over != overNone {
		return in.reduce(r)
	}
	if in.o.there() {
		return in.q.value(r, &in.o)
	}
	if in.q.is == truth {
		return 0
	}
	return math.NaN()
}

// unit is that of the quantity, as far as it is known: the unit of an axis follows from the joint, that of a sensor
// from the file.
func (in *input) unit() string {
	angular, linear, open := strings.Cut(in.q.Unit, " or ")
	switch {
	case in.o.kind == objectSensor && in.o.sensor != nil:
		return in.o.sensor.Unit
	case in.o.kind == objectSensor:
		return "a unit or another"
	case !open || in.o.kind != objectJoint || !in.o.joint.Valid():
		return in.q.Unit
	case slides(in.o.joint.Kind(), in.o.axis):
		return linear
	}
	return angular
}

// copied is an input with an object of its own.
func (in *input) copied() input {
	out := *in
	out.o.members, out.found = slices.Clone(in.o.members), slices.Clone(in.found)
	if out.o.known = false; in.o.probe != nil {
		out.o.probe = sensor.New(in.o.sensor)
		// it was there when the meter was bound
		_ = out.o.probe.Bind(in.o.world)
	}
	return out
}

// there reports whether the object is in the world.
func (o *object) there() bool {
	switch o.kind {
	case objectWorld:
		return true
	case objectSensor:
		return o.probe != nil && o.probe.There()
	case objectJoint:
		return o.joint.Valid()
	case objectWheel, objectContact:
		return o.a.Valid() && o.b.Valid() && (o.kind == objectContact || o.joint.Valid())
	case objectSelection:
		return slices.ContainsFunc(o.members, physics.Body.Valid)
	}
	return o.a.Valid()
}

// bind looks for the thing in a world and among the sensors of its scene. The error names one that is not there and
// lists those that are.
func (in *input) bind(w *physics.World, sensors []scenes.Sensor) (err error) {
	if in.over != overNone {
		return in.bindPattern(w)
	}
	o := &in.o
	body := func(i int) physics.Body {
		b, bad := findBody(w, o.names[i])
		if err == nil {
			err = bad
		}
		return b
	}
	o.known = false
	switch o.kind {
	case objectBody, objectIsland:
		o.a = body(0)
	case objectContact:
		o.a, o.b = body(0), body(1)
	case objectSelection:
		o.members = o.members[:0]
		for i := range o.names {
			o.members = append(o.members, body(i))
		}
	case objectJoint:
		o.joint, err = findJoint(w, o.names, in.q.axis)
		if err == nil && in.q.axis {
			err = in.bindAxis()
		}
	case objectWheel:
		o.joint, err = findWheel(w, o.names)
		o.a, o.b = o.joint.Bodies()
	case objectSensor:
		err = in.mount(w, sensors)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in.key, err)
	}
	return nil
}

// bindAxis finds the axis that the quantity is of.
func (in *input) bindAxis() error {
	o := &in.o
	name := jointName(o.joint)
	if o.axis = o.asked; o.asked == mainOfJoint {
		o.axis = mainAxis(o.joint)
	}
	if o.axis < 0 || o.axis >= o.joint.AxisCount() {
		return fmt.Errorf("%s is a %s joint with %d axes", name, o.joint.Kind(), o.joint.AxisCount())
	}
	if in.q.Unit == "m" && !slides(o.joint.Kind(), o.axis) {
		return fmt.Errorf("%s is a %s joint, which turns: it has an angle", name, o.joint.Kind())
	}
	return nil
}

// findBody finds the body of a path.
func findBody(w *physics.World, path string) (physics.Body, error) {
	b, candidates := bodyname.Lookup(w, path)
	switch {
	case len(candidates) > 0:
		return b, several("bodies", path, candidates)
	case !b.Valid() && isPattern(path):
		return b, fmt.Errorf("%q is a pattern: max, min, mean or sum of it is one number", path)
	case !b.Valid():
		return b, thereIs("body", path, bodyname.Paths(w, w.Bodies(nil)))
	}
	return b, nil
}

// several is the error of a name that means more than one thing.
func several(kind, name string, candidates []string) error {
	return fmt.Errorf("%d %s are called %q: %s", len(candidates), kind, name, listed(candidates))
}

const jointPrefix = "joint"

// jointName is joint7, by the order in which joints were made.
func jointName(j physics.Joint) string { return jointPrefix + strconv.FormatUint(j.Order(), 10) }

// findJoint finds the joint that is called so: by its own name, by its second body, or by both of its bodies in any
// order. One with an axis is preferred where an axis is needed.
func findJoint(w *physics.World, names []string, axis bool) (physics.Joint, error) {
	found, err := calledJoints(w, "joint", names, func(physics.Joint) bool { return true })
	if err != nil {
		return physics.Joint{}, err
	}
	free := slices.DeleteFunc(slices.Clone(found), func(j physics.Joint) bool { return mainAxis(j) < 0 })
	if axis && len(free) > 0 {
		found = free
	}
	return onlyJoint("joints", names, found)
}

// findWheel finds the wheel joint that is called so.
func findWheel(w *physics.World, names []string) (physics.Joint, error) {
	found, err := calledJoints(w, "wheel", names, func(j physics.Joint) bool { return j.Kind() == physics.WheelJoint })
	if err != nil {
		return physics.Joint{}, err
	}
	return onlyJoint("wheels", names, found)
}

// calledJoints are the joints that names mean: at least one.
func calledJoints(w *physics.World, kind string, names []string, is func(physics.Joint) bool) (found []physics.Joint,
	err error) {
	var bodies [2]physics.Body
	for i, name := range names {
		bodies[i], _ = bodyname.Lookup(w, name)
	}
	matches := func(b physics.Body, i int) bool {
		return b.Valid() && (b == bodies[i] || names[i] != "" && b.Name() == names[i])
	}
	for _, j := range w.Joints(nil) {
		a, b := j.Bodies()
		switch {
		case !is(j):
		case len(names) == 1 && (matches(b, 0) || jointName(j) == names[0]),
			len(names) == 2 && (matches(a, 0) && matches(b, 1) || matches(a, 1) && matches(b, 0)):
			found = append(found, j)
		}
	}
	if len(found) == 0 {
		return nil, noJoint(w, kind, names, is)
	}
	return found, nil
}

// onlyJoint is the joint of a list of one.
func onlyJoint(kind string, names []string, found []physics.Joint) (physics.Joint, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	var candidates []string
	for _, j := range found {
		_, b := j.Bodies()
		candidates = append(candidates, jointName(j)+" ("+bodyname.Path(b)+")")
	}
	return physics.Joint{}, several(kind, strings.Join(names, `", "`), candidates)
}

func noJoint(w *physics.World, kind string, names []string, is func(physics.Joint) bool) error {
	var list []string
	for _, j := range w.Joints(nil) {
		if is(j) {
			list = append(list, jointName(j))
		}
	}
	return thereIs(kind, strings.Join(names, `", "`), list)
}

// mostListed is how many names an error lists.
const mostListed = 12

// thereIs is the error of a name that is not among names.
func thereIs(kind, name string, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("there is no %s %q, nor any other", kind, name)
	}
	return fmt.Errorf("there is no %s %q; there are %s", kind, name, listed(names))
}

// listed joins the first names of a list.
func listed(names []string) string {
	more := ""
	if n := len(names) - mostListed; n > 0 {
		names, more = names[:mostListed], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ") + more
}
