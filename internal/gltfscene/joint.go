package gltfscene

import (
	"fmt"
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// A joint of KHR_physics_rigid_bodies is a list of limits and drives on six coordinates of the
// second frame seen from the first. The kinds of the engine are found in it: what is locked says
// whether it is a hinge, a slider and so on; everything else becomes a six joint.

// coordinate is what limits and drives say about one of the six.
type coordinate struct {
	locked  bool
	limited bool
	lo, hi  float64
	// stiffness and damping of the limit, stiffness 0 for a hard one
	stiffness, damping float64
	drive              *drive
}

type drive struct {
	perMass            bool
	maxForce           float64 // 0 unlimited
	position, velocity float64
	stiffness, damping float64
}

// sixfold is a joint being read.
type sixfold struct {
	c [6]coordinate
	// rope is a limit of the distance in space, cone one of the angle away from axis coneAxis
	rope, cone *coordinate
	coneAxis   int
}

const endless = 1e6

// readJoints makes the joints of the scene.
func (d *decoder) readJoints() {
	list := d.documentList("physicsJoints")
	for _, i := range d.walked {
		j := d.nodes[i].khr.at("joint")
		if !j.isObject() {
			continue
		}
		if len(d.scene.Joints) >= scenefile.MaxJoints {
			j.errorf("is joint number %d: at most %d are allowed", len(d.scene.Joints)+1, scenefile.MaxJoints)
			return
		}
		d.readJoint(i, j, list)
	}
}

// ends are the two sides of a joint.
type ends struct {
	a, b           int // bodies, −1 for the world
	frameA, frameB vec.Transform
	collide        bool
}

func (d *decoder) readJoint(i int, j value, list []value) {
	j.only("connectedNode", "joint", "enableCollision", "nodeA", "nodeB", "constraints")
	var e ends
	var six sixfold
	if !j.at("nodeA").missing() || !j.at("nodeB").missing() {
		// the first draft of OMI_physics_joint: one frame, two bodies
		a, b := j.at("nodeA").index(len(d.nodes), "nodes"), j.at("nodeB").index(len(d.nodes), "nodes")
		if a < 0 || b < 0 {
			j.errorf("needs nodeA and nodeB")
			return
		}
		at := d.nodes[i].world.transform()
		e.a, e.b = d.nodes[a].body, d.nodes[b].body
		e.frameA, e.frameB = d.inBody(e.a, at), d.inBody(e.b, at)
		constraints := d.root.path("extensions", "OMI_physics_joint", "constraints").list()
		for _, c := range j.at("constraints").list() {
			if k := c.index(len(constraints), "constraints"); k >= 0 {
				six.limit(constraints[k].with(fromLimit(constraints[k])))
			}
		}
	} else {
		other := j.at("connectedNode").index(len(d.nodes), "nodes")
		k := j.at("joint").index(len(list), "physicsJoints")
		if other < 0 || k < 0 {
			j.errorf("needs connectedNode and joint")
			return
		}
		if !d.nodes[other].inScene {
			j.at("connectedNode").errorf("node %d is not in the scene", other)
			return
		}
		e.a, e.frameA = d.side(i)
		e.b, e.frameB = d.side(other)
		if list[k].isObject() {
			six.read(list[k])
		}
	}
	e.collide = j.at("enableCollision").flag(false)
	if e.a == e.b {
		j.errorf("both sides belong to the same body")
		return
	}
	if !d.movable(e.a) && !d.movable(e.b) {
		j.warnf("neither side can move: the joint has no effect")
		return
	}
	if e.b < 0 {
		// the engine lets only the first side be the world
		e.b = d.sceneryBody()
	}
	own := j.path("extensions", extOwn)
	if own.isObject() && !own.at("kind").missing() {
		d.ownJoint(own, e)
		return
	}
	d.add(&six, e, own, j)
}

// side returns the body of a frame and the frame in it.
func (d *decoder) side(i int) (int, vec.Transform) {
	n := &d.nodes[i]
	if n.body < 0 {
		return -1, n.world.transform()
	}
	return n.body, n.rel.transform()
}

// inBody is a place of the world in the frame of a body.
func (d *decoder) inBody(body int, at vec.Transform) vec.Transform {
	if body < 0 {
		return at
	}
	def := &d.scene.Bodies[body].Def
	return vec.Transform{P: def.Position, Q: def.Rotation.Unit()}.InvMul(at)
}

func (d *decoder) movable(body int) bool {
	return body >= 0 && d.scene.Bodies[body].Def.Type == physics.Dynamic
}

// sceneryBody is a static body at the origin for what belongs to no other.
func (d *decoder) sceneryBody() int {
	if d.scenery < 0 {
		def := physics.DefaultBodyDef()
		def.Name = "world"
		d.scene.Bodies = append(d.scene.Bodies, scenefile.Body{Def: def})
		d.scenery = len(d.scene.Bodies) - 1
	}
	return d.scenery
}

// axes reads which axes a limit is about: one to three different ones.
func axes(v value) (linear bool, set []int) {
	list := v.at("linearAxes")
	linear = !list.missing()
	angular := v.at("angularAxes")
	if linear && !angular.missing() && len(angular.list()) > 0 && len(list.list()) > 0 {
		v.errorf("has linearAxes and angularAxes")
		return linear, nil
	}
	if !linear || len(list.list()) == 0 && len(angular.list()) > 0 {
		linear, list = false, angular
	}
	seen := [3]bool{}
	for _, e := range list.list() {
		k := e.integer(0, 0, 2)
		if seen[k] {
			e.errorf("axis %d is there twice", k)
			return linear, nil
		}
		seen[k] = true
	}
	for k := range seen {
		if seen[k] {
			set = append(set, k)
		}
	}
	if len(set) == 0 {
		v.errorf("names no axis")
	}
	return linear, set
}

// read reads a joint description.
func (s *sixfold) read(v value) {
	v.only("limits", "drives", "name")
	for _, l := range v.at("limits").list() {
		if l.isObject() {
			s.limit(l)
		}
	}
	for _, l := range v.at("drives").list() {
		if l.isObject() {
			s.drive(l)
		}
	}
}

// limit adds one limit.
func (s *sixfold) limit(v value) {
	v.only("linearAxes", "angularAxes", "min", "max", "stiffness", "damping")
	linear, set := axes(v)
	if len(set) == 0 {
		return
	}
	c := coordinate{limited: true, lo: v.at("min").float(-endless, -endless, endless), hi: v.at("max").float(endless, -endless, endless),
		stiffness: v.at("stiffness").float(0, 0, 1e15), damping: v.at("damping").float(0, 0, 1e15)}
	if !linear {
		c.lo, c.hi = math.Max(c.lo, -4*math.Pi), math.Min(c.hi, 4*math.Pi)
	}
	if c.lo > c.hi {
		v.errorf("min %g is above max %g", c.lo, c.hi)
		return
	}
	base := 0
	if !linear {
		base = 3
	}
	// a distance of nothing locks every axis
	if nothing := len(set) > 1 && c.hi <= 0; nothing {
		c.lo, c.hi = 0, 0
	}
	c.locked = c.lo == 0 && c.hi == 0 && c.stiffness == 0
	switch {
	case c.locked || len(set) == 1 || c.lo == 0 && c.hi == 0:
		for _, k := range set {
			s.c[base+k].meet(c)
		}
	case linear && len(set) == 3:
		s.rope = &c
	case !linear && len(set) == 2:
		s.cone, s.coneAxis = &c, 3-set[0]-set[1]
		if c.lo > 0 {
			v.at("min").warnf("a cone has no smallest angle here")
		}
	default:
		v.warnf("a distance over %d axes: each of them is limited by itself", len(set))
		if c.lo > 0 {
			v.at("min").warnf("has no effect over %d axes", len(set))
		}
		c.lo = -c.hi
		for _, k := range set {
			s.c[base+k].meet(c)
		}
	}
}

// meet adds a second limit to a coordinate: both hold.
func (c *coordinate) meet(other coordinate) {
	if c.locked {
		return
	}
	kept := c.drive
	if c.limited && !other.locked {
		other.lo, other.hi = math.Max(c.lo, other.lo), math.Min(c.hi, other.hi)
		other.hi = math.Max(other.lo, other.hi)
	}
	*c = other
	c.drive = kept
}

// drive adds one drive.
func (s *sixfold) drive(v value) {
	v.only("type", "mode", "axis", "maxForce", "positionTarget", "velocityTarget", "stiffness", "damping")
	for _, name := range []string{"type", "mode", "axis"} {
		if v.at(name).missing() {
			v.errorf("has no %s", name)
			return
		}
	}
	k := v.at("axis").integer(0, 0, 2)
	if v.at("type").choice("linear", "angular") == "angular" {
		k += 3
	}
	s.c[k].drive = &drive{
		perMass:  v.at("mode").choice("force", "acceleration") == "acceleration",
		maxForce: v.at("maxForce").float(0, 0, math.MaxFloat32),
		position: v.at("positionTarget").float(0, -endless, endless), velocity: v.at("velocityTarget").float(0, -endless, endless),
		stiffness: v.at("stiffness").float(0, 0, 1e15), damping: v.at("damping").float(0, 0, 1e15),
	}
}

// axis turns a coordinate into that of a joint of the engine, with its springs.
func (c *coordinate) axis(index int) (physics.JointAxis, []scenefile.Spring) {
	a := physics.JointAxis{}
	var springs []scenefile.Spring
	if c.limited || c.locked {
		a.Limited, a.Lower, a.Upper = true, float32(c.lo), float32(c.hi)
		if c.stiffness > 0 {
			springs = append(springs, scenefile.Spring{Axis: index, Limit: true, Stiffness: float32(c.stiffness), Damping: float32(c.damping)})
		}
	}
	d := c.drive
	if d == nil || d.stiffness == 0 && d.damping == 0 {
		return a, springs
	}
	if d.stiffness == 0 && d.velocity != 0 {
		a.Motor, a.Speed, a.MaxForce = true, float32(d.velocity), float32(math.Min(d.maxForce, 1e15))
		if d.maxForce == 0 {
			a.MaxForce = unlimited
		}
		return a, springs
	}
	target := d.position
	if d.stiffness > 0 {
		// k·(x* − x) + c·(v* − v) is the same as a spring to x* + v*·c/k
		target += d.velocity * d.damping / d.stiffness
	}
	a.Target, a.MaxSpring = float32(math.Max(-endless, math.Min(endless, target))), float32(math.Min(d.maxForce, 1e15))
	springs = append(springs, scenefile.Spring{Axis: index, PerMass: d.perMass, Stiffness: float32(d.stiffness), Damping: float32(d.damping)})
	return a, springs
}

// unlimited is the force of a motor without a limit (N, N·m).
const unlimited = 1e9

// toAxis turns a frame so that its axis to takes the place of axis from: z or x of the engine's
// kinds for that of the file.
func toAxis(engine vec.Vec3, axis int) vec.Quat {
	return vec.QuatBetween(engine, [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axis])
}

// add makes the joints of the engine that do what the file says.
func (d *decoder) add(s *sixfold, e ends, own, j value) {
	force, torque := float32(0), float32(0)
	order := uint64(0)
	if own.isObject() {
		own.only("breakForce", "breakTorque", "order", "tag")
		force, torque = own.at("breakForce").single(0, 0, 1e15), own.at("breakTorque").single(0, 0, 1e15)
		order = own.order()
	}
	place := func(f *physics.JointFrames, turn vec.Quat) {
		f.FrameA, f.FrameB = e.frameA, e.frameB
		if turn != vec.QuatIdentity {
			f.FrameA.Q, f.FrameB.Q = f.FrameA.Q.Mul(turn).Norm(), f.FrameB.Q.Mul(turn).Norm()
		}
		f.CollideConnected, f.BreakForce, f.BreakTorque = e.collide, force, torque
		f.UserTag = own.bits("tag", 0)
	}
	put := func(def any, springs []scenefile.Spring) {
		d.scene.Joints = append(d.scene.Joints, scenefile.Joint{A: e.a, B: e.b, Def: def, Springs: springs, Order: order})
	}
	if s.rope != nil {
		def := physics.DefaultDistanceJointDef()
		place(&def.JointFrames, vec.QuatIdentity)
		var springs []scenefile.Spring
		rope := *s.rope
		rope.lo = math.Max(rope.lo, 0)
		def.Axis, springs = rope.axis(0)
		put(&def, springs)
	}
	s.put(place, put, j)
}

// put chooses the kind.
func (s *sixfold) put(place func(*physics.JointFrames, vec.Quat), put func(any, []scenefile.Spring), j value) {
	linear, angular, free := s.pattern()
	switch {
	case free && s.rope != nil && s.cone == nil:
	case s.cone != nil && linear == 3:
		def := physics.DefaultBallJointDef()
		place(&def.JointFrames, toAxis(vec.AxisZ, s.coneAxis))
		var springs, more []scenefile.Spring
		def.Cone, springs = s.cone.axis(0)
		def.Cone.Upper = vec.Max(def.Cone.Upper, 0)
		def.Twist, more = s.c[3+s.coneAxis].axis(1)
		put(&def, append(springs, more...))
	case linear == 3 && angular == 3:
		def := physics.DefaultFixedJointDef()
		place(&def.JointFrames, vec.QuatIdentity)
		put(&def, nil)
	case linear == 3 && angular == 2:
		k := s.unlocked(3)
		def := physics.DefaultHingeJointDef()
		place(&def.JointFrames, toAxis(vec.AxisZ, k))
		var springs []scenefile.Spring
		def.Axis, springs = s.c[3+k].axis(0)
		put(&def, springs)
	case linear == 2 && angular == 3:
		k := s.unlocked(0)
		def := physics.DefaultSliderJointDef()
		place(&def.JointFrames, toAxis(vec.AxisX, k))
		var springs []scenefile.Spring
		def.Axis, springs = s.c[k].axis(0)
		put(&def, springs)
	case linear == 3 && s.onlyLinear():
		def := physics.DefaultBallJointDef()
		place(&def.JointFrames, vec.QuatIdentity)
		put(&def, nil)
	default:
		s.six(place, put, j)
	}
}

func (s *sixfold) six(place func(*physics.JointFrames, vec.Quat), put func(any, []scenefile.Spring), j value) {
	def := physics.DefaultSixJointDef()
	place(&def.JointFrames, vec.QuatIdentity)
	if s.cone != nil {
		j.warnf("a cone on a joint that can move: each of its axes is limited by itself")
		for k := range 3 {
			if k != s.coneAxis {
				c := *s.cone
				c.lo = -c.hi
				s.c[3+k].meet(c)
			}
		}
	}
	var springs []scenefile.Spring
	for k := range s.c {
		if s.c[k].locked {
			def.Locked[k] = true
			continue
		}
		var more []scenefile.Spring
		def.Axes[k], more = s.c[k].axis(k)
		springs = append(springs, more...)
	}
	put(&def, springs)
}

// pattern counts what is locked; free says that nothing else is there.
func (s *sixfold) pattern() (linear, angular int, free bool) {
	free = true
	for k := range s.c {
		if s.c[k].locked && k < 3 {
			linear++
		} else if s.c[k].locked {
			angular++
		}
		free = free && !s.c[k].locked && !s.c[k].limited && s.c[k].drive == nil
	}
	return linear, angular, free
}

func (s *sixfold) unlocked(base int) int {
	for k := range 3 {
		if !s.c[base+k].locked {
			return k
		}
	}
	return 0
}

// onlyLinear reports whether nothing is said about the rotation.
func (s *sixfold) onlyLinear() bool {
	for k := 3; k < 6; k++ {
		if s.c[k].limited || s.c[k].locked || s.c[k].drive != nil {
			return false
		}
	}
	return s.cone == nil
}

// String names the joint in tests.
func (s *sixfold) String() string {
	linear, angular, _ := s.pattern()
	return fmt.Sprintf("%d places and %d angles locked", linear, angular)
}
