package doctor

import (
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// TestGalleryIsHealthy: the doctor finds in the gallery the faults that a scene declares, and no others.
func TestGalleryIsHealthy(t *testing.T) {
	for _, s := range scenes.All() {
		if testing.Short() && strings.HasPrefix(s.Name, "large_") {
			continue
		}
		r, err := s.New(s.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Examine(r.World, s.Rate(), nil)
		if err != nil {
			t.Error(err)
		}
		r.World.Close()
		declared := map[string]bool{}
		for _, code := range s.Intended {
			declared[code] = true
		}
		for _, f := range list {
			if !declared[string(f.Code)] {
				t.Errorf("%s: %s", s.Name, f)
			}
			delete(declared, string(f.Code))
		}
		for code := range declared {
			t.Errorf("%s declares %s, which it does not have", s.Name, code)
		}
	}
}

// sick builds a world with a floor and ten boxes on it, and then a fault.
type sick struct {
	t     *testing.T
	world *physics.World
	boxes []physics.Body
	floor physics.Body
}

func (s *sick) body(at vec.Vec3, g physics.Geometry, edit func(*physics.BodyDef, *physics.ShapeDef)) physics.Body {
	s.t.Helper()
	def, shape := physics.DefaultBodyDef(), physics.DefaultShapeDef()
	def.Type, def.Position = physics.Dynamic, at
	if edit != nil {
		edit(&def, &shape)
	}
	b, err := s.world.CreateBody(def)
	if err == nil && g != nil {
		_, err = b.CreateShape(g, shape)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

func (s *sick) hinge(a, b physics.Body, at vec.Vec3, edit func(*physics.HingeJointDef)) physics.Joint {
	s.t.Helper()
	def := physics.DefaultHingeJointDef()
	def.BodyA, def.BodyB = a, b
	def.FrameA.P, def.FrameB.P = at.Sub(a.Position()), at.Sub(b.Position())
	if edit != nil {
		edit(&def)
	}
	j, err := s.world.CreateHingeJoint(def)
	if err != nil {
		s.t.Fatal(err)
	}
	return j.Joint
}

func newSick(t *testing.T) *sick {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	s := &sick{t: t, world: w}
	s.floor = s.body(vec.V3(0, -0.5, 0), physics.BoxHalf(50, 0.5, 50),
		func(d *physics.BodyDef, _ *physics.ShapeDef) { d.Type = physics.Static })
	for i := range 10 {
		s.boxes = append(s.boxes, s.body(vec.V3(float32(i)*2, 0.5, 0), physics.BoxHalf(0.5, 0.5, 0.5), nil))
	}
	return s
}

// TestPlantedFaults plants one fault at a time; the doctor names it and nothing else. Without one it is silent.
func TestPlantedFaults(t *testing.T) {
	faults := 0
	up := func(y float32) vec.Vec3 { return vec.V3(0, y, 5) }
	for _, c := range []struct {
		name string
		want Code
		sin  func(s *sick)
	}{
		{"nothing", "", func(*sick) {}},
		{"a heavy box on a light one", MassRatio, func(s *sick) {
			s.body(vec.V3(0, 1.5, 0), physics.BoxHalf(0.5, 0.5, 0.5),
				func(_ *physics.BodyDef, d *physics.ShapeDef) { d.Density = 40000 })
			s.boxes[0].Shapes(nil)[0].SetDensity(50)
		}},
		{"a body without a shape", NoShape, func(s *sick) { s.body(up(3), nil, nil) }},
		{"two boxes in each other", Overlap,
			func(s *sick) { s.boxes[1].SetPosition(s.boxes[0].Position().Add(vec.V3(0.3, 0, 0))) }},
		{"a box in the floor", Overlap, func(s *sick) { s.boxes[1].SetPosition(vec.V3(2, 0.2, 0)) }},
		{"a spring of a kilohertz", FastSpring, func(s *sick) {
			j := s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			j.At(0).SetSpring(1000, 1, 0)
		}},
		{"a motor joint of a kilohertz", FastSpring, func(s *sick) {
			d := physics.DefaultMotorJointDef()
			d.Connect(s.boxes[0], s.boxes[1], s.boxes[1].Transform())
			d.Linear.Hertz = 1000
			s.world.CreateMotorJoint(d)
		}},
		{"a springy fixed joint of a kilohertz", FastSpring, func(s *sick) {
			d := physics.DefaultFixedJointDef()
			d.Connect(s.boxes[0], s.boxes[1], s.boxes[1].Transform())
			d.AngularHertz = 1000
			s.world.CreateFixedJoint(d)
		}},
		{"a scene in centimetres", Units, func(s *sick) {
			for i := range 30 {
				s.body(vec.V3(float32(i)*150, 60, 200), physics.BoxHalf(50, 50, 50), nil)
			}
		}},
		{"a grain", Tiny, func(s *sick) { s.body(up(3), physics.BoxHalf(0.0015, 0.0015, 0.0015), nil) }},
		{"a body far away", FarAway, func(s *sick) { s.boxes[0].SetPosition(vec.V3(20000, 0.5, 0)) }},
		{"a mesh with a sliver", Sliver, func(s *sick) {
			m, err := physics.NewMesh(physics.MeshDef{
				Vertices: []vec.Vec3{{X: 0}, {X: 10}, {X: 5, Z: 0.0011}, {X: 5, Z: 10}},
				Indices:  []uint32{0, 2, 1, 0, 3, 2},
			})
			if err != nil {
				t.Fatal(err)
			}
			s.body(vec.V3(0, 0, 30), m, func(d *physics.BodyDef, _ *physics.ShapeDef) { d.Type = physics.Static })
		}},
		{"a box without friction", NoFriction, func(s *sick) {
			m := s.boxes[3].Shapes(nil)[0].Material()
			m.Friction = 0
			s.boxes[3].Shapes(nil)[0].SetMaterial(m)
		}},
		{"a hinge with its halves apart", JointApart, func(s *sick) {
			s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), func(d *physics.HingeJointDef) { d.FrameB.P.X += 0.3 })
		}},
		{"a hinge twice", JointTwice, func(s *sick) {
			s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
		}},
		{"a box of air", Density, func(s *sick) { s.boxes[0].Shapes(nil)[0].SetDensity(0.01) }},
		{"a box of neutrons", Density, func(s *sick) { s.boxes[0].Shapes(nil)[0].SetDensity(900000) }},
		{"only static bodies", NothingMoves, func(s *sick) {
			for _, b := range s.boxes {
				b.SetType(physics.Static)
			}
		}},
		{"a shot that is no bullet", FastBody, func(s *sick) {
			b := s.body(up(3), physics.Sphere{Radius: 0.02}, nil)
			b.SetLinearVelocity(vec.V3(300, 0, 0))
		}},
		{"limits at one value", EmptyLimits, func(s *sick) {
			j := s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			j.At(0).SetLimits(true, 0, 0)
		}},
		{"a motor without a torque", WeakMotor, func(s *sick) {
			j := s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			j.At(0).SetMotor(true, 3, 0)
		}},
		{"no gravity and no speed", NoGravity, func(s *sick) {
			set := s.world.Settings()
			set.Gravity = vec.Vec3{}
			if err := s.world.SetSettings(set); err != nil {
				t.Fatal(err)
			}
		}},
		{"a mote and a mountain", SizeRatio, func(s *sick) {
			s.body(up(3), physics.Sphere{Radius: 0.003}, nil)
			s.body(vec.V3(0, 400, 0), physics.Sphere{Radius: 20}, nil)
		}},
		{"a needle", InertiaRatio, func(s *sick) { s.body(up(3), physics.BoxHalf(2, 0.008, 0.008), nil) }},
		{"contacts a metre ahead", Speculative, func(s *sick) {
			set := s.world.Settings()
			set.SpeculativeDistance = 1
			if err := s.world.SetSettings(set); err != nil {
				t.Fatal(err)
			}
			s.body(up(3), physics.BoxHalf(0.5, 0.02, 0.5), nil)
		}},
		{"a sensor that falls", NoContact, func(s *sick) {
			s.body(up(3), physics.Sphere{Radius: 0.3},
				func(_ *physics.BodyDef, d *physics.ShapeDef) { d.Sensor = true })
		}},
		{"a filter without a mask", NoContact, func(s *sick) {
			s.body(up(3), physics.Sphere{Radius: 0.3},
				func(_ *physics.BodyDef, d *physics.ShapeDef) { d.Filter.Mask = 0 })
		}},
		{"a hinge beyond its limits", OutOfLimits, func(s *sick) {
			j := s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			j.At(0).SetLimits(true, 0.4, 1)
		}},
		{"a slider beyond its limits", OutOfLimits, func(s *sick) {
			def := physics.DefaultSliderJointDef()
			def.BodyA, def.BodyB = s.boxes[0], s.boxes[1]
			def.Axis.Limited, def.Axis.Lower, def.Axis.Upper = true, -0.1, 0.1
			def.FrameA.P = vec.V3(1, 0, 0)
			if _, err := s.world.CreateSliderJoint(def); err != nil {
				t.Fatal(err)
			}
		}},
		{"a weld beside a hinge", JointTwice, func(s *sick) {
			s.hinge(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), nil)
			def := physics.DefaultFixedJointDef()
			def.ConnectAxis(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), vec.AxisZ)
			if _, err := s.world.CreateFixedJoint(def); err != nil {
				t.Fatal(err)
			}
		}},
		{"a tonne on a thread", MassRatio, func(s *sick) {
			bead := s.body(up(6), physics.Sphere{Radius: 0.02}, nil)
			load := s.body(up(5), physics.BoxHalf(0.5, 0.5, 0.5), nil)
			s.hinge(bead, load, up(6), nil)
		}},
		{"a drive of a kilohertz", FastSpring, func(s *sick) {
			def := physics.DefaultBallJointDef()
			def.ConnectAxis(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), vec.AxisZ)
			def.Drive.Hertz, def.Drive.DampingRatio = 900, 1
			if _, err := s.world.CreateBallJoint(def); err != nil {
				t.Fatal(err)
			}
		}},
		{"a slider with a motor that has no force", WeakMotor, func(s *sick) {
			def := physics.DefaultSliderJointDef()
			def.ConnectLine(s.boxes[0], s.boxes[1], vec.V3(1, 0.5, 0), vec.AxisX)
			def.Axis.Motor, def.Axis.Speed = true, 1
			if _, err := s.world.CreateSliderJoint(def); err != nil {
				t.Fatal(err)
			}
		}},
		{"a scene far away", FarAway, func(s *sick) {
			for _, b := range append(s.boxes, s.floor) {
				b.SetPosition(b.Position().Add(vec.V3(30000, 0, 0)))
			}
		}},
	} {
		if c.want != "" {
			faults++
		}
		s := newSick(t)
		c.sin(s)
		list, err := Examine(s.world, 100, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		named := false
		for _, f := range list {
			named = named || f.Code == c.want
			if f.Code != c.want {
				t.Errorf("%s: also finds %s", c.name, f)
			}
		}
		if c.want != "" && !named {
			t.Errorf("%s: %s is not found", c.name, c.want)
		}
		if left, err := Examine(s.world, 100, []Code{c.want}); err != nil || len(left) > 0 {
			t.Errorf("%s: what is intended is told: %v %v", c.name, left, err)
		}
		if c.want == "" {
			continue
		}
		for _, f := range list {
			if f.Body.Valid() && (len(f.Bodies) == 0 || f.Bodies[0] != f.Body) {
				t.Errorf("%s: does not name its bodies: %v", c.name, f.Bodies)
			}
		}
		// the fix leaves nothing to find, and a world that can be stepped
		if done, err := Mend(s.world, 100, c.want); err != nil || done == "" {
			t.Errorf("%s: %q: %v", c.name, done, err)
			continue
		}
		if left, err := Examine(s.world, 100, nil); err != nil || len(left) > 0 {
			t.Errorf("%s: mended, the doctor finds %v %v", c.name, left, err)
		}
		for range 20 {
			if err := s.world.Step(0.01); err != nil {
				t.Fatalf("%s: mended: %v", c.name, err)
			}
		}
	}
	if faults < 30 {
		t.Errorf("%d faults are planted", faults)
	}
}
