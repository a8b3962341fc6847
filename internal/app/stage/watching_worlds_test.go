package stage

import (
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// subject is a world that takes steps, and what a watcher may need of its scene.
type subject struct {
	world   *physics.World
	scene   *scenes.Scene
	advance func() error
	clock   *atomic.Int64
	steps   int
}

// manyBodies is how many a scene has that takes a quarter of the steps.
const manyBodies = 500

// watchable builds the same subject every time.
type watchable struct {
	name  string
	build func(t *testing.T) *subject
}

// tickingDef lets a clock tick once for each reading, so that profiles are not empty. Workers read it, too.
func tickingDef(def physics.WorldDef) (physics.WorldDef, *atomic.Int64) {
	clock := new(atomic.Int64)
	def.Clock = func() int64 { return clock.Add(1000) }
	return def, clock
}

func watchedScene(scene *scenes.Scene, steps int) watchable {
	return watchable{scene.Name, func(t *testing.T) *subject {
		def, clock := tickingDef(scene.WorldDef())
		r, err := scene.New(def, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &subject{r.World, r.Scene, func() error { return r.Advance(0) }, clock, steps}
		if r.World.BodyCount() > manyBodies {
			s.steps = steps / 4
		}
		return s
	}}
}

// randomWorld is a heap of all convex shapes and compounds on a mesh, a height field or a plane, with 24 joints of all
// kinds between them whose springs, motors, limits and brakes are drawn.
func randomWorld(name string, seed uint64, steps int) watchable {
	return watchable{name, func(t *testing.T) *subject {
		b := &heap{T: t, Rand: rand.New(rand.NewPCG(seed, 44))}
		def, clock := tickingDef(physics.DefaultWorldDef())
		def.Settings.SubSteps = 1 + b.Int32N(6)
		def.Settings.DirectJoints = b.IntN(4) > 0
		def.Settings.WarmStarting = b.IntN(8) > 0
		w, err := physics.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		b.world = w
		b.ground()
		for i := range 18 {
			b.body(i)
		}
		for i := range 24 {
			b.join(i)
		}
		return &subject{w, &scenes.Scene{}, func() error { return w.Step(1.0 / 60) }, clock, steps}
	}}
}

// heap builds a random world.
type heap struct {
	*testing.T
	*rand.Rand
	world  *physics.World
	bodies []physics.Body
}

func (b *heap) must(err error) {
	if err != nil {
		b.Helper()
		b.Fatal(err)
	}
}

func (b *heap) between(low, high float32) float32 { return low + float32((high-low)*b.Float32()) }

func (b *heap) vector(size float32) vec.Vec3 {
	return vec.V3(b.between(-size, size), b.between(-size, size), b.between(-size, size))
}

// ground is one of the shapes that only static bodies have.
func (b *heap) ground() {
	var g physics.Geometry = physics.Plane{Normal: vec.V3(0, 1, 0)}
	var err error
	switch b.IntN(4) {
	case 0:
		heights := make([]float32, 64)
		for i := range heights {
			heights[i] = b.between(-0.2, 0.2)
		}
		g, err = physics.NewHeightField(physics.HeightFieldDef{Columns: 8, Rows: 8, Heights: heights,
			Spacing: vec.V3(2, 1, 2), Origin: vec.V3(-8, 0, -8)})
	case 1:
		g, err = physics.NewMesh(physics.MeshDef{Indices: []uint32{0, 1, 2, 0, 2, 3},
			Vertices: []vec.Vec3{vec.V3(-9, 0, -9), vec.V3(-9, 0, 9), vec.V3(9, 0, 9), vec.V3(9, 0, -9)}})
	}
	b.must(err)
	b.put(physics.Static, vec.Vec3{}, g)
	stones, err := physics.NewCompound(
		[]physics.Geometry{physics.Sphere{Radius: 0.5}, physics.Box{Half: vec.V3(0.5, 0.5, 0.5),
			Center: vec.V3(0.8, 0, 0)}})
	b.must(err)
	b.put(physics.Static, b.vector(1), stones)
}

func (b *heap) put(kind physics.BodyType, at vec.Vec3, g physics.Geometry) physics.Body {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = kind, at
	body, err := b.world.CreateBody(def)
	b.must(err)
	shape := physics.DefaultShapeDef()
	shape.Material.Restitution = 0.3 * b.Float32()
	_, err = body.CreateShape(g, shape)
	b.must(err)
	return body
}

// body drops the i-th body; every tenth one is kinematic.
func (b *heap) body(i int) {
	size := b.between(0.1, 0.4)
	kind := physics.Dynamic
	if i%10 == 9 {
		kind = physics.Kinematic
	}
	body := b.put(kind, vec.V3(b.between(-2, 2), b.between(0.5, 5), b.between(-2, 2)), b.shape(i, size))
	if body.SetLinearVelocity(b.vector(2)) != nil || body.SetAngularVelocity(b.vector(4)) != nil {
		b.Fatal("no velocity")
	}
	b.bodies = append(b.bodies, body)
}

// shape is of the i-th kind.
func (b *heap) shape(i int, r float32) physics.Geometry {
	up := vec.V3(0, r, 0)
	list := []physics.Geometry{
		physics.Sphere{Radius: r}, physics.BoxHalf(r, b.between(0.5, 1)*r, r),
		physics.Capsule{A: up.Neg(), B: up, Radius: 0.5 * r},
		physics.TaperedCapsule{A: up.Neg(), B: up, RadiusA: 0.5 * r, RadiusB: 0.3 * r},
		physics.Cylinder{A: up.Neg(), B: up, Radius: r},
		physics.Cone{Base: up.Neg(), Apex: up, Radius: r},
	}
	points := make([]vec.Vec3, 12)
	for k := range points {
		points[k] = b.vector(r)
	}
	hull, err := physics.NewHull(points)
	b.must(err)
	list = append(list, hull)
	return list[i%len(list)]
}

// axis has springs, motors, limits and brakes as they come.
func (b *heap) axis() (a physics.JointAxis) {
	has := b.Uint32()
	if has&1 != 0 {
		a.Hertz, a.DampingRatio, a.Target = b.between(0.5, 8), b.between(0, 1.5), b.between(-0.5, 0.5)
	}
	if has&2 != 0 {
		a.Limited, a.Lower, a.Upper = true, b.between(-1, -0.05), b.between(0.05, 1)
	}
	switch {
	case has&4 != 0:
		a.Motor, a.Speed, a.MaxForce = true, b.between(-3, 3), b.between(1, 500)
	case has&8 != 0:
		a.Friction = b.between(0.1, 50)
	}
	return a
}

func (b *heap) drive() (d physics.JointDrive) {
	has := b.Uint32()
	if has&1 != 0 {
		d.Hertz, d.DampingRatio = b.between(0.5, 8), b.between(0, 1.5)
	}
	if has&2 != 0 {
		d.Velocity, d.MaxMotor = b.vector(2), b.between(1, 200)
	}
	return d
}

// jointMakers are the calls that make a joint, and the definition of each.
var jointMakers = []any{
	physics.DefaultBallJointDef, physics.DefaultHingeJointDef, physics.DefaultSliderJointDef,
	physics.DefaultFixedJointDef,
	physics.DefaultDistanceJointDef, physics.DefaultMotorJointDef, physics.DefaultParallelJointDef,
	physics.DefaultWheelJointDef,
	physics.DefaultSixJointDef, physics.DefaultGearJointDef, physics.DefaultRackJointDef, physics.DefaultPulleyJointDef,
	physics.DefaultPathJointDef, physics.DefaultMouseJointDef,
}

// join makes a joint of the i-th kind between two bodies; the first ones are machines of hinges in a row.
func (b *heap) join(i int) {
	def := reflect.ValueOf(jointMakers[i%len(jointMakers)]).Call(nil)[0]
	d := reflect.New(def.Type()).Elem()
	d.Set(def)
	x, y := b.bodies[b.IntN(len(b.bodies))], b.bodies[b.IntN(len(b.bodies))]
	for x == y || x.Type() != physics.Dynamic {
		x, y = b.bodies[b.IntN(len(b.bodies))], b.bodies[b.IntN(len(b.bodies))]
	}
	if f := d.FieldByName("JointFrames"); f.IsValid() {
		f.Addr().Interface().(*physics.JointFrames).ConnectAxis(y, x, x.Position().Add(y.Position()).Mul(0.5),
			b.vector(1))
	}
	for k := range d.NumField() {
		f := d.Field(k)
		if !f.CanSet() {
			continue
		}
		switch v := f.Addr().Interface().(type) {
		case *physics.JointAxis:
			*v = b.axis()
		case *[6]physics.JointAxis:
			for n := range v {
				v[n] = b.axis()
			}
		case *[6]bool:
			for n := range v {
				v[n] = b.IntN(2) == 0
			}
		case *physics.JointDrive:
			*v = b.drive()
		case *physics.Body:
			*v = x
		}
	}
	switch v := d.Addr().Interface().(type) {
	case *physics.BallJointDef:
		v.Cone = physics.JointAxis{Limited: v.Twist.Limited, Upper: b.between(0.2, 1)}
	case *physics.WheelJointDef:
		v.Spin.Hertz, v.Spin.Limited = 0, false
	case *physics.PulleyJointDef:
		v.GroundA, v.GroundB = vec.V3(-1, 8, 0), vec.V3(1, 8, 0)
	case *physics.PathJointDef:
		v.Path = physics.Path{Points: []vec.Vec3{{}, vec.V3(0.5, 0.4, 0), vec.V3(1, 0, 0.3)}, Closed: b.IntN(2) == 0}
	case *physics.MouseJointDef:
		v.Target = x.Position()
	}
	made := reflect.ValueOf(b.world).MethodByName(
		"Create" + def.Type().Name()[:len(def.Type().Name())-len("Def")]).Call([]reflect.Value{d})
	if err, bad := made[1].Interface().(error); bad {
		b.Fatalf("%s: %v", def.Type().Name(), err)
	}
}
