package param

import (
	"errors"
	"strings"
	"testing"

	"tumble/physics"
)

func named(w *physics.World, name string) (list []physics.Body) {
	for _, b := range w.Bodies(nil) {
		if b.Name() == name {
			list = append(list, b)
		}
	}
	return list
}

// TestThings: a setting of a body holds in every world that is built, for all bodies of a pattern, and goes back to
// what the scene made when the choice is taken away.
func TestThings(t *testing.T) {
	c := NewConfig(scene(t, "driving"))
	r := c.Registry()
	for _, pair := range []string{`body('chassis').mass=800`, `body("wheel*").friction = 0.25`} {
		if err := r.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		run, err := c.Build()
		if err != nil {
			t.Fatal(err)
		}
		defer run.World.Close()
		if m := named(run.World, "chassis")[0].Mass(); m != 800 {
			t.Errorf("the chassis has %g kg, want 800", m)
		}
		for i, b := range named(run.World, "wheel") {
			if f := b.Shapes(nil)[0].Material().Friction; f != 0.25 {
				t.Errorf("wheel %d has a friction of %g, want 0.25", i, f)
			}
		}
	}
	keys := []string{}
	for _, p := range c.Registry().Changed() {
		keys = append(keys, p.Key+"="+p.String())
	}
	if got := strings.Join(keys, " "); got != `body("chassis").mass=800 body("wheel*").friction=0.25` {
		t.Errorf("changed: %s", got)
	}
	p, err := r.Lookup(`body("wheel*").friction`)
	if err == nil {
		err = p.Reset()
	}
	if err == nil {
		err = c.ApplyThing(p.Key, c.run.World)
	}
	if err != nil {
		t.Fatal(err)
	}
	if f := named(c.run.World, "wheel")[3].Shapes(nil)[0].Material().Friction; f != 1 {
		t.Errorf("without the choice a wheel has a friction of %g, want 1", f)
	}
}

// TestBadThings: names and values that cannot be say so, before a world is built where that can be known.
func TestBadThings(t *testing.T) {
	c := NewConfig(scene(t, "driving"))
	r := c.Registry()
	for pair, want := range map[string]string{
		`body("chassis").mass=NaN`:    "must be a number in",
		`body("chassis").mass=-1`:     "must be a number in",
		`body("chassis").speed=1`:     "cannot be set",
		`body("chassis").weight=1`:    "has no weight",
		`body("chassis"=1`:            "body(",
		`body("chassis").mass`:        "must be key=value",
		`max(body("*").friction)=0.1`: "unknown key",
	} {
		if err := r.Assign(pair); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", pair, err, want)
		}
	}
	if err := r.Assign(`body("wheel").mass=1`); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Build(); err == nil || !strings.Contains(err.Error(), "wheel[1], wheel[2]") {
		t.Errorf("four wheels of one name: %v", err)
	}
	if err := r.Assign(`body("wheel").mass=scene`); err != nil {
		t.Fatal(err)
	}
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	_, err = r.Lookup(`body("chasis").mass`)
	if !errors.Is(err, ErrUnknownKey) || !strings.Contains(err.Error(), "chassis") {
		t.Errorf("a name that the world does not have: %v", err)
	}
}
