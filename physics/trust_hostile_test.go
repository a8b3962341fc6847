package physics_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// hostile makes worlds of values that the interface accepts at its limits. Whatever is refused is left out.
type hostile struct {
	random
	world  *physics.World
	bodies []physics.Body
	joints []physics.Joint
}

// TestHostileStatesLoadAgain: a state that calls could make, however extreme, can be saved and loaded, has the same
// hash then and goes on equally. There is one definition of valid.
func TestHostileStatesLoadAgain(t *testing.T) {
	first, _ := strconv.Atoi(os.Getenv("TUMBLE_SEED"))
	count := trials(10000)
	bad := 0
	for seed := first; seed < first+count; seed++ {
		h := hostile{random: random{Rand: rand.New(rand.NewPCG(uint64(seed), 7))}}
		if err := h.run(); err != nil {
			if bad++; bad <= 5 {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d hostile worlds fail", bad, count)
	}
}

// run makes a world and checks its state between steps and calls.
func (h *hostile) run() error {
	def := physics.DefaultWorldDef()
	if h.IntN(3) == 0 {
		def.Settings.MaxLinearSpeed = h.size(1, 1e5)
		def.Settings.Gravity = h.far(1e4)
		def.Settings.SpeculativeDistance = h.Float32()
		def.Settings.WarmStarting = h.IntN(2) == 0
		def.Settings.SubSteps = int32(1 + h.IntN(8))
	}
	w, err := physics.NewWorld(def)
	if err != nil {
		return err
	}
	defer w.Close()
	h.world = w
	for range 2 + h.IntN(10) {
		h.create()
	}
	for range 6 {
		for range h.IntN(6) {
			h.call()
		}
		if err := sameAfterLoading(w); err != nil {
			return err
		}
		for range 1 + h.IntN(4) {
			if err := w.Step([]float32{0.01, 0.01, 1.0 / 240, 1, 1e-6, 0}[h.IntN(6)]); err != nil {
				return fmt.Errorf("step: %w", err)
			}
		}
	}
	return sameAfterLoading(w)
}

// sameAfterLoading saves a world, loads it and goes on with both.
func sameAfterLoading(w *physics.World) error {
	if err := w.Validate(); err != nil {
		return err
	}
	var taken, read physics.Snapshot
	if err := w.Snapshot(&taken); err != nil {
		return err
	}
	data, err := taken.AppendBinary(nil)
	if err != nil {
		return fmt.Errorf("saving: %w", err)
	}
	if err := read.UnmarshalBinary(data); err != nil {
		return fmt.Errorf("loading: %w", err)
	}
	other, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return err
	}
	defer other.Close()
	if err := other.Restore(&read); err != nil {
		return err
	}
	for step := range 4 {
		if a, b := w.Hash(), other.Hash(); a != b {
			return fmt.Errorf("%d steps after loading: hash %x, want %x", step, b, a)
		}
		if err := errors.Join(w.Step(0.01), other.Step(0.01)); err != nil {
			return err
		}
	}
	if err := other.Validate(); err != nil {
		return fmt.Errorf("after loading: %w", err)
	}
	return w.Restore(&taken)
}

// far is a vector whose coordinates are spread over all orders of magnitude up to a limit, and often at it.
func (h *hostile) far(limit float64) physics.Vec3 {
	x := func() float32 {
		switch h.IntN(8) {
		case 0:
			return float32(limit)
		case 1:
			return -float32(limit) * h.between(0.9, 1)
		case 2:
			return 0
		}
		return h.size(1e-9*limit, limit) * float32(1-2*h.IntN(2))
	}
	return physics.V3(x(), x(), x())
}

// position is in reach of the other bodies, or anywhere.
func (h *hostile) position() physics.Vec3 {
	if h.IntN(4) > 0 {
		return h.vector(2)
	}
	return h.far(physics.MaxPosition)
}

// length (m) is an ordinary one, or anything that shapes accept.
func (h *hostile) length() float32 {
	if h.IntN(2) > 0 {
		return h.size(0.05, 2)
	}
	return h.size(1e-5, 1e5)
}

// create makes a body, with some shapes.
func (h *hostile) create() {
	def := physics.DefaultBodyDef()
	def.Type = []physics.BodyType{physics.Dynamic, physics.Dynamic, physics.Static, physics.Kinematic}[h.IntN(4)]
	def.Position, def.Rotation = h.position(), h.rotation()
	def.LinearVelocity, def.AngularVelocity = h.far(1e6), h.far(1e6)
	if h.IntN(2) > 0 {
		def.LinearVelocity, def.AngularVelocity = h.vector(5), h.vector(5)
	}
	def.GravityScale = h.far(1e4).X
	def.SleepSpeed = h.far(1e6).X
	def.Bullet, def.Enabled, def.Awake = h.IntN(4) == 0, h.IntN(8) > 0, h.IntN(8) > 0
	if h.IntN(4) == 0 {
		def.Locks = physics.AxisLocks(h.IntN(64))
	}
	def.Name = h.name()
	b, err := h.world.CreateBody(def)
	if err != nil {
		return
	}
	h.bodies = append(h.bodies, b)
	for range 1 + h.IntN(3) {
		h.shape(b)
	}
}

// name is any string: sometimes long, sometimes no text.
func (h *hostile) name() string {
	switch h.IntN(12) {
	case 0:
		return strings.Repeat("long ", h.IntN(30000))
	case 1:
		return "\xff\x00\xfe"
	}
	return "body"
}

func (h *hostile) shape(b physics.Body) {
	def := physics.DefaultShapeDef()
	def.Density = h.size(100, 10000)
	if h.IntN(4) == 0 {
		def.Density = h.size(1e-9, 1e9)
	}
	def.Sensor = h.IntN(8) == 0
	def.Material = h.material()
	g := h.geometry()
	if g == nil {
		return
	}
	b.CreateShape(g, def)
}

func (h *hostile) material() physics.Material {
	m := physics.DefaultMaterial()
	if h.IntN(4) == 0 {
		m.Friction, m.Restitution, m.RollingResistance = h.size(1e-9, 1e4), h.Float32(), h.size(1e-9, 1e4)
		m.SurfaceVelocity = h.far(1e6)
		m.FrictionRule, m.RestitutionRule = physics.CombineRule(h.IntN(10)), physics.CombineRule(h.IntN(10))
	}
	return m
}

// geometry is nil if the interface refuses it.
func (h *hostile) geometry() physics.Geometry {
	var at physics.Vec3
	if h.IntN(3) == 0 {
		at = h.far(1e5)
	}
	end := at.Add(h.vector(1).Norm().Mul(h.length()))
	switch h.IntN(11) {
	case 0:
		return physics.Sphere{Center: at, Radius: h.length()}
	case 1:
		return physics.Capsule{A: at, B: end, Radius: h.length()}
	case 2:
		return physics.Cylinder{A: at, B: end, Radius: h.length()}
	case 3:
		return physics.Cone{Base: at, Apex: end, Radius: h.length()}
	case 4:
		return physics.TaperedCapsule{A: at, B: end, RadiusA: h.length(), RadiusB: h.length()}
	case 5:
		return physics.Plane{Normal: h.vector(1), Offset: h.far(1e5).X}
	case 6, 7:
		return physics.Box{Half: physics.V3(h.length(), h.length(), h.length()), Center: at, Rotation: h.rotation()}
	case 8:
		return h.hull(at)
	case 9:
		m, err := physics.NewMesh(
			physics.MeshDef{Vertices: h.cloud(at, 6), Indices: []uint32{0, 1, 2, 2, 1, 3, 3, 4, 5},
				TwoSided: h.IntN(2) == 0})
		if err == nil {
			return m
		}
		return nil
	}
	var children []physics.Geometry
	for range 1 + h.IntN(4) {
		if g := h.geometry(); g != nil {
			children = append(children, g)
		}
	}
	if c, err := physics.NewCompound(children); err == nil {
		return c
	}
	return nil
}

// hull is that of random points, often flat, long or far away.
func (h *hostile) hull(at physics.Vec3) physics.Geometry {
	g, err := physics.NewHull(h.cloud(at, 4+h.IntN(20)))
	if err != nil {
		return nil
	}
	return g
}

func (h *hostile) cloud(at physics.Vec3, n int) []physics.Vec3 {
	size := physics.V3(h.length(), h.length(), h.length())
	points := make([]physics.Vec3, n)
	for i := range points {
		v := h.vector(1)
		points[i] = at.Add(physics.V3(v.X*size.X, v.Y*size.Y, v.Z*size.Z))
	}
	return points
}

// call makes a random call about a random body or joint.
func (h *hostile) call() {
	if len(h.bodies) == 0 {
		h.create()
		return
	}
	b := h.bodies[h.IntN(len(h.bodies))]
	switch h.IntN(16) {
	case 0:
		b.SetTransform(physics.Transform{P: h.position(), Q: h.rotation()})
	case 1:
		b.SetLinearVelocity(h.far(1e6))
	case 2:
		b.SetAngularVelocity(h.far(1e6))
	case 3:
		b.ApplyForce(h.far(1e15), h.position())
	case 4:
		b.ApplyTorque(h.far(1e15))
	case 5:
		b.ApplyImpulse(h.far(1e15), h.position())
	case 6:
		b.ApplyAngularImpulse(h.far(1e15))
	case 7:
		inertia := vec.Diag(physics.V3(h.size(1e-15, 1e20), h.size(1e-15, 1e20), h.size(1e-15, 1e20)))
		if h.IntN(2) == 0 {
			k := h.size(1e-15, 1e20)
			inertia = vec.Diag(physics.V3(k, k*h.size(1e-6, 1), k*h.between(0.5, 1))).RotateTensor(h.rotation())
			inertia.YX, inertia.ZX, inertia.ZY = inertia.XY, inertia.XZ, inertia.YZ
		}
		b.SetMassData(physics.MassData{Mass: h.size(physics.MinMass, physics.MaxMass), Center: h.position(),
			Inertia: inertia})
	case 8:
		b.SetName(h.name())
	case 9:
		b.SetType(physics.BodyType(h.IntN(3)))
	case 10:
		b.SetLocks(physics.AxisLocks(h.IntN(64)))
	case 11:
		b.SetEnabled(h.IntN(2) == 0)
	case 12:
		b.SetTarget(physics.Transform{P: h.position(), Q: h.rotation()}, h.size(1e-5, 1))
	case 13:
		for _, s := range b.Shapes(nil) {
			s.SetDensity(h.size(1e-9, 1e9))
			s.SetMaterial(h.material())
		}
	case 14:
		h.join(b)
	case 15:
		h.world.SetGravity(h.far(1e4))
	}
}

// join makes a joint of some kind between a body and another or the world, with any numbers.
func (h *hostile) join(b physics.Body) {
	frames := physics.JointFrames{
		BodyB: b, FrameA: physics.Transform{P: h.position(), Q: h.rotation()},
		FrameB:           physics.Transform{P: h.position(), Q: h.rotation()},
		CollideConnected: h.IntN(2) == 0,
	}
	if a := h.bodies[h.IntN(len(h.bodies))]; a != b {
		frames.BodyA = a
	}
	axis := func(a physics.JointAxis) physics.JointAxis {
		a.Hertz, a.DampingRatio, a.Target = h.size(1e-6, 1e4), h.size(1e-6, 100), h.far(1e5).X
		a.Limited, a.Lower, a.Upper = h.IntN(2) == 0, -h.size(1e-6, 1e5), h.size(1e-6, 1e5)
		a.Motor, a.Speed, a.MaxForce, a.Friction = h.IntN(2) == 0, h.far(1e6).X, h.size(1e-6, 1e15), h.size(1e-6, 1e15)
		return a
	}
	drive := func(d physics.JointDrive) physics.JointDrive {
		d.Hertz, d.DampingRatio, d.Velocity, d.MaxMotor = h.size(1e-6, 1e4), h.size(1e-6, 100), h.far(1e6),
			h.size(1e-6, 1e15)
		return d
	}
	var j physics.Joint
	var err error
	switch h.IntN(10) {
	case 0:
		def := physics.DefaultBallJointDef()
		def.JointFrames, def.Twist, def.Cone, def.Drive, def.Target = frames, axis(def.Twist), axis(def.Cone),
			drive(def.Drive), h.rotation()
		j, err = h.world.CreateJoint(&def)
	case 1:
		def := physics.DefaultHingeJointDef()
		def.JointFrames, def.Axis = frames, axis(def.Axis)
		j, err = h.world.CreateJoint(&def)
	case 2:
		def := physics.DefaultSliderJointDef()
		def.JointFrames, def.Axis = frames, axis(def.Axis)
		j, err = h.world.CreateJoint(&def)
	case 3:
		def := physics.DefaultFixedJointDef()
		def.JointFrames, def.LinearHertz, def.AngularHertz = frames, h.size(1e-6, 1e4), h.size(1e-6, 1e4)
		j, err = h.world.CreateJoint(&def)
	case 4:
		def := physics.DefaultDistanceJointDef()
		def.JointFrames, def.Length, def.Axis = frames, h.length(), axis(def.Axis)
		j, err = h.world.CreateJoint(&def)
	case 5:
		def := physics.DefaultMotorJointDef()
		def.JointFrames, def.Linear, def.Angular, def.Place, def.Target = frames, drive(def.Linear), drive(def.Angular),
			h.position(), h.rotation()
		j, err = h.world.CreateJoint(&def)
	case 6:
		def := physics.DefaultWheelJointDef()
		def.JointFrames, def.Suspension, def.Spin, def.Steering = frames, axis(def.Suspension), axis(def.Spin),
			axis(def.Steering)
		j, err = h.world.CreateJoint(&def)
	case 7:
		def := physics.DefaultGearJointDef()
		def.JointFrames, def.Ratio = frames, h.size(1e-6, 1e6)
		j, err = h.world.CreateJoint(&def)
	case 8:
		def := physics.DefaultPulleyJointDef()
		def.JointFrames, def.GroundA, def.GroundB, def.Ratio, def.Length = frames, h.position(), h.position(),
			h.size(1e-3, 1e3), h.length()
		j, err = h.world.CreateJoint(&def)
	case 9:
		def := physics.DefaultMouseJointDef()
		def.Body, def.Grab, def.Target, def.MaxForce, def.Hertz = b, h.position(), h.position(), h.size(1e-6, 1e15),
			h.size(1e-3, 1e3)
		var mouse physics.MouseJoint
		mouse, err = h.world.CreateMouseJoint(def)
		j = mouse.Joint
	}
	if err == nil {
		h.joints = append(h.joints, j)
	}
}
