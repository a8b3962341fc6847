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

// numberedJoint is joint7, by the order in which joints were made: how every joint can be called.
func numberedJoint(j physics.Joint) string { return "joint" + strconv.FormatUint(j.Order(), 10) }

// namedJoint is a joint with the path by which meters call it first: the name of its file, numbered where several have
// it, or joint7.
type namedJoint struct {
	physics.Joint
	path string
	// file is the name in the scene file with the names of coordinates, empty without any
	file scenes.JointName
}

// namedJoints are the joints of a world in their order.
func namedJoints(w *physics.World, scene *scenes.Scene) []namedJoint {
	names, count := map[uint64]scenes.JointName{}, map[string]int{}
	if scene != nil {
		for _, n := range scene.JointNames {
			names[n.Joint] = n
			count[n.Name]++
		}
	}
	number := map[string]int{}
	list := make([]namedJoint, 0, w.JointCount())
	for _, j := range w.Joints(nil) {
		n := namedJoint{j, numberedJoint(j), names[j.Order()]}
		name := n.file.Name
		switch {
		case name != "" && count[name] > 1:
			number[name]++
			n.path = fmt.Sprintf("%s[%d]", name, number[name])
		case name != "":
			n.path = name
		}
		list = append(list, n)
	}
	return list
}

// jointPath is the path of a joint.
func jointPath(j physics.Joint, scene *scenes.Scene) string {
	for _, n := range namedJoints(j.World(), scene) {
		if n.Joint == j {
			return n.path
		}
	}
	return numberedJoint(j)
}

// isCalled reports whether a joint is called so by its path, its number, or the name of its file.
func (n *namedJoint) isCalled(name string) bool {
	return n.path == name || numberedJoint(n.Joint) == name || name != "" && n.file.Name == name
}

// coordinate is the axis that has a name of its own in the file, as joints of MJCF have that act together on a body.
func (n *namedJoint) coordinate(name string) (axis int, ok bool) {
	axis = slices.Index(n.file.Coordinates, name)
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
