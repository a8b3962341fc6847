package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// TestArmsGainNothing: an arm of light links, weightless and at rest, of which all motors push at once towards limits
// that some of them touch, never has more energy than its motors can have given, Σ Mmax·|φ|.
func TestArmsGainNothing(t *testing.T) {
	const torque = 0.6
	for _, links := range []int{3, 5, 7, 12} {
		eachRate([]float32{50, 100, 400}, []int32{1, 4}, func(rate float32, subSteps int32) {
			for seed := range uint64(8) {
				w, joints, bodies := driveArm(t, links, torque, rand.New(rand.NewPCG(seed, 5)))
				settings := w.Settings()
				settings.SubSteps = subSteps
				w.SetSettings(settings)
				given, angles := 0.0, make([]float32, links)
				for step := range int(rate) {
					err := w.Step(1 / rate)
					if err != nil {
						t.Fatal(err)
					}
					for i, j := range joints {
						angle := j.At(0).Position()
						given += torque * math.Abs(float64(angle-angles[i]))
						angles[i] = angle
					}
					if e := energyOf(w, bodies...); e > given*(1+1e-3)+1e-4 {
						t.Errorf("%d links, %g Hz × %d, seed %d: %.4g J in step %d, motors can have given %.4g J",
							links, rate, subSteps, seed, e, step, given)
						break
					}
				}
			}
		})
	}
}

// driveArm makes an arm of links of 20 cm and .5 kg that hinges of three directions join. Their motors push with a
// torque (N·m) up or down, and the range of each begins where it is or a radian below.
func driveArm(t *testing.T, links int, torque float32, r *rand.Rand) (*World, []Joint, []Body) {
	t.Helper()
	w := newTestWorld(t, func(d *WorldDef) {
		sleepless(d)
		d.Settings.Gravity = Vec3{}
	})
	axes := [...]Vec3{V3(0, 0, 1), V3(0, 1, 0), V3(1, 0, 0), V3(0, 1, 0), V3(1, 0, 0), V3(0, 1, 0), V3(1, 0, 0)}
	last := Body{}
	var joints []Joint
	var bodies []Body
	for i := range links {
		at := V3(0.2*float32(i), 0, 0)
		b := addBody(t, w, Dynamic, at.Add(V3(0.1, 0, 0)), Sphere{Radius: 0.05})
		b.Shapes(nil)[0].SetFilter(Filter{})
		moments := V3(1+r.Float32(), 1+r.Float32(), 1+r.Float32()).Mul(1e-3)
		b.SetMassData(MassData{Mass: 0.5, Inertia: vec.Diag(moments)})
		speed, lower := float32(1000), float32(-r.IntN(2))
		if r.IntN(2) == 0 {
			speed = -speed
		}
		joints = append(joints, hinge(t, w, last, b, at, axes[i%len(axes)], func(d *HingeJointDef) {
			d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, lower, 1.4
			d.Axis.Motor, d.Axis.Speed, d.Axis.MaxForce = true, speed, torque
		}))
		bodies, last = append(bodies, b), b
	}
	return w, joints, bodies
}
