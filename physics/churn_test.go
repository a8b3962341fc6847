package physics

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"tumble/physics/internal/state"
)

// driver turns bytes into calls on a world, as a careless user would make them.
type driver struct {
	w      *World
	data   []byte
	bodies []Body
	shapes []Shape
	joints []Joint
	hull   Hull
	snap   Snapshot
}

func newDriver(t testing.TB, data []byte) *driver {
	t.Helper()
	def := DefaultWorldDef()
	def.MaxBodies, def.MaxShapes, def.MaxContacts = 64, 128, 400
	w, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	hull, err := NewHull([]Vec3{{X: -0.4, Y: -0.3, Z: -0.3}, {X: 0.5, Y: -0.3, Z: -0.3}, {Y: -0.3, Z: 0.6},
		{Y: 0.5}, {X: 0.3, Y: 0.3, Z: 0.3}})
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{w: w, data: data, hull: hull}
	addFloor(t, w)
	return d
}

func (d *driver) byte() byte {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

// number is a small number, or one of the values that break things.
func (d *driver) number(scale float32) float32 {
	b := d.byte()
	if b >= 250 {
		return nastyFloats[int(b)%len(nastyFloats)]
	}
	return scale * (float32(b) - 125) / 125
}

func (d *driver) vec(scale float32) Vec3 {
	return Vec3{X: d.number(scale), Y: d.number(scale), Z: d.number(scale)}
}

func (d *driver) quat() Quat {
	q := Quat{X: d.number(1), Y: d.number(1), Z: d.number(1), W: d.number(1)}
	if d.byte()&7 == 0 {
		return q
	}
	return q.Norm()
}

func (d *driver) geometry() Geometry {
	switch d.byte() % 4 {
	case 0:
		return Sphere{Center: d.vec(0.3), Radius: abs(d.number(0.7))}
	case 1:
		return Capsule{A: d.vec(0.5), B: d.vec(0.5), Radius: abs(d.number(0.4))}
	case 2:
		return Box{Half: d.vec(0.8).Abs(), Center: d.vec(0.2), Rotation: d.quat()}
	}
	return d.hull
}

func (d *driver) body() Body {
	if len(d.bodies) == 0 {
		return Body{}
	}
	return d.bodies[int(d.byte())%len(d.bodies)]
}

func (d *driver) shape() Shape {
	if len(d.shapes) == 0 {
		return Shape{}
	}
	return d.shapes[int(d.byte())%len(d.shapes)]
}

func (d *driver) joint() Joint {
	if len(d.joints) == 0 {
		return Joint{}
	}
	return d.joints[int(d.byte())%len(d.joints)]
}

func (d *driver) create() {
	def := DefaultBodyDef()
	def.Type = BodyType(d.byte() % 4)
	def.Position = d.vec(3).Add(Vec3{Y: 2})
	def.Rotation = d.quat()
	def.LinearVelocity, def.AngularVelocity = d.vec(10), d.vec(10)
	flags := d.byte()
	def.Awake, def.AllowSleep, def.Bullet, def.Enabled = flags&1 == 0, flags&2 == 0, flags&4 != 0, flags&0x70 != 0x70
	if flags&8 != 0 {
		def.Locks = AxisLocks(d.byte() & 63)
	}
	if b, err := d.w.CreateBody(def); err == nil {
		d.bodies = append(d.bodies, b)
	}
}

func (d *driver) attach() {
	def := DefaultShapeDef()
	flags := d.byte()
	def.Sensor, def.ContactEvents, def.HitEvents, def.Hooks = flags&7 == 0, flags&8 != 0, flags&16 != 0, flags&128 != 0
	if flags&32 != 0 {
		def.Density = abs(d.number(2000))
	}
	if flags&64 != 0 {
		def.Material.Restitution, def.Material.Friction = abs(d.number(1)), abs(d.number(2))
		def.Material.RollingResistance = abs(d.number(0.2))
		def.Material.SurfaceVelocity = d.vec(3)
	}
	if s, err := d.body().CreateShape(d.geometry(), def); err == nil {
		d.shapes = append(d.shapes, s)
	}
}

// call makes one call.
func (d *driver) call() {
	switch d.byte() % 32 {
	case 0, 1, 2, 3:
		d.create()
	case 4, 5, 6, 7, 8:
		d.attach()
	case 9:
		d.body().Destroy()
	case 10:
		d.shape().Destroy()
	case 11:
		d.body().SetTransform(Transform{P: d.vec(4).Add(Vec3{Y: 2}), Q: d.quat()})
	case 12:
		d.body().SetLinearVelocity(d.vec(30))
	case 13:
		d.body().SetAngularVelocity(d.vec(30))
	case 14:
		d.body().ApplyForce(d.vec(1e5), d.vec(3))
	case 15:
		d.body().ApplyImpulse(d.vec(1e4), d.vec(3))
	case 16:
		d.body().ApplyTorque(d.vec(1e5))
	case 17:
		d.body().ApplyAngularImpulse(d.vec(1e4))
	case 18:
		b, flags := d.body(), d.byte()
		if flags&2 == 0 {
			b.SetAwake(flags&1 == 0)
		} else {
			b.SetEnabled(flags&1 == 0)
		}
	case 19:
		d.body().SetType(BodyType(d.byte() % 4))
	case 20:
		d.body().SetGravityScale(d.number(2))
		d.body().SetLinearDamping(d.number(2))
		d.body().SetAngularDamping(d.number(2))
	case 21:
		d.body().SetLocks(AxisLocks(d.byte()))
	case 22:
		d.shape().SetDensity(d.number(2000))
	case 23:
		d.shape().SetFilter(Filter{Category: uint64(d.byte()), Mask: uint64(d.byte()), Group: int32(d.byte()%3) - 1})
	case 24:
		d.shape().SetMaterial(Material{Friction: d.number(1), Restitution: d.number(1), SurfaceVelocity: d.vec(2)})
	case 25:
		def := DefaultMouseJointDef()
		def.Body, def.Grab, def.Target = d.body(), d.vec(3), d.vec(5)
		if d.byte()&3 == 0 {
			def.Hertz, def.DampingRatio, def.MaxForce = d.number(20), d.number(2), d.number(1e5)
		}
		if j, err := d.w.CreateMouseJoint(def); err == nil {
			d.joints = append(d.joints, j.Joint)
		}
	case 26:
		d.joint().setTarget(d.vec(5))
		d.join()
	case 27:
		d.joint().Destroy()
	case 28:
		d.body().SetMassData(MassData{Mass: d.number(10), Center: d.vec(0.3), Inertia: Mat3{XX: d.number(1),
			YY: d.number(1), ZZ: d.number(1)}})
	case 29:
		d.body().SetTarget(Transform{P: d.vec(3), Q: d.quat()}, abs(d.number(0.1)))
	case 30:
		d.configure()
	case 31:
		d.w.RayCast(d.vec(10), d.vec(20), DefaultQueryFilter())
		if pick := d.byte() & 3; pick == 0 {
			d.w.Snapshot(&d.snap)
		} else if pick == 1 {
			d.w.ShiftOrigin(d.vec(100))
		} else if d.byte()&3 == 0 {
			d.w.Restore(&d.snap)
		}
	}
}

// join creates a joint between two bodies, or retunes one.
func (d *driver) join() {
	kind := d.byte()
	if kind&128 != 0 {
		d.retune()
		return
	}
	frames := defaultFrames()
	a := d.body()
	if kind&64 != 0 {
		a = Body{}
	}
	frames.Connect(a, d.body(), Transform{P: d.vec(3), Q: d.quat()})
	frames.CollideConnected = kind&32 != 0
	frames.BreakForce = abs(d.number(1e5))
	if j, err := joinKind(d.w, JointKind(kind%16), frames, d.axis(), d.drive()); err == nil {
		d.joints = append(d.joints, j)
	}
}

func (d *driver) retune() {
	j := d.joint()
	switch d.byte() % 8 {
	case 0:
		j.At(int(d.byte() % 7)).SetAxis(d.axis())
	case 1:
		j.setAngularDrive(d.drive())
	case 2:
		j.setLinearDrive(d.drive())
	case 3:
		j.SetFrames(Transform{P: d.vec(1), Q: d.quat()}, Transform{P: d.vec(1), Q: d.quat()})
	case 4:
		j.SetCollideConnected(d.byte()&1 != 0)
	case 5:
		j.setTargetRotation(d.quat())
	case 6:
		lastAxis(j).SetMotor(true, d.number(5), abs(d.number(1e4)))
	default:
		j.setRatio(d.number(3))
	}
}

func (d *driver) axis() JointAxis {
	f := d.byte()
	a := JointAxis{Limited: f&1 != 0, Motor: f&2 != 0, Lower: -abs(d.number(2)), Upper: abs(d.number(2)),
		Speed: d.number(5), MaxForce: abs(d.number(1e4)), Friction: abs(d.number(10)), Target: d.number(1)}
	if f&4 != 0 {
		a.Hertz, a.DampingRatio = abs(d.number(10)), abs(d.number(2))
	}
	if f&8 != 0 {
		a.LimitHertz, a.LimitDampingRatio = abs(d.number(10)), abs(d.number(2))
	}
	return a
}

func (d *driver) drive() JointDrive {
	return JointDrive{Hertz: abs(d.number(8)), DampingRatio: abs(d.number(2)), MaxSpring: abs(d.number(1e4)),
		Velocity: d.vec(3), MaxMotor: abs(d.number(1e3))}
}

func (d *driver) configure() {
	s := d.w.Settings()
	all := AllSettings()
	f := all[int(d.byte())%len(all)]
	if f.Set(&s, float64(abs(d.number(2)))) == nil {
		d.w.SetSettings(s)
	}
	s = d.w.Settings()
	if s.SubSteps > 8 {
		s.SubSteps = 8
	}
	s.Gravity = state.ClampVector(s.Gravity, 100)
	d.w.SetSettings(s)
}

// step steps once and checks everything.
func (d *driver) step(t testing.TB) {
	dt := [4]float32{0.01, 0.01, 1.0 / 60, 0}[d.byte()&3]
	if err := d.w.Step(dt); err != nil {
		t.Error(err)
	}
	if err := d.w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestChurnStaysValid makes random calls and steps and walks through the world after each.
// Half of the seeds also pass numbers that must be refused.
func TestChurnStaysValid(t *testing.T) {
	const calls = 400
	seeds := uint64(200)
	if soak() {
		seeds = 2000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		data := make([]byte, 40*calls)
		for i := range data {
			data[i] = byte(r.UintN(250 + 6*uint(seed&1)))
		}
		d := newDriver(t, data)
		for range calls {
			d.call()
			if err := d.w.Validate(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if d.byte()%3 == 0 {
				d.step(t)
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func FuzzAPI(f *testing.F) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 2))
		data := make([]byte, 600)
		for i := 0; i+8 <= len(data); i += 8 {
			binary.LittleEndian.PutUint64(data[i:], r.Uint64())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip()
		}
		d := newDriver(t, data)
		for len(d.data) > 0 {
			d.call()
			if d.byte()&3 == 0 {
				d.step(t)
			}
		}
		for range 3 {
			d.step(t)
		}
	})
}
