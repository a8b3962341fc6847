package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// joint is the cold part of a joint; its constraint is in World.rows at the same index.
type joint struct {
	slot
	kind         JointKind
	collide      bool
	linked       bool // holds two dynamic bodies in one island
	bodyA, bodyB int32
	edges        [2]edge
	// color and place in the graph while awake.
	color, place            int32
	breakForce, breakTorque float32
	userTag                 uint64
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
	if r.kind != Dynamic || r.frozen {
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
	}
	w.rows[index] = mouseRow(&def, sim)
	w.jointCount++
	w.attachJoint(index)
	return w.jointHandle(index), nil
}

// CreateJoint ties two bodies together, at least one of them dynamic.
func (w *World) CreateJoint(def JointDef) (Joint, error) {
	if w.locked.Load() {
		return Joint{}, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return Joint{}, err
	}
	b := def.BodyB.record()
	if b == nil || def.BodyB.world != w {
		return Joint{}, fmt.Errorf("%w: body B of a joint", ErrStale)
	}
	movable := w.movable(def.BodyB.index)
	bodyA := none
	if def.BodyA != (Body{}) {
		if def.BodyA.record() == nil || def.BodyA.world != w {
			return Joint{}, fmt.Errorf("%w: body A of a joint", ErrStale)
		}
		bodyA = def.BodyA.index
		movable = movable || w.movable(bodyA)
	}
	if !movable || bodyA == def.BodyB.index {
		return Joint{}, errors.New("physics: a joint needs two different bodies, one of them dynamic")
	}
	index := w.allocateJoint()
	j := &w.joints[index]
	*j = joint{
		slot: slot{j.generation + 1}, kind: def.Kind, collide: def.Collide || bodyA == none,
		bodyA: bodyA, bodyB: def.BodyB.index, color: none, place: none, userTag: def.UserTag,
		breakForce: def.BreakForce, breakTorque: def.BreakTorque,
	}
	w.rows[index] = def.row()
	w.jointCount++
	w.attachJoint(index)
	if !j.collide {
		w.partBodies(j.bodyA, j.bodyB)
	}
	return w.jointHandle(index), nil
}

// partBodies ends the contacts of two bodies with each other.
func (w *World) partBodies(a, b int32) {
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

// SetSpring retunes or switches the spring, SetLimit the limits, SetMotor the motor. They wake
// the bodies. Mouse joints refuse.
func (j Joint) SetSpring(s JointSpring) bool {
	return j.retune(s.check(), func(row *solve.Joint) { s.apply(row) })
}

// SetLimit changes the limits of the coordinate.
func (j Joint) SetLimit(l JointLimit) bool {
	return j.retune(l.check(j.Kind()), func(row *solve.Joint) { l.apply(row) })
}

// SetMotor changes the motor.
func (j Joint) SetMotor(m JointMotor) bool {
	return j.retune(m.check(), func(row *solve.Joint) { m.apply(row) })
}

// SetRest changes the coordinate at which the spring is relaxed, or the length of a distance
// joint (rad or m).
func (j Joint) SetRest(rest float32) bool {
	return j.retune(checkRange("joint rest", rest, -MaxPosition, MaxPosition), func(row *solve.Joint) { row.Rest = rest })
}

func (j Joint) retune(err error, change func(*solve.Joint)) bool {
	r := j.writable()
	if r == nil {
		return false
	}
	w := j.world
	if err != nil || r.kind == MouseJoint {
		return w.refuse()
	}
	change(&w.rows[j.index])
	w.wakeBody(r.bodyB)
	if r.bodyA != none {
		w.wakeBody(r.bodyA)
	}
	return true
}

// Coordinate returns the angle (rad) of a hinge, the twist of a ball joint, the way (m) of a
// slider, or the length (m) of other joints.
func (j Joint) Coordinate() float32 {
	r := j.record()
	if r == nil {
		return 0
	}
	w := j.world
	row := &w.rows[j.index]
	frameA, frameB := row.FrameA, w.sims[r.bodyB].Transform.Mul(row.FrameB)
	if r.bodyA != none {
		frameA = w.sims[r.bodyA].Transform.Mul(row.FrameA)
	}
	rel := frameA.InvMul(frameB)
	switch r.kind {
	case HingeJoint, BallJoint:
		if rel.Q.W < 0 {
			rel.Q = rel.Q.Neg()
		}
		return float32(2 * vec.Atan2(rel.Q.Z, rel.Q.W))
	case SliderJoint:
		return rel.P.X
	}
	return rel.P.Len()
}

// Reaction returns the force (N) and the torque (N·m) with which the joint held its bodies at
// the end of the last step, without springs, limits and motors.
func (j Joint) Reaction() (force, torque float32) {
	if j.record() == nil {
		return 0, 0
	}
	return j.world.reaction(j.index)
}

func (w *World) reaction(index int32) (force, torque float32) {
	row := &w.rows[index]
	return float32(row.LinearImpulse.Len() * w.inverseSubStep), float32(row.AngularImpulse.Len() * w.inverseSubStep)
}

// breakJoints destroys the joints that had to bear more than they can.
func (w *World) breakJoints() {
	sc := &w.scratch
	sc.broken = sc.broken[:0]
	for color := int32(0); color < GraphColors; color++ {
		for _, index := range w.graph.Joints(color) {
			j := &w.joints[index]
			if j.breakForce == 0 && j.breakTorque == 0 {
				continue
			}
			force, torque := w.reaction(index)
			if j.breakForce > 0 && force > j.breakForce || j.breakTorque > 0 && torque > j.breakTorque {
				w.nextEvents.JointBreak = append(w.nextEvents.JointBreak, JointBreakEvent{
					Joint: w.jointHandle(index), Force: force, Torque: torque, UserTag: j.userTag,
				})
				sc.broken = append(sc.broken, index)
			}
		}
	}
	for _, index := range sc.broken {
		w.destroyJoint(index, true)
	}
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
		for s := w.bodies[j.bodyB].firstShape; s != none; s = w.shapes[s].next {
			w.bufferMove(s)
		}
	}
	for side, b := range [2]int32{j.bodyA, j.bodyB} {
		if b != none {
			w.unlinkJointEdge(index, int32(side), b)
		}
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

// jointSleeps reports whether the joint holds no body that impulses move now.
func (w *World) jointSleeps(j *joint) bool {
	moves := func(i int32) bool { return i != none && w.movable(i) && w.bodies[i].awakeIndex != none }
	return !moves(j.bodyA) && !moves(j.bodyB)
}
