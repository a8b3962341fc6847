package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// billiards makes a world without gravity in which every approach bounces, with as many sub-steps.
func billiards(t *testing.T, subSteps int32) *World {
	t.Helper()
	return newTestWorld(t, func(d *WorldDef) {
		sleepless(d)
		d.Settings.Gravity, d.Settings.RestitutionSpeed, d.Settings.SubSteps = Vec3{}, 0, subSteps
	})
}

// TestTwoStruckAtOnce: a ball that meets two at once pushes both alike. Each leaves along the line to it, 30° off, and
// momentum and restitution give the speed, to a percent: of a contact that meets soon the normal is that of now,
//
//	P·(1/m + 2·cos²(30°)/M) = (1 + e)·v·cos(30°)
func TestTwoStruckAtOnce(t *testing.T) {
	const radius, speed = 0.1, 1.0
	c, s := math.Cos(math.Pi/6), math.Sin(math.Pi/6)
	axis := V3(1, 2, 3)
	eachRate([]float32{50, 100, 400, 1000}, []int32{1, 4, 16}, func(rate float32, subSteps int32) {
		for _, e := range []float64{0.5, 1} {
			for _, ratio := range []float64{0.3, 1, 5} {
				for angle := range 4 {
					q := vec.QuatAxisAngle(axis.Mul(1/axis.Len()), float32(angle))
					w := billiards(t, subSteps)
					ball := func(x, y, m float64) Body {
						b := addBodyDef(t, w, Dynamic, q.Rotate(V3(float32(x), float32(y), 0)), QuatIdentity,
							Sphere{Radius: radius}, surface(0, e))
						b.SetMassData(MassData{Mass: float32(m), Inertia: vec.Diag(V3(1, 1, 1))})
						return b
					}
					struck := [2]Body{ball(2*radius*c, 2*radius*s, 1), ball(2*radius*c, -2*radius*s, 1)}
					cue := ball(-0.05, 0, ratio)
					cue.SetLinearVelocity(q.Rotate(V3(speed, 0, 0)))
					advance(t, w, rate, 0.1)
					p := (1 + e) * speed * c / (1 + 2*c*c/ratio)
					var got [2]Vec3
					for i := range got {
						got[i] = q.InvRotate(struck[i].LinearVelocity())
					}
					mirrored := V3(got[1].X, -got[1].Y, got[1].Z)
					if d := got[0].Dist(mirrored); d > 1e-5*speed {
						t.Errorf("e %v, %v : 1, turned by %v, %v Hz × %d: the two are %.2g m/s apart",
							e, ratio, angle, rate, subSteps, d)
					}
					if d := got[0].Dist(V3(float32(p*c), float32(p*s), 0)); float64(d) > 1e-2*p {
						t.Errorf("e %v, %v : 1, turned by %v, %v Hz × %d: %v, should be %.4g m/s at 30°",
							e, ratio, angle, rate, subSteps, got[0], p)
					}
				}
			}
		}
	})
}

// TestBreakIsMirrored: a ball that comes along the axis of a rack of fifteen sends them off to both sides alike, and
// keeps momentum and energy.
func TestBreakIsMirrored(t *testing.T) {
	const radius, speed = 0.0286, 5.0
	eachRate([]float32{60, 100, 400, 1000}, []int32{1, 4, 16}, func(rate float32, subSteps int32) {
		for angle := range 4 {
			q := vec.QuatAxisAngle(V3(0, 0, 1), float32(angle))
			w := billiards(t, subSteps)
			ball := func(x, y float64) Body {
				return addBodyDef(t, w, Dynamic, q.Rotate(V3(float32(x), float32(y), 0)), QuatIdentity,
					Sphere{Radius: radius}, surface(0, 1))
			}
			var rack [5][5]Body
			for row := range rack {
				for k := range row + 1 {
					rack[row][k] = ball(math.Sqrt(3)*radius*float64(row), radius*float64(2*k-row))
				}
			}
			cue := ball(-2*radius-0.01, 0)
			cue.SetLinearVelocity(q.Rotate(V3(speed, 0, 0)))
			before := kinetic(cue)
			advance(t, w, rate, 0.01+1.5/float64(rate))
			sum, energy, worst := cue.LinearVelocity(), kinetic(cue), 0.0
			for row := range rack {
				for k := range row + 1 {
					v := q.InvRotate(rack[row][k].LinearVelocity())
					o := q.InvRotate(rack[row][row-k].LinearVelocity())
					worst = math.Max(worst, float64(v.Dist(V3(o.X, -o.Y, o.Z))))
					sum = sum.Add(rack[row][k].LinearVelocity())
					energy += kinetic(rack[row][k])
				}
			}
			if worst > 1e-4*speed {
				t.Errorf("turned by %v, %v Hz × %d: sides differ by %.2g m/s", angle, rate, subSteps, worst)
			}
			if off := math.Abs(energy/before - 1); off > 1e-4 {
				t.Errorf("turned by %v, %v Hz × %d: energy × %.5g", angle, rate, subSteps, energy/before)
			}
			if d := q.InvRotate(sum).Dist(V3(speed, 0, 0)); d > 1e-4*speed {
				t.Errorf("turned by %v, %v Hz × %d: momentum off by %.2g m/s", angle, rate, subSteps, d)
			}
		}
	})
}
