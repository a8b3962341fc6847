package param

import (
	"reflect"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
)

// Every parameter of every scene can be set to both ends of its range and back.
func TestAllParameters(t *testing.T) {
	for _, s := range scenes.All() {
		c := NewConfig(s)
		r := c.Registry()
		if len(r.All()) < 25+len(s.Params) {
			t.Fatalf("%s: only %d parameters", s.Name, len(r.All()))
		}
		for _, p := range r.All() {
			if !p.IsDefault() {
				t.Errorf("%s: %s starts as %s, its default is %s", s.Name, p.Key, p, p.Format(p.Default))
			}
			lo, hi := p.bounds()
			for _, v := range []float64{lo, hi, p.Default} {
				if err := r.Set(p.Key, p.Format(v)); err != nil {
					t.Errorf("%s: %v", s.Name, err)
				}
				if got := p.String(); got != p.Format(v) {
					t.Errorf("%s: %s is %s after it was set to %s", s.Name, p.Key, got, p.Format(v))
				}
			}
		}
	}
}

func scene(t *testing.T, name string) *scenes.Scene {
	t.Helper()
	s, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %s", name)
	}
	return s
}

// The world is built with the values that were set.
func TestBuildUsesValues(t *testing.T) {
	c := NewConfig(scene(t, "pyramid36"))
	r := c.Registry()
	for _, pair := range []string{
		"gravity.y=-1.62", "substeps=8", "sleep.enabled=false", "loop.workers=2", "loop.hertz=240",
		"material.friction=0.25", "material.density=500", "scene.spacing=1.25",
	} {
		if err := r.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	s := run.World.Settings()
	if s.Gravity.Y != -1.62 || s.SubSteps != 8 || s.SleepEnabled || run.World.Workers() != 2 || c.Loop.Hertz != 240 {
		t.Errorf("settings %+v, %d workers, loop %+v", s, run.World.Workers(), c.Loop)
	}
	b := run.Bodies[0]
	if m := b.Mass(); m < 499 || m > 501 {
		t.Errorf("a unit box of 500 kg/m³ has %v kg", m)
	}
	if f := b.Shapes(nil)[0].Material().Friction; f != 0.25 {
		t.Errorf("friction %v", f)
	}
	if d := run.Bodies[1].Position().X - b.Position().X; d < 1.249 || d > 1.251 {
		t.Errorf("centres are %v m apart", d)
	}
}

// A scene that adjusts its world keeps that unless it is asked otherwise, and shows it as
// its default.
func TestSceneDefaults(t *testing.T) {
	c := NewConfig(scene(t, "large_pyramid"))
	r := c.Registry()
	for key, want := range map[string]string{"sleep.enabled": "false", "loop.hertz": "60"} {
		p, err := r.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != want || !p.IsDefault() {
			t.Errorf("%s is %s, default %s, want %s", key, p, p.Format(p.Default), want)
		}
	}
	if err := r.Assign("sleep.enabled=true"); err != nil {
		t.Fatal(err)
	}
	c.Values["base"] = 3
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	if !run.World.Settings().SleepEnabled {
		t.Error("sleeping was asked for and is off")
	}
}

// The settings of a living world can be bound, too, as the panels of the window do.
func TestLiveSettings(t *testing.T) {
	run, err := NewConfig(scene(t, "box")).Build()
	if err != nil {
		t.Fatal(err)
	}
	r := NewRegistry()
	if err := AddSettings(r, physics.DefaultSettings(), run.World.Settings, run.World.SetSettings); err != nil {
		t.Fatal(err)
	}
	if err := r.Set("gravity.y", "3"); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := run.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	if v := run.Bodies[0].LinearVelocity().Y; v < 0.299 || v > 0.301 {
		t.Errorf("after 0.1 s at 3 m/s² upwards the box has %v m/s", v)
	}
	if err := AddSettings(r, physics.DefaultSettings(), run.World.Settings, run.World.SetSettings); err == nil ||
		!strings.Contains(err.Error(), "taken") {
		t.Errorf("the same keys were added twice: %v", err)
	}
}

// formerKeys are those that presets, scene files and recordings may hold.
var formerKeys = map[string]string{
	"contact.damping": "contact.damping_ratio", "contact.pushout": "pushout.speed",
	"contact.speculative": "speculative.distance",
	"joint.damping":       "joint.damping_ratio", "joint.direct": "direct_joints",
	"speed.linear": "max.linear_speed", "speed.rotation": "max.rotation",
	"sleep": "sleep.enabled", "warmstart": "warm_starting",
	"material.rolling": "material.rolling_resistance", "loop.hz": "loop.hertz",
}

// A former key does what the present one does, and the caller is told both.
func TestFormerKeys(t *testing.T) {
	c := NewConfig(scene(t, "box"))
	told := map[string]string{}
	c.Renamed = func(old, key string) { told[old] = key }
	r := c.Registry()
	for old, key := range formerKeys {
		p, err := r.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		value := p.Format(p.Low)
		if p.Kind == Bool {
			value = "false"
		}
		if err := r.Set(old, value); err != nil || p.String() != value || told[old] != key {
			t.Errorf("%s=%s: %s is %s, told %q, error %v", old, value, key, p, told[old], err)
		}
	}
	if len(told) != len(formerKeys) {
		t.Errorf("told of %d keys, want %d: %v", len(told), len(formerKeys), told)
	}
	for _, p := range r.All() {
		for _, old := range p.Old {
			if formerKeys[old] != p.Key {
				t.Errorf("%s was %s: the test does not know", p.Key, old)
			}
		}
	}
}

// Every field of Loop is a parameter with the name of the field.
func TestLoopTable(t *testing.T) {
	fields := reflect.TypeFor[Loop]()
	if fields.NumField() != len(loopTable) {
		t.Fatalf("%d fields, %d parameters", fields.NumField(), len(loopTable))
	}
	for i, f := range loopTable {
		if name := fields.Field(i).Name; strings.ReplaceAll(f.Key, "_", "") != "loop."+strings.ToLower(name) {
			t.Errorf("field %s has the key %s", name, f.Key)
		}
	}
}

// TestMaterialIsTakenAway: surfaces begin as in the scene, a factor stands beside a value, and both can be taken away.
func TestMaterialIsTakenAway(t *testing.T) {
	c := NewConfig(scene(t, "incline"))
	r := c.Registry()
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	friction := func() (all []float32) {
		for _, b := range run.World.Bodies(nil) {
			for _, s := range b.Shapes(nil) {
				all = append(all, s.Material().Friction)
			}
		}
		return all
	}
	own := friction()
	for _, step := range []struct {
		pair string
		want func(own float32) float32
	}{
		{"material.friction=0.25", func(float32) float32 { return 0.25 }},
		{"material.friction_scale=2", func(float32) float32 { return 0.5 }},
		{"material.friction=scene", func(own float32) float32 { return 2 * own }},
		{"material.friction_scale=1", func(own float32) float32 { return own }},
	} {
		if err := r.Assign(step.pair); err != nil {
			t.Fatal(err)
		}
		c.Material.Apply(run.World)
		for i, f := range friction() {
			if want := step.want(own[i]); f != want {
				t.Fatalf("%s: shape %d has friction %v, want %v", step.pair, i, f, want)
			}
		}
	}
	for _, p := range r.All() {
		if !p.IsDefault() {
			t.Errorf("%s is %s", p.Key, p)
		}
	}
}
