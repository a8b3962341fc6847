package history

import (
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// A stretch repeats exactly; a parameter changes it, in this pass and those to come, and a pass that is kept becomes a
// branch that ends in the state of the pass.
func TestLoop(t *testing.T) {
	s := apptest.Session(t, "card_house")
	h := newHistory(t, s, 0)
	for i := range 60 {
		if i == 20 {
			tickOn(t, h, session.ShootCommand(vec.V3(0, 0.3, 3), vec.V3(0, 0, -12), 0.1))
		} else {
			tickOn(t, h)
		}
	}
	goTo(t, h, 10)
	before := s.Digest()
	if _, err := h.Repeat(5); err == nil {
		t.Error("a stretch that ends before it begins")
	}
	l, err := h.Repeat(50)
	if err != nil {
		t.Fatal(err)
	}
	l.Measure = func(w *physics.World, out []float64) []float64 { return append(out, float64(w.BodyCount())) }
	pass := func() {
		t.Helper()
		for count := l.Count; l.Count == count; {
			if err := l.Tick(); err != nil {
				t.Fatal(err)
			}
		}
	}
	pass()
	if got := l.Passes[0].Digest; got != h.Digest(50) {
		t.Errorf("digest %016x after a pass without changes, the history has %016x", got, h.Digest(50))
	}
	if v := l.Passes[0].Values; len(v) != 1 || len(v[0]) != 40 || v[0][39] != v[0][0]+1 {
		t.Errorf("measured %v", v)
	}
	for range 15 {
		if err := l.Tick(); err != nil {
			t.Fatal(err)
		}
	}
	l.Set(session.SetCommand("gravity.y", -3))
	pass()
	pass()
	if a, b := l.Passes[1].Digest, l.Passes[2].Digest; a == b || a == h.Digest(50) || len(l.Passes[2].Sets) != 1 {
		t.Errorf("digests %016x where gravity changed, %016x where it was low from the beginning", a, b)
	}
	want, script := l.Passes[1].Digest, l.Script(1)
	if err := l.End(); err != nil {
		t.Fatal(err)
	}
	if h.At() != 10 || s.Digest() != before || s.Config.Settings.Gravity.Y > -9 {
		t.Errorf("at %d with gravity %g after the loop", h.At(), s.Config.Settings.Gravity.Y)
	}
	s.ForgetEdits()
	for {
		events, ok := script.Next()
		if !ok {
			break
		}
		tickOn(t, h, events...)
	}
	if done, same := script.Done(s.Digest()); !done || !same || s.Digest() != want || len(h.Branches()) != 2 {
		t.Errorf("the pass that was kept ended in %016x, was %016x", s.Digest(), want)
	}
	goTo(t, h, 60)
	goTo(t, h, h.Head())
}
