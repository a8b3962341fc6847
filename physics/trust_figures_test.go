package physics_test

import (
	"fmt"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// figure is a tree of capsules and boxes that hang together by joints.
type figure struct {
	*builder
	links []physics.Body
	tips  []physics.Vec3 // the end of each link, in the world
}

// link adds a limb from p in a direction, joined to another one by a hinge or a ball.
func (f *figure) link(parent int, p, limb physics.Vec3, radius float32, axis physics.Vec3) {
	q := vec.QuatBetween(physics.V3(1, 0, 0), limb.Norm())
	half := 0.5 * limb.Len()
	body := f.body(physics.Dynamic, p.Add(limb.Mul(0.5)), q, 1000,
		physics.Capsule{A: physics.V3(-half, 0, 0), B: physics.V3(half, 0, 0), Radius: radius})
	f.links, f.tips = append(f.links, body), append(f.tips, p.Add(limb))
	if parent < 0 || f.err != nil {
		return
	}
	f.join(f.links[parent], body, p, axis)
}

// join connects two bodies at a point, by a hinge if there is an axis.
func (f *figure) join(a, b physics.Body, p, axis physics.Vec3) {
	p = p.Mul(f.scale)
	var err error
	if axis == (physics.Vec3{}) {
		def := physics.DefaultBallJointDef()
		def.ConnectAxis(a, b, p, physics.V3(0, 1, 0))
		_, err = f.world.CreateBallJoint(def)
	} else {
		def := physics.DefaultHingeJointDef()
		def.ConnectAxis(a, b, p, axis)
		_, err = f.world.CreateHingeJoint(def)
	}
	if err != nil && f.err == nil {
		f.err = err
	}
}

// TestTrustPlanarArm drops an arm of two hinges on a floor at low rates.
func TestTrustPlanarArm(t *testing.T) {
	for _, rate := range []float32{20, 30, 60} {
		for _, tilt := range []float32{0, 0.1, 0.3, 0.7} {
			t.Run(fmt.Sprint(rate, " Hz, tilt ", tilt), func(t *testing.T) {
				f := &figure{builder: newBuilder(nil)}
				f.floor()
				z := physics.V3(0, 0, 1)
				p := physics.V3(0, 0.3, 0)
				for i := range 3 {
					limb := physics.V3(0.5, 0.5*tilt*float32(1-2*(i%2)), 0)
					f.link(i-1, p, limb, 0.05, z)
					p = p.Add(limb)
				}
				if f.err != nil {
					t.Fatal(f.err)
				}
				tr := trial{world: f.world, rate: rate, reach: 3}
				if x := tr.runSlow(10); x.kind != "" {
					t.Error(x)
				}
			})
		}
	}
}

// humanoid has a trunk, a head and limbs of two links; quadruped a trunk, a neck and legs with feet and toes.
func humanoid(f *figure, at physics.Vec3, s float32) {
	add := func(parent int, p, limb physics.Vec3, r float32, axis physics.Vec3) {
		f.link(parent, at.Add(p.Mul(s)), limb.Mul(s), r*s, axis)
	}
	x := physics.V3(1, 0, 0)
	add(-1, physics.V3(0, 1, 0), physics.V3(0, 0.5, 0), 0.14, physics.Vec3{})
	add(0, physics.V3(0, 1.6, 0), physics.V3(0, 0.2, 0), 0.1, physics.Vec3{})
	for _, side := range []float32{-1, 1} {
		n := len(f.links)
		add(0, physics.V3(0.2*side, 1.45, 0), physics.V3(0.3*side, 0, 0), 0.05, physics.Vec3{})
		add(n, physics.V3(0.5*side, 1.45, 0), physics.V3(0.3*side, 0, 0), 0.04, physics.V3(0, 1, 0))
		n = len(f.links)
		add(0, physics.V3(0.1*side, 0.95, 0), physics.V3(0, -0.42, 0), 0.07, physics.Vec3{})
		add(n, physics.V3(0.1*side, 0.53, 0), physics.V3(0, -0.42, 0), 0.05, x)
		add(n+1, physics.V3(0.1*side, 0.08, 0), physics.V3(0, 0, 0.2), 0.04, x)
	}
}

func quadruped(f *figure, at physics.Vec3, s float32) {
	add := func(parent int, p, limb physics.Vec3, r float32, axis physics.Vec3) {
		f.link(parent, at.Add(p.Mul(s)), limb.Mul(s), r*s, axis)
	}
	z := physics.V3(0, 0, 1)
	add(-1, physics.V3(-0.4, 0.6, 0), physics.V3(0.8, 0, 0), 0.15, physics.Vec3{})
	add(0, physics.V3(0.4, 0.65, 0), physics.V3(0.25, 0.2, 0), 0.07, z)
	for i := range 4 {
		x, side := float32(i%2)*0.7-0.35, float32(i/2)*0.3-0.15
		n := len(f.links)
		add(0, physics.V3(x, 0.55, side), physics.V3(0.05, -0.25, 0), 0.05, z)
		add(n, physics.V3(x+0.05, 0.3, side), physics.V3(-0.05, -0.25, 0), 0.035, z)
		add(n+1, physics.V3(x, 0.05, side), physics.V3(0.08, 0, 0), 0.025, z)
		add(n+2, physics.V3(x+0.08, 0.05, side), physics.V3(0.05, 0, 0), 0.02, z)
	}
}

// TestTrustFigures drops humanoids and quadrupeds of several sizes at several rates.
func TestTrustFigures(t *testing.T) {
	kinds := map[string]func(*figure, physics.Vec3, float32){"humanoid": humanoid, "quadruped": quadruped}
	for name, build := range kinds {
		for _, rate := range []float32{20, 30, 60, 100} {
			for _, size := range []float32{0.1, 0.3, 1} {
				for _, drop := range []float32{0, 0.5} {
					t.Run(fmt.Sprint(name, " ", rate, " Hz, size ", size, ", drop ", drop), func(t *testing.T) {
						f := &figure{builder: newBuilder(nil)}
						f.floor()
						build(f, physics.V3(0, drop, 0), size)
						if f.err != nil {
							t.Fatal(f.err)
						}
						tr := trial{world: f.world, rate: rate, reach: 3}
						if x := tr.runSlow(5); x.kind != "" {
							t.Error(x)
						}
					})
				}
			}
		}
	}
}

// TestTrustArticulations: trees of two to forty links, with closed loops, that overlap at the start, at 20 to 240 Hz
// and one to eight sub-steps.
func TestTrustArticulations(t *testing.T) {
	f := family{name: "articulations", seconds: 3, make: articulationTrial, fast: 0.0001}
	f.check(t, trials(10000))
}

// TestTrustSpinningLinks: links that rotate by a radian in a sub-step are not thrown away by the impulses of the one
// before. They got 28 to 38 m/s, up to 1.6 times what is allowed.
func TestTrustSpinningLinks(t *testing.T) {
	checkSeeds(t, articulationTrial, 673, 1466, 1884, 2617, 4164)
}

// TestTrustLightLinks: contacts and held rows see the same inertia of a link of grams between kilograms. Contacts that
// saw its own one rotated it by 1200 rad/s against what held it, and gave it up to 75 m/s, 2.3 times what is allowed.
func TestTrustLightLinks(t *testing.T) {
	checkSeeds(t, articulationTrial, 101, 3598, 4618, 6557, 8575, 9126)
}

// TestTrustSpinningLoop: three links in a loop that contradicts itself spin in free flight and gain no energy. They
// doubled it in ten steps.
func TestTrustSpinningLoop(t *testing.T) {
	checkSeeds(t, articulationTrial, 11346)
}

func articulationTrial(r random) (*trial, error) {
	f := &figure{builder: r.builder(func(s *physics.Settings) { s.SubSteps = int32(1 + r.IntN(8)) })}
	f.floor()
	count := 2 + int(r.size(1, 38))
	size := r.size(0.05, 0.6)
	f.link(-1, physics.V3(0, r.between(0.1, 1.5), 0), r.vector(1).Norm().Mul(size), size*0.15, physics.Vec3{})
	for len(f.links) < count {
		parent := len(f.links) - 1 - r.IntN(min(len(f.links), 3))
		limb := r.vector(1).Norm().Mul(size * r.between(0.4, 1.5))
		axis := physics.Vec3{}
		if r.IntN(2) == 0 {
			axis = r.vector(1).Norm()
		}
		p := f.tips[parent]
		if p.Y+limb.Y < 0.02 {
			limb.Y = -limb.Y
		}
		f.link(parent, p, limb, limb.Len()*r.between(0.05, 0.25), axis)
	}
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(3) {
			i, j := r.IntN(count), r.IntN(count)
			if i != j {
				f.join(f.links[i], f.links[j], f.tips[i], physics.Vec3{})
			}
		}
	}
	return &trial{world: f.world, rate: r.size(20, 240), reach: 3}, f.err
}

