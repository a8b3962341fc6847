package physics

import (
	"math"
	"math/rand/v2"
	"testing"
	"tumble/physics/internal/step"
)

// wild makes numbers of any size up to a largest one.
type wild struct {
	*rand.Rand
	top float64
}

func (r wild) size(top float64) float32 {
	return float32(math.Exp(r.Float64()*math.Log(top*1e3)) / 1e3)
}

func (r wild) signed(top float64) float32 { return r.size(top) * float32(2*r.IntN(2)-1) }

func (r wild) vector(top float64) Vec3 {
	return V3(r.signed(top), r.signed(top), r.signed(top))
}

func (r wild) angle() Quat {
	return Quat{X: float32(r.NormFloat64()), Y: float32(r.NormFloat64()), Z: float32(r.NormFloat64()),
		W: float32(r.NormFloat64())}.Norm()
}

func (r wild) axis() JointAxis {
	a := JointAxis{Limited: r.IntN(2) == 0, Motor: r.IntN(2) == 0, Lower: -r.size(r.top / 100),
		Upper: r.size(r.top / 100),
		Speed: r.signed(r.top), MaxForce: r.size(r.top * 1e3), Friction: r.size(r.top), Target: r.signed(r.top / 100)}
	if r.IntN(2) == 0 {
		a.Hertz, a.DampingRatio, a.MaxSpring = r.size(r.top), r.size(10), r.size(r.top*1e3)*float32(r.IntN(2))
	}
	if r.IntN(2) == 0 {
		a.LimitHertz, a.LimitDampingRatio = r.size(r.top), r.size(10)
	}
	return a
}

func (r wild) drive() JointDrive {
	return JointDrive{Hertz: r.size(r.top), DampingRatio: r.size(10), MaxSpring: r.size(r.top * 1e3),
		Velocity: r.vector(r.top),
		MaxMotor: r.size(r.top * 1e3)}
}

func (r wild) retune(j Joint) {
	switch r.IntN(10) {
	case 0, 1:
		j.At(r.IntN(7)).SetAxis(r.axis())
	case 2:
		j.setAngularDrive(r.drive())
	case 3:
		j.setLinearDrive(r.drive())
	case 4:
		j.SetFrames(Transform{P: r.vector(r.top / 100), Q: r.angle()},
			Transform{P: r.vector(r.top / 100), Q: r.angle()})
	case 5:
		j.setTargetRotation(r.angle())
		j.setTargetPlace(r.vector(r.top / 100))
	case 6:
		lastAxis(j).SetMotor(true, r.signed(r.top), r.size(r.top*1e3))
	case 7:
		j.setRatio(r.signed(10))
	case 8:
		j.setLength(r.size(r.top / 100))
	default:
		lastAxis(j).SetSpring(r.size(r.top), r.size(10), r.signed(r.top/100))
	}
}

// Every parameter of joints of all kinds is changed at random between steps, with anchors ten metres beside the
// bodies, springs of a kilohertz and limits that contradict each other. No impulse and no speed grows without bound,
// and what was held back is told.
func TestWildJointsAreRestrained(t *testing.T) {
	seeds, steps := uint64(1), 150
	if soak() {
		seeds, steps = 8, 3000
	}
	for _, direct := range []bool{true, false} {
		restrained := 0
		for seed := range seeds {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.DirectJoints = direct })
			addFloor(t, w)
			joints := addWildJoints(t, w)
			r := wild{rand.New(rand.NewPCG(seed, 5)), 1000}
			for step := range steps {
				for range 1 + r.IntN(8) {
					r.retune(joints[r.IntN(len(joints))])
				}
				run(t, w, 1.0/testRate)
				restrained += len(w.Events().Restrained)
				seen := map[RestrainEvent]bool{}
				for _, e := range w.Events().Restrained {
					if seen[e] || (e.Body == Body{}) == (e.Joint == Joint{}) {
						t.Fatalf("direct %v, seed %d, step %d: %+v, told before: %v", direct, seed, step, e, seen[e])
					}
					seen[e] = true
				}
				for i := range w.state.Rows {
					for _, x := range w.state.Rows[i].Held {
						if !(abs(x) < 1e13) {
							t.Fatalf("direct %v, seed %d, step %d: a %v joint has the impulses %v", direct, seed, step,
								w.state.Joints[i].Kind, w.state.Rows[i].Held)
						}
					}
				}
				for _, b := range w.Bodies(nil) {
					if v := b.LinearVelocity(); !(v.Len() <= 1.01*restrainAt*w.state.Settings.MaxLinearSpeed) {
						t.Fatalf("direct %v, seed %d, step %d: %v", direct, seed, step, v)
					}
				}
			}
			if err := w.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		if restrained == 0 {
			t.Errorf("direct %v: nothing was restrained", direct)
		}
	}
}

// addWildJoints makes a chain of three bodies with joints of each kind.
func addWildJoints(t *testing.T, w *World) []Joint {
	var joints []Joint
	for kind := JointKind(0); kind < jointKindCount; kind++ {
		if kind == KindMouse {
			continue
		}
		x, before := 3*float32(kind), Body{}
		for k := range 3 {
			b := addBody(t, w, Dynamic, V3(x, 4, float32(k)), BoxHalf(0.2, 0.1, 0.3))
			f := defaultFrames()
			f.Connect(before, b, Transform{P: V3(x, 4, float32(k)-0.5), Q: QuatIdentity})
			// gears need two bodies
			if j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1}); err == nil {
				joints = append(joints, j)
			}
			before = b
		}
	}
	return joints
}

const restrainAt = step.RestrainAt
