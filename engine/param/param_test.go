package param

import (
	"errors"
	"math"
	"math/rand"
	"strings"
	"testing"
)

func testRegistry(t *testing.T) (*Registry, map[string]*float64) {
	t.Helper()
	r := NewRegistry()
	store := map[string]*float64{}
	for _, s := range []Spec{
		{Key: "world.gravity.y", Unit: "m/s²", Min: -100, Max: 100, Default: -9.81, Text: "Gravity."},
		{Key: "solver.substeps", Old: []string{"solver.parts"}, Kind: Int, Min: 1, Max: 64, Default: 4,
			Text: "Sub-steps."},
		{Key: "sleep.enabled", Kind: Bool, Default: 1, Text: "Sleep."},
		{Key: "loop.strategy", Kind: Enum, Choices: []string{"interpolate", "latest"}, Text: "Loop.", Restart: true},
	} {
		s.Heading = "World"
		v := s.Default
		p := &v
		store[s.Key] = p
		if err := r.Add(s, func() float64 { return *p }, func(v float64) error { *p = v; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return r, store
}

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		pair string
		want float64
	}{
		{"world.gravity.y=-1.62", float64(float32(-1.62))},
		{"world.gravity.y = 100", 100},
		{"world.gravity.y=-1e2", -100},
		{"solver.substeps=64", 64},
		{"sleep.enabled=off", 0},
		{"sleep.enabled=TRUE", 1},
		{"loop.strategy=Latest", 1},
	} {
		r, store := testRegistry(t)
		if err := r.Assign(c.pair); err != nil {
			t.Errorf("%s: %v", c.pair, err)
			continue
		}
		key, _, _ := strings.Cut(c.pair, "=")
		if got := *store[strings.TrimSpace(key)]; got != c.want {
			t.Errorf("%s: stored %v, want %v", c.pair, got, c.want)
		}
	}
}

func TestAssignRefuses(t *testing.T) {
	for _, c := range []struct {
		pair string
		kind error
		says string
	}{
		{"world.gravity.y=101", ErrValue, "-100 … 100 m/s²"},
		{"world.gravity.y=NaN", ErrValue, "world.gravity.y=NaN"},
		{"world.gravity.y=Inf", ErrValue, "in -100"},
		{"world.gravity.y=fast", ErrValue, "world.gravity.y=fast"},
		{"world.gravity.y=", ErrValue, "a number"},
		{"world.gravity.y", ErrValue, "key=value"},
		{"solver.substeps=2.5", ErrValue, "a whole number in 1 … 64"},
		{"solver.substeps=0", ErrValue, "solver.substeps=0"},
		{"sleep.enabled=2", ErrValue, "true or false"},
		{"loop.strategy=fastest", ErrValue, "one of interpolate, latest"},
		{"world.gravty.y=1", ErrUnknownKey, "did you mean world.gravity.y?"},
		{"gravity=1", ErrUnknownKey, "did you mean world.gravity.y?"},
		{"zzzzzzzz=1", ErrUnknownKey, `"zzzzzzzz": unknown key`},
	} {
		r, store := testRegistry(t)
		err := r.Assign(c.pair)
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %v that says %q", c.pair, err, c.kind, c.says)
		}
		for key, v := range store {
			if p, _ := r.Lookup(key); *v != p.Default {
				t.Errorf("%s: refused, yet %s is %v", c.pair, key, *v)
			}
		}
	}
}

// Parse reads back the text of Format, for every kind.
func TestFormatParseRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	r, _ := testRegistry(t)
	for _, p := range r.All() {
		lo, hi := p.bounds()
		for range 1000 {
			v := float64(float32(lo + rng.Float64()*(hi-lo)))
			if p.Kind != Float {
				v = math.Round(v)
			}
			got, err := p.Parse(p.Format(v))
			if err != nil || got != v {
				t.Fatalf("%s: %v became %q became %v, error %v", p.Key, v, p.Format(v), got, err)
			}
		}
	}
}

func TestResetAndDefault(t *testing.T) {
	r, store := testRegistry(t)
	p, err := r.Lookup("solver.substeps")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Set("8"); err != nil || p.IsDefault() {
		t.Fatalf("after set: error %v, default %v", err, p.IsDefault())
	}
	if err := p.Reset(); err != nil || !p.IsDefault() || *store["solver.substeps"] != 4 {
		t.Fatalf("after reset: error %v, value %v", err, *store["solver.substeps"])
	}
}

func TestAddRefuses(t *testing.T) {
	for name, s := range map[string]Spec{
		"no key":           {Text: "x", Max: 1},
		"upper case":       {Key: "World", Text: "x", Max: 1},
		"taken":            {Key: "world.gravity.y", Text: "x", Max: 1},
		"former key taken": {Key: "a", Old: []string{"world.gravity.y"}, Text: "x", Max: 1},
		"taken by former":  {Key: "solver.parts", Text: "x", Max: 1},
		"no text":          {Key: "a", Max: 1},
		"no heading":       {Key: "a", Text: "x", Max: 1},
		"empty range":      {Key: "a", Text: "x"},
		"default outside":  {Key: "a", Text: "x", Max: 1, Default: 2},
		"one choice":       {Key: "a", Text: "x", Kind: Enum, Choices: []string{"only"}},
		"fractional count": {Key: "a", Text: "x", Kind: Int, Max: 3, Default: 0.5},
	} {
		r, _ := testRegistry(t)
		if name != "no heading" {
			s.Heading = "World"
		}
		if err := r.Add(s, func() float64 { return 0 }, func(float64) error { return nil }); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSetterErrorNamesKeyAndValue(t *testing.T) {
	r := NewRegistry()
	spec := Spec{Key: "world.x", Heading: "World", Max: 1, Text: "x"}
	if err := r.Add(spec, func() float64 { return 0 }, func(float64) error { return errors.New("locked") }); err !=
		nil {
		t.Fatal(err)
	}
	err := r.Assign("world.x=0.5")
	if err == nil || err.Error() != "param: world.x=0.5: locked" {
		t.Fatalf("error %v", err)
	}
}
