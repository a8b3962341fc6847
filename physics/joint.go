package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/solve"
)

// JointKind says what a joint holds together.
type JointKind uint8

const (
	// MouseJoint drags a point of a body to a target.
	MouseJoint JointKind = iota
	// BallJoint joins two bodies at a point.
	BallJoint
	// HingeJoint joins two bodies by an axis.
	HingeJoint
	// SliderJoint lets a body slide along another.
	SliderJoint
	// FixedJoint makes one of two bodies, rigidly or by springs.
	FixedJoint
	// DistanceJoint is a rod, a rope or a spring.
	DistanceJoint
	// MotorJoint drives a body to a pose in another.
	MotorJoint
	// ParallelJoint keeps an axis of one body parallel to one of another.
	ParallelJoint
	// WheelJoint hangs a wheel on a chassis.
	WheelJoint
	// SixJoint has a choice for each of the six coordinates.
	SixJoint
	// GearJoint couples two rotations.
	GearJoint
	// RackJoint couples a rotation and a motion along a line.
	RackJoint
	// PulleyJoint hangs two bodies on one rope.
	PulleyJoint
	// PathJoint keeps a body on a curve.
	PathJoint
	jointKindCount
)

var jointKindNames = [jointKindCount]string{"mouse", "ball", "hinge", "slider", "fixed", "distance", "motor", "parallel",
	"wheel", "six", "gear", "rack", "pulley", "path"}

// String returns the name in lower case.
func (k JointKind) String() string {
	if k < jointKindCount {
		return jointKindNames[k]
	}
	return "unknown joint"
}

// joint is the cold part of a joint; its constraint is in World.rows at the same index.
type joint struct {
	slot
	kind         JointKind
	collide      bool
	linked       bool // holds two dynamic bodies in one island
	bodyA, bodyB int32
	edges        [2]edge
	// color and place in the graph while awake.
	color, place int32
	// lap is the last one that was reported of a path joint; of an open path, the end that it
	// is at: −1, 0 for neither, 1.
	lap                     int32
	breakForce, breakTorque float32
	userTag                 uint64
	born                    uint64 // see Joint.Order
}

// other returns the body across the edge of a key.
func (j *joint) other(key int32) int32 {
	if key&1 == 0 {
		return j.bodyB
	}
	return j.bodyA
}

// MouseJointDef describes a spring that drags a point of a body to a target, as a mouse does.
// It does not depend on the mass of the body. Make it with DefaultMouseJointDef.
type MouseJointDef struct {
	made bool

	// Body to drag, dynamic.
	Body Body
	// Grab is the place (m, world) where the body is held; it becomes fixed in the body.
	Grab Vec3
	// Target is where to drag it (m, world).
	Target Vec3
	// Hertz and DampingRatio of the spring for the whole mass of the body.
	Hertz, DampingRatio float32
	// MaxForce (N) limits the pull. Zero takes a hundred times the weight of the body.
	MaxForce float32
	UserTag  uint64
}

// DefaultMouseJointDef returns a critically damped spring of 7.5 Hz.
func DefaultMouseJointDef() MouseJointDef {
	return MouseJointDef{made: true, Hertz: 7.5, DampingRatio: 1}
}

func (d *MouseJointDef) check() error {
	if !d.made {
		return errors.New("physics: mouse joint definition was not made by DefaultMouseJointDef")
	}
	if err := checkVector("mouse joint grab point", d.Grab, 2*MaxPosition); err != nil {
		return err
	}
	if err := checkVector("mouse joint target", d.Target, 2*MaxPosition); err != nil {
		return err
	}
	if err := checkRange("mouse joint frequency", d.Hertz, 0.01, 1e3); err != nil {
		return err
	}
	if err := checkRange("mouse joint damping ratio", d.DampingRatio, 0, 1e3); err != nil {
		return err
	}
	return checkRange("mouse joint force", d.MaxForce, 0, maxForceInput)
}

// grabGravity is the acceleration (m/s²) by which the weight of a dragged body is counted.
const grabGravity = 9.81

