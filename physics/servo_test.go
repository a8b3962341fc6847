package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// servos is a chain of links that hang on hinges with servos: springs of a load that give at most MaxSpring.
type servos struct {
	w      *World
	joints []Joint
	bodies []Body
	weight float64 // Σm·g·l (J)
}

// servoChain makes a chain of 2 to 12 links, of masses 1 to most. bound is the largest torque of each servo as a part
// of the weight that hangs on it when it is level.
func servoChain(t *testing.T, r *rand.Rand, most, bound float64) servos {
	t.Helper()
	s := servos{w: newTestWorld(t, sleepless)}
	links := 2 + r.IntN(11)
	masses, lengths := make([]float64, links), make([]float64, links)
	for i := range links {
		masses[i], lengths[i] = math.Pow(most, r.Float64()), 0.2+r.Float64()
	}
	last, at := Body{}, Vec3{}
	for i := range links {
		along := V3(float32(lengths[i]), 0, 0)
		b := addBody(t, s.w, Dynamic, at.Add(along.Mul(0.5)), Sphere{Radius: 0.01})
		b.Shapes(nil)[0].SetFilter(Filter{})
		moment := float32(masses[i] * lengths[i] * lengths[i] / 12)
		b.SetMassData(MassData{Mass: float32(masses[i]), Inertia: vec.Diag(V3(moment/10, moment, moment))})
		torque, load, reach := 0.0, 0.0, 0.0
		for k := i; k < links; k++ {
			torque += masses[k] * 9.81 * (reach + lengths[k]/2)
			load += masses[k] * (reach + lengths[k]/2) * (reach + lengths[k]/2)
			reach += lengths[k]
		}
		hertz := math.Pow(10, 2*r.Float64()-0.5)
		axis := V3(0, float32(r.NormFloat64()), float32(r.NormFloat64())).Norm()
		s.joints = append(s.joints, hinge(t, s.w, last, b, at, axis, func(d *HingeJointDef) {
			d.Axis.SpringFor(float32(load), float32(hertz), 0.3+0.7*r.Float32())
			d.Axis.MaxSpring, d.Axis.Target = float32(bound*torque), 0
		}))
		s.weight += masses[i] * 9.81 * lengths[i]
		s.bodies, last, at = append(s.bodies, b), b, at.Add(along)
	}
	return s
}

// energy is that of the bodies and of the springs: of one that gives way, by the work of its bound.
func (s *servos) energy() float64 {
	e := energyOf(s.w, s.bodies...)
	for _, j := range s.joints {
		a := j.At(0).Axis()
		angle := j.At(0).Position()
		c := math.Abs(float64(angle - a.Target))
		stiffness := float64(a.Stiffness)
		if yields := float64(a.MaxSpring) / stiffness; yields > 0 && c > yields {
			e += float64(a.MaxSpring) * (c - yields/2)
		} else {
			e += stiffness * c * c / 2
		}
	}
	return e
}

// rise is by how much (J) the energy grows at most in some seconds at a rate (Hz), and how much was exchanged.
func (s *servos) rise(t *testing.T, seconds, hertz int) (rise, exchanged float64) {
	t.Helper()
	last := s.energy()
	least, first := last, last
	for range seconds * hertz {
		if err := s.w.Step(1 / float32(hertz)); err != nil {
			t.Fatal(err)
		}
		last = s.energy()
		rise, least = max(rise, last-least), min(least, last)
	}
	return rise, s.weight + first - least
}

// TestServosAddNoEnergy: servos of any bound, in a chain of any masses, do their work and no more. A chain that swings
// gains what it gains without them, of first order in the step; one that they hold gains a thousandth.
func TestServosAddNoEnergy(t *testing.T) {
	for _, most := range []float64{1, 30, 1000} {
		for _, bound := range []float64{0, 0.1, 0.5, 1, 10, 1000} {
			for _, hertz := range []int{50, 100, 400} {
				for seed := range uint64(3) {
					s := servoChain(t, rand.New(rand.NewPCG(seed, 11)), most, bound)
					limit := 3 / float64(hertz)
					if hertz >= 100 && (bound == 0 || bound >= 1) {
						limit = 1e-3
					}
					if rise, exchanged := s.rise(t, 2, hertz); rise > limit*exchanged {
						t.Errorf("1:%v, bound %v, %d Hz, seed %d, %d links: %.2g of what is exchanged", most, bound,
							hertz, seed,
							len(s.bodies), rise/exchanged)
					}
				}
			}
		}
	}
}

// TestServosRestWhereStaticsSay: servos that can bear their chain hold every link where their torque is that of the
// weight.
func TestServosRestWhereStaticsSay(t *testing.T) {
	for _, most := range []float64{1, 1000} {
		for _, bound := range []float64{0, 2, 1000} {
			for _, hertz := range []int{50, 100, 400} {
				for seed := range uint64(2) {
					s := servoChain(t, rand.New(rand.NewPCG(seed, 23)), most, bound)
					s.rise(t, 6, hertz)
					for i, j := range s.joints {
						frame, _ := j.Frames()
						axis, torque := frame.Q.Rotate(V3(0, 0, 1)), 0.0
						for _, b := range s.bodies[i:] {
							torque += float64(b.WorldCenter().Sub(frame.P).Cross(s.w.Gravity().Mul(b.Mass())).Dot(axis))
						}
						angle := j.At(0).Position()
						if want := torque / float64(j.At(0).Axis().Stiffness); math.Abs(float64(angle)-want) > 1e-3 {
							t.Errorf("1:%v, bound %v, %d Hz, seed %d, %d links: link %d is at %.4g rad, want %.4g",
								most, bound, hertz,
								seed, len(s.bodies), i, angle, want)
						}
					}
				}
			}
		}
	}
}
