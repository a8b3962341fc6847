package doctor

import (
	"math"
	"slices"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// Over frequencies, rates and sub-steps the limit names the fastest constraint, and a spring is told to be too fast by
// exactly the steps that are longer than the limit of its joint.
func TestLimitOf(t *testing.T) {
	s := newSick(t)
	settings := s.world.Settings()
	spring := s.hinge(s.boxes[1], s.boxes[2], vec.V3(3, 0.5, 0), nil)
	fast := func(f Finding) bool { return f.Code == FastSpring }
	for _, hertz := range []float32{1, 79, 81, 160, 1000} {
		axis := spring.At(0).Axis()
		axis.Hertz = hertz
		for _, steps := range []int32{1, 4, 16} {
			settings.SubSteps = steps
			if err := s.world.SetSettings(settings); err != nil || spring.At(0).SetAxis(axis) != nil {
				t.Fatal(err, "or the spring is refused")
			}
			want, share, of := float64(settings.ContactHertz), 5., "contacts"
			if hertz > settings.ContactHertz {
				want, share, of = float64(hertz), 4, "the spring of a hinge joint"
			}
			l := LimitOf(s.world)
			if l.Fastest != want || l.Of != of || math.Abs(l.Explicit*math.Pi*want-1) > 1e-9 ||
				math.Abs(l.Kept*share*want/float64(steps)-1) > 1e-9 {
				t.Errorf("a spring of %v Hz, %d sub-steps: %+v", hertz, steps, l)
			}
			for _, rate := range []int{30, 60, 100, 241, 1000} {
				list, err := Examine(s.world, rate, nil)
				if err != nil {
					t.Fatal(err)
				}
				told := slices.ContainsFunc(list, fast)
				if of != "contacts" && told != (1/float64(rate) > l.Kept) {
					t.Errorf("%v Hz, %d sub-steps, %d steps a second: told %v, %s", hertz, steps, rate, told, l)
				}
			}
		}
	}
	settings.ContactHertz, settings.JointHertz = 1, 120
	if err := s.world.SetSettings(settings); err != nil || spring.At(0).SetAxis(physics.JointAxis{}) != nil {
		t.Fatal(err, "or no spring is refused")
	}
	if l := LimitOf(s.world); l.Fastest != 120 || l.Of != "rigid joints" {
		t.Errorf("%+v", l)
	}
}

// TestLimitOfNewtons holds that springs in newtons, of a servo and of the joint itself, count with the mass that they
// move, asleep or not, with a rotor or not: a box about a hinge at its side, and two boxes against each other, which
// rotate about their centres. A mended spring is just slow enough.
func TestLimitOfNewtons(t *testing.T) {
	s := newSick(t)
	contacts := float64(s.world.Settings().ContactHertz)
	box := s.boxes[3]
	own := float64(box.Inertia().ZZ)
	for _, pair := range []struct {
		joint   physics.Joint
		inertia float64
	}{
		{s.hinge(s.boxes[1], s.boxes[2], vec.V3(3, 0.5, 0), nil), own / 2},
		{s.hinge(s.floor, box, vec.V3(6.5, 0.5, 0), nil), own + 0.25*float64(box.Mass())},
	} {
		for _, rotor := range []float64{0, 3 * pair.inertia} {
			for _, c := range []struct{ own, servo, both float64 }{
				{300, 0, 300}, {0, 200, 200}, {300, 400, 500}, {1, 0, 1},
			} {
				stiffness := func(hertz float64) float32 {
					return float32((pair.inertia + rotor) * math.Pow(2*math.Pi*hertz, 2))
				}
				j := pair.joint
				passive := physics.JointPassive{Stiffness: stiffness(c.own)}
				if j.At(0).SetArmature(float32(rotor)) != nil || j.At(0).SetPassive(passive) != nil ||
					j.At(0).SetDrive(stiffness(c.servo), 0, 0) != nil {
					t.Fatal("a spring is refused")
				}
				want, of := max(c.both, contacts), "the spring of a hinge joint"
				if c.both < contacts {
					of = "contacts"
				}
				for _, awake := range []bool{true, false} {
					if _, b := j.Bodies(); b.SetAwake(awake) != nil || b.Awake() != awake {
						t.Fatal("awake is not", awake)
					}
					if l := LimitOf(s.world); math.Abs(l.Fastest/want-1) > 1e-4 || l.Of != of {
						t.Errorf("%+v, rotor of %g kg·m², awake %v: %+v, not %g Hz", c, rotor, awake, l, want)
					}
				}
				const limit = 100
				e := examination{world: s.world, hertz: 60}
				e.lookAtAxes(j, s.boxes[2], limit)
				if (len(e.findings) == 1) != (c.both > limit) {
					t.Errorf("%+v: %v", c, e.findings)
				}
				for _, f := range e.findings {
					if f.mends[0]() != nil || math.Abs(float64(springHertz(j.At(0)))/limit-1) > 1e-4 {
						t.Errorf("%+v: mended to %g Hz", c, springHertz(j.At(0)))
					}
				}
			}
		}
		pair.joint.Destroy()
	}
}