// CreateMouseJoint ties a point of a body to a target that SetTarget moves.
func (w *World) CreateMouseJoint(def MouseJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return called2[Joint, error](r, "World.CreateMouseJoint", w, def)
	}
	if w.locked.Load() {
		return Joint{}, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return Joint{}, err
	}
	r := def.Body.record()
	if r == nil || def.Body.world != w {
		return Joint{}, fmt.Errorf("%w: body of a mouse joint", ErrStale)
	}
	if r.kind != Dynamic || r.out() {
		return Joint{}, errors.New("physics: body of a mouse joint must be dynamic")
	}
	sim := &w.sims[def.Body.index]
	if def.MaxForce == 0 {
		def.MaxForce = float32(100 * grabGravity * sim.Mass)
	}
	index := w.allocateJoint()
	j := &w.joints[index]
	*j = joint{
		slot: slot{j.generation + 1}, kind: MouseJoint, collide: true,
		bodyA: none, bodyB: def.Body.index, color: none, place: none, userTag: def.UserTag,
		born: w.bear(),
	}
	w.rows[index] = mouseRow(&def, sim)
	w.jointCount++
	w.attachJoint(index)
	return w.jointHandle(index), nil
}

// separate ends the contacts of two bodies with each other.
func (w *World) separate(a, b int32) {
	for key := w.bodies[b].firstContact; key != none; {
		c := &w.contacts[key>>1]
		next := c.edges[key&1].next
		if c.other(key) == a {
			w.destroyContact(key>>1, true)
		}
		key = next
	}
}

func (w *World) allocateJoint() int32 {
	if n := len(w.freeJoints); n > 0 {
		index := w.freeJoints[n-1]
		w.freeJoints = w.freeJoints[:n-1]
		return index
	}
	w.joints = append(w.joints, joint{})
	w.rows = append(w.rows, solve.Joint{})
	return int32(len(w.joints) - 1)
}

// SetTarget moves the target (m, world) of a mouse joint and wakes the body.
func (j Joint) SetTarget(target Vec3) bool {
	if r := j.world.recorder(); r != nil {
		return called[bool](r, "Joint.SetTarget", j, target)
	}
	r := j.writable()
	if r == nil {
		return false
	}
	w := j.world
	if r.kind != MouseJoint || !validVector(target, 2*MaxPosition) {
		return w.refuse()
	}
	w.rows[j.index].FrameA.P = target
	w.wakeBody(r.bodyB)
	return true
}

// Target returns the target (m, world) of a mouse joint.
func (j Joint) Target() Vec3 {
	if r := j.record(); r != nil && r.kind == MouseJoint {
		return j.world.rows[j.index].FrameA.P
	}
	return Vec3{}
}

// Anchors returns the points (m, world) that the joint holds together.
func (j Joint) Anchors() (a, b Vec3) {
	r := j.record()
	if r == nil {
		return Vec3{}, Vec3{}
	}
	w := j.world
	if r.kind == PathJoint {
		fa, fb := j.Frames()
		return fa.P, fb.P
	}
	return w.rows[j.index].Anchors(w.sims)
}

// Bodies returns the bodies of the joint; A is the zero Body for a joint with the world.
func (j Joint) Bodies() (a, b Body) {
	r := j.record()
	if r == nil {
		return Body{}, Body{}
	}
	if r.bodyA != none {
		a = j.world.bodyHandle(r.bodyA)
	}
	return a, j.world.bodyHandle(r.bodyB)
}

// Kind returns what the joint is.
func (j Joint) Kind() JointKind {
	if r := j.record(); r != nil {
		return r.kind
	}
	return 0
}

// UserTag returns the number kept for the user.
func (j Joint) UserTag() uint64 {
	if r := j.record(); r != nil {
		return r.userTag
	}
	return 0
}

// Destroy removes the joint and wakes its bodies.
func (j Joint) Destroy() bool {
	if r := j.world.recorder(); r != nil {
		return called[bool](r, "Joint.Destroy", j)
	}
	if j.writable() == nil {
		return false
	}
	j.world.destroyJoint(j.index, true)
	return true
}

// JointCount returns the number of joints.
func (w *World) JointCount() int { return int(w.jointCount) }

// Joints appends all joints in the order of their indices to buf.
func (w *World) Joints(buf []Joint) []Joint {
	for i := range w.joints {
		if w.joints[i].alive() {
			buf = append(buf, w.jointHandle(int32(i)))
		}
	}
	return buf
}

