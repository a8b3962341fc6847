package physics

import (
	"os"
	"testing"
)

const testRate = 100

// newTestWorld returns a world with default settings as changed by edit.
func newTestWorld(t testing.TB, edit func(*WorldDef)) *World {
	t.Helper()
	def := DefaultWorldDef()
	if edit != nil {
		edit(&def)
	}
	w, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// addBody creates a body with one shape.
func addBody(t testing.TB, w *World, kind BodyType, p Vec3, g Geometry) Body {
	t.Helper()
	return addBodyDef(t, w, kind, p, QuatIdentity, g, DefaultShapeDef())
}

func addBodyDef(t testing.TB, w *World, kind BodyType, p Vec3, q Quat, g Geometry, sd ShapeDef) Body {
	t.Helper()
	def := DefaultBodyDef()
	def.Type, def.Position, def.Rotation = kind, p, q
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.CreateShape(g, sd); err != nil {
		t.Fatal(err)
	}
	return b
}

// addFloor creates a static slab whose top is at y = 0.
func addFloor(t testing.TB, w *World) Body {
	return addBody(t, w, Static, V3(0, -0.5, 0), BoxHalf(200, 0.5, 200))
}

// run steps the world for a time (s) at 100 Hz.
func run(t testing.TB, w *World, seconds float32) {
	t.Helper()
	for range int(seconds*testRate + 0.5) {
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBoxComesToRest(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	b := addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(0.5, 0.5, 0.5))
	run(t, w, 4)
	p := b.Position()
	if p.Y < 0.49 || p.Y > 0.502 || abs(p.X) > 0.01 || abs(p.Z) > 0.01 {
		t.Errorf("box rests at %v, want 0.5 above the floor", p)
	}
	if b.Awake() {
		t.Errorf("box is awake after 4 s, velocity %v", b.LinearVelocity())
	}
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

// soak reports whether checks that take long are asked for.
func soak() bool { return os.Getenv("TUMBLE_SOAK") != "" }

// unlessRaced is a number of steps: few under the race detector, which finds in them all that it finds in more.
func unlessRaced(steps, few int) int {
	if raced && !soak() {
		return few
	}
	return steps
}
