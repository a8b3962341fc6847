package meter

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
)

func run(t testing.TB, name string, steps int) *scenes.Run {
	t.Helper()
	scene, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %s", name)
	}
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.World.Close)
	for range steps {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// measured are all meters of a world by their keys.
func measured(t testing.TB, w *physics.World) map[string]float64 {
	t.Helper()
	all, err := Parse("all")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSet(all)
	values := map[string]float64{}
	for i, v := range s.Measure(w, Moment{}, nil) {
		values[s.Meters()[i].Key] = v
	}
	return values
}

// TestMetersAgree compares meters with sums written down otherwise, on ten scenes.
func TestMetersAgree(t *testing.T) {
	for _, name := range []string{
		"box", "pyramid36", "card_house", "crane", "tumbler", "bowling", "gears", "rope_bridge", "arch", "mixed_rain",
	} {
		r := run(t, name, 40)
		w := r.World
		got := measured(t, w)
		var kinetic, rotation, fastest, deepest float64
		var p [3]float64
		for _, b := range w.Bodies(nil) {
			if b.Type() != physics.Dynamic {
				continue
			}
			m, v, omega := float64(b.Mass()), b.LinearVelocity(), b.Rotation().InvRotate(b.AngularVelocity())
			kinetic += m * float64(v.Dot(v)) / 2
			rotation += float64(omega.Dot(b.Inertia().MulVec(omega))) / 2
			for i, x := range [3]float32{v.X, v.Y, v.Z} {
				p[i] += m * float64(x)
			}
		}
		for _, b := range w.Bodies(nil) {
			if b.Type() != physics.Static && b.Awake() {
				fastest = math.Max(fastest, float64(b.LinearVelocity().Len()))
			}
		}
		for _, c := range w.Contacts(nil) {
			for _, q := range c.Points[:c.Count] {
				deepest = math.Max(deepest, -float64(q.Separation))
			}
		}
		for key, want := range map[string]float64{
			"energy.kinetic": kinetic, "energy.rotation": rotation,
			"momentum.linear": math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2]),
			"speed.max":       fastest, "penetration.max": deepest,
			"energy.total": kinetic + rotation + got["energy.potential"],
		} {
			if d := math.Abs(got[key] - want); d > 1e-5*math.Abs(want)+1e-9 {
				t.Errorf("%s: %s is %g, want %g", name, key, got[key], want)
			}
		}
		if n := got["bodies.awake"] + got["bodies.asleep"]; n != got["bodies.count"] || n == 0 {
			t.Errorf("%s: %v bodies awake and asleep of %v", name, n, got["bodies.count"])
		}
	}
}

// TestFreeFallKeepsEnergy: a thrown body in the field of gravity keeps its energy to the first order of the step.
func TestFreeFallKeepsEnergy(t *testing.T) {
	r := run(t, "box", 1)
	before := measured(t, r.World)["energy.total"]
	for range 20 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	after := measured(t, r.World)
	if d := math.Abs(after["energy.total"] - before); d > 0.02*after["energy.kinetic"] {
		t.Errorf("energy goes from %g to %g J", before, after["energy.total"])
	}
}

func TestParse(t *testing.T) {
	list, err := Parse("energy, penetration.max,energy.total")
	if err != nil || len(list) != 8 || list[7].Key != "penetration.max" {
		t.Errorf("%d meters, %v", len(list), err)
	}
	if _, err := Parse("energy,nosuch"); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("an unknown meter: %v", err)
	}
}

// TestMeasureAllocatesNothing once the lists have their size.
func TestMeasureAllocatesNothing(t *testing.T) {
	r := run(t, "pyramid36", 30)
	all, _ := Parse("all")
	s := NewSet(all)
	out := s.Measure(r.World, Moment{}, nil)
	if n := testing.AllocsPerRun(20, func() { out = s.Measure(r.World, Moment{}, out[:0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestMeasuringChangesNothing: a world that is measured after every step has the hashes of one that is not.
func TestMeasuringChangesNothing(t *testing.T) {
	plain, watchedRun := run(t, "crane", 0), run(t, "crane", 0)
	all, _ := Parse("all")
	s := NewSet(all)
	var out []float64
	for step := range 60 {
		if err := errors.Join(plain.Advance(0), watchedRun.Advance(0)); err != nil {
			t.Fatal(err)
		}
		out = s.Measure(watchedRun.World, Moment{}, out[:0])
		if plain.World.Hash() != watchedRun.World.Hash() {
			t.Fatalf("hashes differ after step %d", step+1)
		}
	}
}

// TestConditions finds the step at which a condition holds first, and compares it with a search by hand.
func TestConditions(t *testing.T) {
	for _, text := range []string{
		"speed.max > 3", `body("body1").y < 2 and step > 3`, `touching("body1", "body0")`, `body("body1").impact > 1`,
		"time >= 0.5", "contact.flicker > 0", "bodies.asleep == bodies.count and step > 2",
	} {
		c, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		r := run(t, "box", 0)
		if err := c.Bind(r.World, nil); err != nil {
			t.Fatal(err)
		}
		found := 0
		for step := 1; step <= 600 && found == 0; step++ {
			if err := r.Advance(0); err != nil {
				t.Fatal(err)
			}
			if c.Holds(r.World, After(step, 100)) {
				found = step
			}
		}
		if found == 0 {
			t.Errorf("%s never holds", text)
		}
		if text == "time >= 0.5" && found != 50 {
			t.Errorf("%s holds first at step %d", text, found)
		}
	}
}

// TestBadConditions are refused with the place that is wrong.
func TestBadConditions(t *testing.T) {
	for text, word := range map[string]string{
		"penetration.depth > 1": "penetration.depth", "energy.total": "a number", "speed.max >": "unexpected",
		"nosuch > 1": "nosuch", `body(step).y > 1`: "quotes", `body("a").colour > 1`: "colour",
		`touching("a")`: "touching", strings.Repeat("(", 5000): "longer",
	} {
		if _, err := Compile(text); !errors.Is(err, ErrCondition) || !strings.Contains(err.Error(), word) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	c, err := Compile(`body("nobody").y > 1`)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Bind(run(t, "box", 0).World, nil); !errors.Is(err, ErrCondition) || !strings.Contains(err.Error(),
		"nobody") {
		t.Errorf("a body that is not there: %v", err)
	}
}

func BenchmarkMeasureAll(b *testing.B) {
	r := run(b, "mixed_rain", 300)
	all, _ := Parse("all")
	s := NewSet(all)
	out := s.Measure(r.World, Moment{}, nil)
	for b.Loop() {
		out = s.Measure(r.World, Moment{}, out[:0])
	}
}
