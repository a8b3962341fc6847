package meter

import (
	"fmt"
	"math"
	"slices"
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
	out.o.known = false
	if in.o.probe != nil {
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

// bind looks for the thing in a world and in its scene. The error names one that is not there and
// lists those that are.
func (in *input) bind(w *physics.World, scene *scenes.Scene) (err error) {
	if in.over != overNone {
		return in.bindPattern(w, scene)
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
		err = in.bindJoint(w, scene)
	case objectWheel:
		o.joint, err = findWheel(w, scene, o.names)
		o.a, o.b = o.joint.Bodies()
	case objectSensor:
		err = in.mount(w, scene)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in.key, err)
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