// TestHeldOverlapPressesGently: two links that overlap deeply, and that joints hold so, press each other in a sub-step
// with no more than the impulse that takes them apart at the speed of pushing out. Impulses that do not decay come to
// thirty times that.
func TestHeldOverlapPressesGently(t *testing.T) {
	f := &figure{builder: newBuilder(func(s *physics.Settings) { s.Gravity = physics.Vec3{} })}
	var links [3]physics.Body
	for i, p := range []physics.Vec3{physics.V3(0, 0, 0), physics.V3(0.5, 0, 0), physics.V3(0.25, 1, 0)} {
		links[i] = f.body(physics.Dynamic, p, vec.QuatIdentity, 1000, physics.BoxHalf(0.4, 0.4, 0.4))
	}
	for _, link := range links[:2] {
		def := physics.DefaultFixedJointDef()
		def.Connect(links[2], link, vec.Transform{P: link.Position(), Q: vec.QuatIdentity})
		if _, err := f.world.CreateFixedJoint(def); err != nil {
			t.Fatal(err)
		}
	}
	if f.err != nil {
		t.Fatal(f.err)
	}
	s := f.world.Settings()
	most := 0.5 * links[0].Mass() * s.PushOutSpeed * float32(s.SubSteps)
	touched := false
	for step := range 100 {
		if err := f.world.Step(0.01); err != nil {
			t.Fatal(err)
		}
		for _, c := range links[0].Contacts(nil) {
			sum := float32(0)
			for _, p := range c.Points[:c.Count] {
				sum += p.Impulse
			}
			touched = touched || sum > 0
			if sum > 1.1*most {
				t.Fatalf("step %d: %.3g N·s, at most %.3g", step, sum, most)
			}
		}
	}
	if !touched {
		t.Error("nothing pressed")
	}
}
