package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// TestBoxesStayOnDiscs: a box that stands on a disc that turns goes round with it and stays where it is, on a kinematic
// disc and on one that a hinge motor turns, either way round. Its way outwards is of second order in the step.
func TestBoxesStayOnDiscs(t *testing.T) {
	const seconds, at = 1.0, 1.5
	eachRate([]float32{50, 100, 400, 1000}, []int32{1, 4, 16}, func(rate float32, subSteps int32) {
		for _, spin := range []float32{-1.5, -0.5, 0.5, 1.5} {
			for _, driven := range []bool{false, true} {
				w := newTestWorld(t, func(d *WorldDef) {
					sleepless(d)
					d.Settings.SubSteps = subSteps
				})
				kind := Kinematic
				if driven {
					kind = Dynamic
				}
				disc := addBodyDef(t, w, kind, V3(0, -0.1, 0), QuatIdentity, BoxHalf(2, 0.1, 2), surface(1, 0))
				box := addBodyDef(t, w, Dynamic, V3(at, 0.1, 0), QuatIdentity, BoxHalf(0.1, 0.1, 0.1), surface(1, 0))
				setBoxMass(box, 1, V3(0.1, 0.1, 0.1))
				if driven {
					setBoxMass(disc, 1000, V3(2, 0.1, 2))
					h := DefaultHingeJointDef()
					upright := vec.QuatAxisAngle(V3(1, 0, 0), -math.Pi/2)
					h.Connect(Body{}, disc, Transform{P: V3(0, -0.1, 0), Q: upright})
					h.Axis.Motor, h.Axis.Speed, h.Axis.MaxForce = true, spin, 1e6
					j, err := w.CreateHingeJoint(h)
					must(t, j, err)
				}
				disc.SetAngularVelocity(V3(0, spin, 0))
				box.SetAngularVelocity(V3(0, spin, 0))
				box.SetLinearVelocity(V3(0, 0, -spin*at))
				advance(t, w, rate, seconds)
				p := disc.Rotation().InvRotate(box.Position())
				angle := math.Abs(float64(spin)) / float64(rate)
				if off := math.Hypot(float64(p.X)-at, float64(p.Z)); off > at*angle*angle*10+1e-3 {
					t.Errorf("driven %v, %v rad/s, %v Hz × %d: %.3g mm off, %v", driven, spin, rate, subSteps, 1000*off,
						p)
				}
			}
		}
	})
}
