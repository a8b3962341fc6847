package netlab

import (
	"context"
	"errors"
	"testing"

	"tumble/physics/scenes"
)

// play runs a strategy over a link for some seconds.
func play(t *testing.T, scene, strategy, link string, seconds int) Result {
	t.Helper()
	s, ok := scenes.Find(scene)
	if !ok {
		t.Fatalf("no scene %s", scene)
	}
	l, err := ParseLink(link)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Scene: s, Strategy: strategy, Link: l, Hertz: 60, Seconds: seconds, WarmUp: 4, Seed: 3}
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A run has the same figures each time, to the last bit, of every strategy.
func TestSameOnEachRun(t *testing.T) {
	for _, name := range Strategies() {
		const link = "latency=60ms,jitter=15ms,loss=3%,reorder=2%,duplicate=2%,rates=60/72"
		if a, b := play(t, "football", name, link, 3), play(t, "football", name, link, 3); a != b ||
			a.Steps+a.Age == 0 {
			t.Errorf("%+v\n%+v", a, b)
		}
	}
}

// Peers agree on every state whatever the link does, and lockstep shows nothing but the truth.
func TestPeersAgree(t *testing.T) {
	for _, scene := range []string{"football", "shared_tower"} {
		for _, link := range []string{"latency=20ms", "latency=80ms,jitter=20ms,loss=5%",
			"latency=200ms,jitter=20ms,loss=5%,reorder=5%,rates=60/144"} {
			lock, roll := play(t, scene, Lockstep, link, 4), play(t, scene, Rollback, link, 4)
			if lock.Agreed < 390 || roll.Agreed < 390 {
				t.Errorf("%s, %s: agreed to ticks %d and %d of 480", scene, link, lock.Agreed, roll.Agreed)
			}
			if lock.ErrorP95 > .01 || lock.Corrections > 0 || roll.Deepest == 0 {
				t.Errorf("%s, %s: lockstep has errors of %v cm and %v corrections a second, rollback corrects %d ticks",
					scene, link, lock.ErrorP95, lock.Corrections, roll.Deepest)
			}
			if lock.InputDelay < float64(lock.Link.Latency)/1e6 || roll.InputDelay > 60 {
				t.Errorf("%s, %s: input acts after %.0f ms in lockstep, %.0f ms with rollback",
					scene, link, lock.InputDelay, roll.InputDelay)
			}
		}
	}
}

// Each way to show an authority's states has its price: interpolation age, extrapolation and prediction errors,
// prediction steps.
func TestAuthorityTradesAgeForError(t *testing.T) {
	for _, latency := range []string{"latency=20ms", "latency=120ms"} {
		link := latency + ",jitter=10ms,loss=1%"
		linear, hermite := play(t, "football", Linear, link, 8), play(t, "football", Hermite, link, 8)
		beyond, predict := play(t, "football", Extrapolate, link, 8), play(t, "football", Predict, link, 8)
		ms := float64(linear.Link.Latency) / 1e6
		if linear.Age < ms+50 || hermite.Age != linear.Age || beyond.Age > 60 || predict.Age > -ms {
			t.Errorf("%s: ages %.0f, %.0f, %.0f, %.0f ms", link, linear.Age, hermite.Age, beyond.Age, predict.Age)
		}
		if hermite.ErrorP95 > linear.ErrorP95 || linear.Error > beyond.Error {
			t.Errorf("%s: errors %.2f of linear, %.2f of cubic, %.2f of extrapolated pictures (cm)",
				link, linear.Error, hermite.Error, beyond.Error)
		}
		if predict.InputDelay > 20 || linear.InputDelay < 2*ms || beyond.InputDelay > linear.InputDelay {
			t.Errorf("%s: input after %.0f, %.0f, %.0f ms", link, linear.InputDelay, beyond.InputDelay,
				predict.InputDelay)
		}
		if predict.Steps < 120 || linear.Steps > 0 {
			t.Errorf("%s: %.0f steps a second predicted, %.0f interpolated", link, predict.Steps, linear.Steps)
		}
	}
}

// The mean error of the bodies that a player owns is below 5 cm over 120 ms with jitter and loss.
func TestOwnBodiesArePredicted(t *testing.T) {
	if r := play(t, "football", Predict, "latency=120ms,jitter=20ms,loss=3%", 15); r.OwnError > 5 {
		t.Errorf("%.1f cm", r.OwnError)
	}
}

// A link is written as it is read, and a bad one is refused.
func TestParseLink(t *testing.T) {
	for _, l := range append(Links(), DefaultLink()) {
		if back, err := ParseLink(l.String()); err != nil || back != l {
			t.Errorf("%s: %+v, %v", l, back, err)
		}
	}
	const all = "latency=1.5ms,jitter=2ms,loss=3%,reorder=4%,duplicate=5%,skew=-6,rates=70/80,snapshots=9"
	if l, err := ParseLink(all); err != nil || l.String() != all {
		t.Errorf("%s, %v", l, err)
	}
	for _, text := range []string{"", "latency", "latency=-1ms", "latency=20", "loss=100%", "loss=x", "speed=3",
		"rates=0",
		"rates=60/x", "snapshots=1e9", "jitter=11s", "skew=NaN", "latency=9999999h"} {
		if l, err := ParseLink(text); err == nil {
			t.Errorf("%q is read as %s", text, l)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	football, _ := scenes.Find("football")
	alone, _ := scenes.Find("driving")
	good := Config{Scene: football, Strategy: Predict, Link: DefaultLink(), Hertz: 60, Seconds: 1}
	for _, spoil := range []func(c *Config){
		func(c *Config) { c.Scene = alone }, func(c *Config) { c.Strategy = "magic" },
		func(c *Config) { c.Hertz = 1000 },
		func(c *Config) { c.Seconds = 0 }, func(c *Config) { c.Link.Snapshots = 0 },
	} {
		c := good
		spoil(&c)
		if _, err := Run(t.Context(), c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := Suite{Scenes: []*scenes.Scene{football}, Strategies: Strategies(), Links: Links(), Config: good}
	if _, err := s.Run(ctx, func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation: %v", err)
	}
}
