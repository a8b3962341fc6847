package model

import (
	"fmt"
	"slices"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Built has the things of a model in a world, found by the names of the file. Bodies, Shapes and Joints have the
// order of the model: Shapes[i] are those of Bodies[i]. Copies of static bodies are in the world alone. In a world of
// several models World.Body and World.Joint find the first of a name, Built those of its model.
type Built struct {
	Bodies []physics.Body
	Shapes [][]physics.Shape
	Joints []physics.Joint
	model  *Model
}

// Body returns a body by its name. The error lists the names that there are.
func (b *Built) Body(name string) (physics.Body, error) {
	i, err := find(b.model.Bodies, "body", name, func(x *Body) string { return x.Def.Name })
	if err != nil {
		return physics.Body{}, err
	}
	return b.Bodies[i], nil
}

// Joint returns a joint by its name.
func (b *Built) Joint(name string) (physics.Joint, error) {
	i, err := find(b.model.Joints, "joint", name, func(x *Joint) string { return x.Name })
	if err != nil {
		return physics.Joint{}, err
	}
	return b.Joints[i], nil
}

// Coordinate returns the degree of freedom of a name: the first one of a joint, or that of several which a body of an
// MJCF model has.
func (b *Built) Coordinate(name string) (physics.Coordinate, error) {
	for i := range b.model.Joints {
		if axis := slices.Index(b.model.Joints[i].Coordinates, name); axis >= 0 && name != "" {
			return b.Joints[i].At(axis), nil
		}
	}
	j, err := b.Joint(name)
	return j.At(0), err
}

// Shape returns the first shape of a name. A mesh that is cut into convex parts gives the name to each of them.
func (b *Built) Shape(name string) (physics.Shape, error) {
	var all []Shape
	var made []physics.Shape
	for i := range b.model.Bodies {
		all, made = append(all, b.model.Bodies[i].Shapes...), append(made, b.Shapes[i]...)
	}
	i, err := find(all, "shape", name, func(x *Shape) string { return x.Name })
	if err != nil {
		return physics.Shape{}, err
	}
	return made[i], nil
}

// Site returns where a site is now (m, world).
func (b *Built) Site(name string) (physics.Transform, error) {
	i, err := find(b.model.Sites, "site", name, func(x *Site) string { return x.Name })
	if err != nil {
		return vec.TransformIdentity, err
	}
	s := &b.model.Sites[i]
	if s.Body < 0 {
		return s.Local, nil
	}
	return b.Bodies[s.Body].Transform().Mul(s.Local), nil
}

// Drive puts the actuators of the model under controls, in the order of Model.Actuators; one beyond its range ends
// there. An actuator of joints acts until its next control, one that pushes a body in the next step only.
func (b *Built) Drive(controls []float32) error {
	laws := scenes.Scene{Actuators: b.model.Actuators}
	push := func(a *scenes.Actuator, control float32) error { return a.PushOn(b.Bodies[a.At.Body], control) }
	return laws.DriveBy(controls, push, func(order uint64) (physics.Joint, bool) { return b.Joints[order-1], true })
}

// find returns the index of the first thing of a name.
func find[T any](list []T, kind, name string, of func(*T) string) (int, error) {
	var names []string
	for i := range list {
		switch x := of(&list[i]); x {
		case "":
		case name:
			return i, nil
		default:
			names = append(names, x)
		}
	}
	more := ""
	if n := len(names) - mostListed; n > 0 {
		names, more = names[:mostListed], fmt.Sprintf(" and %d more", n)
	}
	if len(names) == 0 {
		return -1, fmt.Errorf("no %s %q: no %s has a name", kind, name, kind)
	}
	return -1, fmt.Errorf("no %s %q: there are %s%s", kind, name, strings.Join(names, ", "), more)
}

// mostListed is how many names an error lists.
const mostListed = 20

// WorldDef returns the definition of a world as the file wants it: its gravity, and room for its bodies.
func (s *Model) WorldDef() physics.WorldDef {
	def := physics.DefaultWorldDef()
	s.world(&def)
	return def
}
