package physics

import (
	"fmt"
	"math"
	"testing"
)

// TestNothingTunnels shoots balls, tumbling boxes and rods at a wall of 1 cm, at any speed and
// heading and from any fraction of a step.
func TestNothingTunnels(t *testing.T) {
	shapes := map[string]Geometry{
		"ball": Sphere{Radius: 0.1}, "box": BoxHalf(0.1, 0.1, 0.1), "rod": BoxHalf(0.4, 0.02, 0.02),
		"capsule": Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.03},
	}
	headings, phases := 4, 6
	if soak() {
		headings, phases = 64, 100
	}
	shots, through := 0, 0
	for name, g := range shapes {
		for _, speed := range []float32{10, 20, 50, 100, 200, 400, 1000} {
			for h := range headings {
				angle := 2 * math.Pi * float64(h) / float64(headings) * 0.99
				s, c := math.Sincos(angle / 2)
				turn := Quat{Y: float32(s), W: float32(c)}
				w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
				addBodyDef(t, w, Static, Vec3{}, turn, BoxHalf(0.005, 2000, 2000), DefaultShapeDef())
				var bodies []Body
				for i := range phases {
					start := 3 + speed*0.01*float32(i)/float32(phases)
					q := Quat{X: 0.3 * float32(i%11), Y: 0.1 * float32(h), Z: 0.2, W: 1}.Norm()
					b := addBodyDef(t, w, Dynamic, turn.Rotate(V3(-start, 3*float32(i/10)-13, 3*float32(i%10)-13)), q, g, DefaultShapeDef())
					b.SetLinearVelocity(turn.Rotate(V3(speed, 0.05*speed, 0)))
					b.SetAngularVelocity(V3(5, 7, 3*float32(i%10)))
					bodies = append(bodies, b)
				}
				run(t, w, 0.5+8/speed)
				for i, b := range bodies {
					shots++
					if p := turn.InvRotate(b.Position()); p.X > 0 {
						through++
						t.Errorf("%s at %g m/s, heading %d, phase %d: is at %v behind the wall", name, speed, h, i, p)
					}
				}
			}
		}
	}
	t.Logf("%d shots, %d through", shots, through)
}

// TestBulletsHitMovingBodies shoots bullets at a thin plate that moves and spins.
func TestBulletsHitMovingBodies(t *testing.T) {
	for _, speed := range []float32{50, 200, 1000} {
		for phase := range 5 {
			t.Run(fmt.Sprint(speed, " m/s ", phase), func(t *testing.T) {
				w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
				plate := addBody(t, w, Dynamic, V3(0, 0, 0), BoxHalf(0.02, 2, 2))
				plate.SetLinearVelocity(V3(-10, 0, 0))
				plate.SetAngularVelocity(V3(3, 0, 0))
				def := DefaultBodyDef()
				def.Type, def.Bullet = Dynamic, true
				def.Position = V3(-4-speed*0.002*float32(phase), 0.1, 0.1)
				def.LinearVelocity = V3(speed, 0, 0)
				b, err := w.CreateBody(def)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := b.CreateShape(Sphere{Radius: 0.05}, DefaultShapeDef()); err != nil {
					t.Fatal(err)
				}
				run(t, w, 0.3)
				rel := plate.Transform().InvApply(b.Position())
				if rel.X > 0 {
					t.Errorf("the bullet is at %v of the plate", rel)
				}
			})
		}
	}
}

// TestFastSlideIsNotStopped: continuous collision must not brake what slides fast over a floor
// or rolls fast over tiles.
func TestFastSlideIsNotStopped(t *testing.T) {
	sd := DefaultShapeDef()
	sd.Material.Friction = 0
	for name, g := range map[string]Geometry{"box on floor": BoxHalf(0.1, 0.1, 0.1),
		"ball on tiles": Sphere{Radius: 0.1}} {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, nil)
			if name == "box on floor" {
				addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(100, 0.5, 2), sd)
			} else {
				for i := range 80 {
					addBodyDef(t, w, Static, V3(float32(i), -0.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 2), sd)
				}
			}
			b := addBodyDef(t, w, Dynamic, V3(0, 0.1, 0), QuatIdentity, g, sd)
			run(t, w, 0.5)
			b.SetLinearVelocity(V3(30, 0, 0))
			run(t, w, 2)
			if w.last.fast == 0 {
				t.Fatal("the body does not count as fast")
			}
			near(t, "way", float64(b.Position().X), 60, 0.3)
			near(t, "speed", float64(b.LinearVelocity().X), 30, 0.05)
			near(t, "height", float64(b.Position().Y), 0.1, 0.002)
		})
	}
}
