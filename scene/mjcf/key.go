package mjcf

import (
	"strconv"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// Options choose how a model is read.
type Options struct {
	// Beside reads the files that the model names; it may be nil.
	Beside func(string) ([]byte, error)
	// Key is the keyframe that a run begins with, by its name or its number from 0; empty for the first, NoKey for the
	// pose of the model.
	Key string
}

// NoKey as a keyframe is the pose of the model.
const NoKey = "none"

// coordinate is a joint of the model with its part of the vector of all positions, which has them in the order of the
// file.
type coordinate struct {
	kind         string
	body, parent int           // of the scene, parent −1 for the world
	inParent     vec.Transform // of the body
	axis, pos    vec.Vec3      // in the body
	ref          float32
	first        bool // of the joints of its body
}

// sizes are how many positions and velocities a coordinate has.
func (c *coordinate) sizes() (positions, velocities int) {
	switch c.kind {
	case "free":
		return 7, 6
	case "ball":
		return 4, 3
	}
	return 1, 1
}

// note notes the joints of a body, none for a free one.
func (r *reader) note(joints []*xmlscene.Element, c coordinate) {
	if len(joints) == 0 {
		c.kind, c.first = "free", true
		r.coordinates = append(r.coordinates, c)
	}
	for i, j := range joints {
		c.kind, c.first = j.Text("type", "hinge"), i == 0
		c.axis, c.pos = r.axisOf(j)
		if c.ref = j.Number("ref", 0); c.kind == "hinge" {
			c.ref = r.angle(c.ref)
		}
		r.coordinates = append(r.coordinates, c)
	}
}

// chooseKey finds the keyframe that a run begins with, nil for none.
func (r *reader) chooseKey(top *xmlscene.Element, name string) *xmlscene.Element {
	var keys []*xmlscene.Element
	for _, list := range top.All("keyframe") {
		keys = append(keys, list.All("key")...)
	}
	var chosen *xmlscene.Element
	for i, k := range keys {
		r.inherit(k, "")
		if chosen == nil && name != NoKey && (name == "" || k.Text("name", "") == name || strconv.Itoa(i) == name) {
			chosen = k
		}
		for _, a := range []string{"name", "time", "qpos", "qvel", "ctrl"} {
			k.Text(a, "")
		}
	}
	if chosen == nil && name != "" && name != NoKey {
		r.f.Errorf("", "there is no keyframe %q of %d", name, len(keys))
	}
	if chosen != nil && len(keys) > 1 && name == "" {
		chosen.Ignoref("is the first of %d keyframes, with which a run begins; --key chooses another", len(keys))
	}
	return chosen
}

// motion is where a body is and how its origin moves, in the world.
type motion struct {
	at            vec.Transform
	linear, twist vec.Vec3
}

// start puts the bodies where a keyframe has them.
func (r *reader) start(key *xmlscene.Element) {
	if key == nil || !key.Has("qpos") && !key.Has("qvel") {
		return
	}
	positions, velocities := 0, 0
	for i := range r.coordinates {
		p, v := r.coordinates[i].sizes()
		positions, velocities = positions+p, velocities+v
	}
	q, v := key.List("qpos"), key.List("qvel")
	if q != nil && len(q) != positions || v != nil && len(v) != velocities {
		key.Lossf("has %d positions and %d velocities where the joints have %d and %d: the pose of the model is taken",
			len(q), len(v), positions, velocities)
		return
	}
	moves := make([]motion, len(r.scene.Bodies))
	for i := range moves {
		moves[i].at = r.poseOf(i)
	}
	for i := 0; i < len(r.coordinates); {
		n := i + 1
		for n < len(r.coordinates) && !r.coordinates[n].first {
			n++
		}
		r.startBody(moves, r.coordinates[i:n], &q, &v)
		i = n
	}
	for _, c := range r.coordinates {
		b, m := &r.scene.Bodies[c.body], &moves[c.body]
		b.Def.Position, b.Def.Rotation = m.at.P, m.at.Q
		center := m.at.Q.Rotate(combined(r.parts[c.body]).Center)
		b.Linear, b.Angular = m.linear.Add(m.twist.Cross(center)), m.twist
	}
}

// taken takes numbers from the front of a list; ok is false for an empty one.
func taken(list *[]float32, n int) (part []float32, ok bool) {
	if len(*list) < n {
		return nil, false
	}
	part, *list = (*list)[:n], (*list)[n:]
	return part, true
}

// startBody moves a body by its joints, of which positions and velocities are taken from the lists.
func (r *reader) startBody(moves []motion, joints []coordinate, q, v *[]float32) {
	c := &joints[0]
	parent := motion{at: vec.TransformIdentity}
	if c.parent >= 0 {
		parent = moves[c.parent]
	}
	at, twist := parent.at.Mul(c.inParent), parent.twist
	anchors := make([]vec.Vec3, len(joints))
	axes := make([]vec.Vec3, len(joints))
	for i := range joints {
		j := &joints[i]
		positions, _ := j.sizes()
		x, given := taken(q, positions)
		anchors[i], axes[i] = at.Apply(j.pos), at.Q.Rotate(j.axis)
		if !given {
			continue
		}
		switch j.kind {
		case "free":
			up := vec.Transform{Q: xmlscene.Upright()}
			at = up.Mul(vec.Transform{P: vec.V3(x[0], x[1], x[2]), Q: quaternion(x[3:])})
		case "slide":
			at.P = at.P.MulAdd(x[0]-j.ref, axes[i])
		default:
			if j.kind == "ball" {
				at.Q = at.Q.Mul(quaternion(x))
			} else {
				at.Q = at.Q.Mul(vec.QuatAxisAngle(j.axis, x[0]-j.ref))
			}
			at.P = anchors[i].Sub(at.Q.Rotate(j.pos))
		}
		at.Q = at.Q.Norm()
	}
	linear := parent.linear.Add(parent.twist.Cross(at.P.Sub(parent.at.P)))
	for i := range joints {
		j := &joints[i]
		_, velocities := j.sizes()
		x, given := taken(v, velocities)
		if !given {
			break
		}
		spin := vec.Vec3{}
		switch j.kind {
		case "free":
			linear = xmlscene.Upright().Rotate(vec.V3(x[0], x[1], x[2]))
			twist = at.Q.Rotate(vec.V3(x[3], x[4], x[5]))
		case "slide":
			linear = linear.MulAdd(x[0], axes[i])
		case "ball":
			spin = at.Q.Rotate(vec.V3(x[0], x[1], x[2]))
		default:
			spin = axes[i].Mul(x[0])
		}
		linear, twist = linear.Add(spin.Cross(at.P.Sub(anchors[i]))), twist.Add(spin)
	}
	moves[c.body] = motion{at, linear, twist}
}

// quaternion is that of four numbers of a file, w first.
func quaternion(x []float32) vec.Quat {
	q := vec.Quat{X: x[1], Y: x[2], Z: x[3], W: x[0]}
	if !(q.Dot(q) > 0) {
		return vec.QuatIdentity
	}
	return q.Norm()
}

// pushing is how fast a motor would go that stands for a force without end (rad/s, m/s).
const pushing = 1e3

// push adds a constant force to an axis.
func push(a *physics.JointAxis, force float32) {
	if a.Motor {
		if a.Speed < 0 {
			a.MaxForce = -a.MaxForce
		}
		force += a.MaxForce
	}
	a.Motor, a.Speed, a.MaxForce = force != 0, pushing, vec.Abs(force)
	if force < 0 {
		a.Speed = -pushing
	}
}
