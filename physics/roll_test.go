package physics

import (
	"fmt"
	"testing"
)

// rollGrounds are flat grounds of 200 m with their top at y = 0. The plate is a body that impulses move.
func rollGrounds(t testing.TB) map[string]func(w *World) {
	mesh := gridMesh(t, 100, 200)
	field := flatField(t, 100, 200)
	static := func(g Geometry, p Vec3) func(w *World) {
		return func(w *World) { addBody(t, w, Static, p, g) }
	}
	return map[string]func(w *World){
		"plane": static(Plane{Normal: V3(0, 1, 0)}, Vec3{}),
		"box":   static(BoxHalf(100, 1, 100), V3(0, -1, 0)),
		"mesh":  static(mesh, Vec3{}),
		"field": static(field, Vec3{}),
		"plate": func(w *World) {
			addBody(t, w, Static, V3(0, -1, 0), BoxHalf(100, 0.5, 100))
			addBody(t, w, Dynamic, V3(0, -0.25, 0), BoxHalf(100, 0.25, 100))
		},
	}
}

// rolled is the course of a body that rolls.
type rolled struct {
	sunk, risen float32 // most that the centre came down or up (m)
	low, high   float32 // least and greatest normal impulse of a step, in those of the weight
	speed       float32 // part of the speed that was kept
}

// rollAlong rolls a shape of the given radius, with its axis along z, at a speed (m/s) for a second and looks
// at it from the second tenth on.
func rollAlong(t testing.TB, ground func(w *World), g Geometry, radius, speed float32) rolled {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
	ground(w)
	b := addBody(t, w, Dynamic, V3(-50, radius, 0.37), g)
	b.SetLinearVelocity(V3(speed, 0, 0))
	b.SetAngularVelocity(V3(0, 0, -speed/radius))
	r := rolled{low: 1e9}
	weight := b.Mass() * 9.81 * 0.01
	var contacts []ContactInfo
	for i := range 100 {
		run(t, w, 0.01)
		y := b.WorldCenter().Y
		r.sunk, r.risen = max(r.sunk, radius-y), max(r.risen, y-radius)
		if i < 10 {
			continue
		}
		impulse := float32(0)
		contacts = b.Contacts(contacts[:0])
		for _, c := range contacts {
			for _, p := range c.Points[:c.Count] {
				impulse += p.Impulse
			}
		}
		r.low, r.high = min(r.low, impulse/weight), max(r.high, impulse/weight)
	}
	r.speed = b.LinearVelocity().X / speed
	return r
}

// A fast rolling body keeps its height, presses evenly and is not slowed down: the point of contact changes, and
// the centre stays a radius above it.
func TestFastRollingKeepsItsHeight(t *testing.T) {
	const radius = 0.25
	shapes := map[string]Geometry{
		"ball":           Sphere{Radius: radius},
		"capsule":        Capsule{A: V3(0, 0, -0.4), B: V3(0, 0, 0.4), Radius: radius},
		"cylinder":       Cylinder{A: V3(0, 0, -0.4), B: V3(0, 0, 0.4), Radius: radius},
		"disc":           Cylinder{A: V3(0, 0, -0.1), B: V3(0, 0, 0.1), Radius: radius},
		"tapered barrel": TaperedCapsule{A: V3(0, 0, -0.4), B: V3(0, 0, 0.4), RadiusA: radius, RadiusB: radius},
	}
	for ground, build := range rollGrounds(t) {
		for name, g := range shapes {
			for _, speed := range []float32{1, 5, 20, 50} {
				t.Run(fmt.Sprintf("%s on %s at %g", name, ground, speed), func(t *testing.T) {
					r := rollAlong(t, build, g, radius, speed)
					t.Logf("%s on %s at %g: %+v", name, ground, speed, r)
					if limit := float32(0.001 * radius); r.sunk > limit || r.risen > limit {
						t.Errorf("%s: down %.2f %%, up %.2f %% of the radius", name, 100*r.sunk/radius,
							100*r.risen/radius)
					}
					// edges of triangles may be felt, and at 50 m/s that it turns by half a turn in a step
					uneven := float32(0.1)
					if speed > 20 {
						uneven = 0.4
					}
					if r.low < 1-uneven || r.high > 1+uneven {
						t.Errorf("normal impulses between %.2f and %.2f weights", r.low, r.high)
					}
					if !(r.speed > 0.999 && r.speed < 1.001) {
						t.Errorf("speed times %.5f", r.speed)
					}
				})
			}
		}
	}
}
