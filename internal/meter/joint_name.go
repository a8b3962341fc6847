package meter

import (
	"fmt"
	"slices"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
)

// numberedJoint is joint7, by the order in which joints were made: how every joint can be called.
func numberedJoint(j physics.Joint) string { return string(bodyname.AppendNumbered(nil, j)) }

// namedJoint is a joint with the path by which meters call it first: its name, numbered where several have it, or
// joint7.
type namedJoint struct {
	physics.Joint
	path string
	// coordinates have names in the scene file, empty without any
	coordinates []string
}

// namedJoints are the joints of a world in their order.
func namedJoints(w *physics.World, scene *scenes.Scene) []namedJoint {
	coordinates := map[uint64][]string{}
	if scene != nil {
		for _, c := range scene.Coordinates {
			coordinates[c.Joint] = c.Names
		}
	}
	joints := w.Joints(nil)
	list := make([]namedJoint, len(joints))
	for i, path := range jointPaths(joints) {
		list[i] = namedJoint{joints[i], path, coordinates[joints[i].Order()]}
	}
	return list
}

// jointPaths are the paths of all joints of a world.
func jointPaths(joints []physics.Joint) []string {
	count, number := map[string]int{}, map[string]int{}
	for _, j := range joints {
		count[j.Name()]++
	}
	paths := make([]string, len(joints))
	for i, j := range joints {
		switch name := j.Name(); {
		case name == "":
			paths[i] = numberedJoint(j)
		case count[name] == 1:
			paths[i] = name
		default:
			number[name]++
			paths[i] = fmt.Sprintf("%s[%d]", name, number[name])
		}
	}
	return paths
}

// jointPath is the path of a joint.
func jointPath(j physics.Joint) string {
	return string(bodyname.AppendJoint(nil, j, j.World().Joints(nil)))
}

// isCalled reports whether a joint is called so by its path, its number, or its name.
func (n *namedJoint) isCalled(name string) bool {
	return n.path == name || numberedJoint(n.Joint) == name || name != "" && n.Name() == name
}

// coordinate is the axis that has a name of its own in the file, as joints of MJCF have that act together on a body.
func (n *namedJoint) coordinate(name string) (axis int, ok bool) {
	axis = slices.Index(n.coordinates, name)
	return axis, axis >= 0 && name != ""
}

// bindJoint finds the joint, and the axis that the quantity is of.
func (in *input) bindJoint(w *physics.World, scene *scenes.Scene) (err error) {
	o := &in.o
	o.axis = o.asked
	joints := namedJoints(w, scene)
	if len(o.names) == 1 && in.q.axis && o.asked == mainOfJoint {
		for i := range joints {
			if axis, ok := joints[i].coordinate(o.names[0]); ok {
				o.joint, o.axis = joints[i].Joint, axis
				return in.checkAxis()
			}
		}
	}
	if o.joint, err = findJoint(w, joints, o.names, in.q.axis); err == nil && in.q.axis {
		err = in.bindAxis()
	}
	return err
}

// bindAxis finds the axis that the quantity is of.
func (in *input) bindAxis() error {
	o := &in.o
	o.axis = o.asked
	if o.asked == mainOfJoint {
		o.axis = mainAxis(o.joint)
	}
	return in.checkAxis()
}

// checkAxis refuses an axis that the joint does not have, or of another kind than the quantity.
func (in *input) checkAxis() error {
	o, name := &in.o, numberedJoint(in.o.joint)
	if o.axis < 0 || o.axis >= o.joint.AxisCount() {
		return fmt.Errorf("%s is a %s joint with %d axes", name, o.joint.Kind(), o.joint.AxisCount())
	}
	if in.q.Unit == "m" && !slides(o.joint.Kind(), o.axis) {
		return fmt.Errorf("%s is a %s joint, which turns: it has an angle", name, o.joint.Kind())
	}
	return nil
}

// findJoint finds the joint that is called so: by its own name, by its second body, or by both of its bodies in any
// order. One with an axis is preferred where an axis is needed.
func findJoint(w *physics.World, joints []namedJoint, names []string, axis bool) (physics.Joint, error) {
	found, err := calledJoints(w, joints, "joint", names)
	if err != nil {
		return physics.Joint{}, err
	}
	free := slices.DeleteFunc(slices.Clone(found), func(n namedJoint) bool { return mainAxis(n.Joint) < 0 })
	if axis && len(free) > 0 {
		found = free
	}
	return onlyJoint("joints", names, found)
}

// findWheel finds the wheel joint that is called so.
func findWheel(w *physics.World, scene *scenes.Scene, names []string) (physics.Joint, error) {
	joints := slices.DeleteFunc(namedJoints(w, scene),
		func(n namedJoint) bool { return n.Kind() != physics.KindWheel })
	found, err := calledJoints(w, joints, "wheel", names)
	if err != nil {
		return physics.Joint{}, err
	}
	return onlyJoint("wheels", names, found)
}

// calledJoints are the joints that names mean: at least one.
func calledJoints(w *physics.World, joints []namedJoint, kind string, names []string) (found []namedJoint, err error) {
	var bodies [2]physics.Body
	for i, name := range names {
		bodies[i], _ = bodyname.Lookup(w, name)
	}
	means := func(b physics.Body, i int) bool {
		return b.Valid() && (b == bodies[i] || names[i] != "" && b.Name() == names[i])
	}
	for i := range joints {
		n := &joints[i]
		a, b := n.Bodies()
		switch {
		case len(names) == 1 && n.isCalled(names[0]):
			if n.path == names[0] {
				return []namedJoint{*n}, nil
			}
			found = append(found, *n)
		case len(names) == 1 && means(b, 0), len(names) == 2 && (means(a, 0) && means(b, 1) || means(a, 1) &&
			means(b, 0)):
			found = append(found, *n)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	var list []string
	for i := range joints {
		list = append(list, joints[i].path)
	}
	return nil, thereIs(kind, strings.Join(names, `", "`), list)
}

// onlyJoint is the joint of a list of one.
func onlyJoint(kind string, names []string, found []namedJoint) (physics.Joint, error) {
	if len(found) == 1 {
		return found[0].Joint, nil
	}
	var candidates []string
	for i := range found {
		_, b := found[i].Bodies()
		candidates = append(candidates, found[i].path+" ("+bodyname.Path(b)+")")
	}
	return physics.Joint{}, several(kind, strings.Join(names, `", "`), candidates)
}