// attachJoint lists a new joint at its bodies, wakes them, and links their islands.
func (w *World) attachJoint(index int32) {
	j := &w.joints[index]
	for side, b := range [2]int32{j.bodyA, j.bodyB} {
		if b != none {
			w.linkJointEdge(index, int32(side), b)
			w.wakeBody(b)
		}
	}
	if j.bodyA != none {
		j.linked = w.movable(j.bodyA) && w.movable(j.bodyB)
		if j.linked {
			w.linkBodies(j.bodyA, j.bodyB)
		}
	}
	if j.color == none && !w.jointSleeps(j) {
		w.graphJoint(index)
	}
}

func (w *World) destroyJoint(index int32, wake bool) {
	j := &w.joints[index]
	if wake {
		// before anything is unlinked: waking puts the joint into the graph
		for _, b := range [2]int32{j.bodyA, j.bodyB} {
			if b != none {
				w.wakeBody(b)
			}
		}
	}
	if j.color != none {
		w.ungraphJoint(index)
	}
	if j.linked {
		w.unlinkBodies(j.bodyA, j.bodyB)
	}
	if !j.collide {
		// the two may collide from now on
		w.reunite(j.bodyB)
	}
	for side, b := range [2]int32{j.bodyA, j.bodyB} {
		if b != none {
			w.unlinkJointEdge(index, int32(side), b)
		}
	}
	if j.kind == PathJoint {
		w.dropPath(&w.rows[index])
	}
	*j = joint{slot: slot{j.generation + 1}, color: none, place: none}
	w.freeJoints = append(w.freeJoints, index)
	w.jointCount--
}

func (w *World) linkJointEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	key := index<<1 | side
	w.joints[index].edges[side] = edge{prev: none, next: r.firstJoint}
	if r.firstJoint != none {
		w.joints[r.firstJoint>>1].edges[r.firstJoint&1].prev = key
	}
	r.firstJoint = key
	r.jointCount++
}

func (w *World) unlinkJointEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	e := w.joints[index].edges[side]
	if e.prev != none {
		w.joints[e.prev>>1].edges[e.prev&1].next = e.next
	} else {
		r.firstJoint = e.next
	}
	if e.next != none {
		w.joints[e.next>>1].edges[e.next&1].prev = e.prev
	}
	r.jointCount--
}

func (w *World) graphJoint(index int32) {
	j := &w.joints[index]
	movableA := j.bodyA != none && w.movable(j.bodyA)
	movableB := w.movable(j.bodyB)
	if !movableA && !movableB {
		return
	}
	j.color, j.place = w.graph.AddJoint(index, j.bodyA, j.bodyB, movableA, movableB)
}

func (w *World) ungraphJoint(index int32) {
	j := &w.joints[index]
	if moved := w.graph.RemoveJoint(j.color, j.place, j.bodyA, j.bodyB); moved >= 0 {
		w.joints[moved].place = j.place
	}
	j.color, j.place = none, none
	if row := &w.rows[index]; !row.Finite() {
		// a body broke: what it did to the joint must not come back with it
		row.ClearImpulses()
		row.Phase, row.Force, row.Torque = 0, Vec3{}, Vec3{}
	}
}

// wakeJoints puts the joints of a body that woke up into the graph.
func (w *World) wakeJoints(bodyIndex int32) {
	for key := w.bodies[bodyIndex].firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		if j := &w.joints[key>>1]; j.color == none && !w.jointSleeps(j) {
			w.graphJoint(key >> 1)
		}
	}
}

// sleepJoints takes the joints of a body that fell asleep out of the graph, unless the other
// side is still awake.
func (w *World) sleepJoints(bodyIndex int32) {
	for key := w.bodies[bodyIndex].firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		if j := &w.joints[key>>1]; j.color != none && w.jointSleeps(j) {
			w.ungraphJoint(key >> 1)
		}
	}
}

// jointSleeps reports whether the joint holds no body that impulses move now. One with a disabled
// body holds nothing.
func (w *World) jointSleeps(j *joint) bool {
	if w.bodies[j.bodyB].disabled || j.bodyA != none && w.bodies[j.bodyA].disabled {
		return true
	}
	moves := func(i int32) bool { return i != none && w.movable(i) && w.bodies[i].awakeIndex != none }
	return !moves(j.bodyA) && !moves(j.bodyB)
}
