package history

import (
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

func ask(t *testing.T, h *History, b physics.Body) []Cause {
	t.Helper()
	from := h.At()
	y := h.Why(b)
	for done := false; !done; {
		var err error
		if done, err = y.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Work(nil); err != nil || h.At() != from {
		t.Fatalf("at %d, was at %d: %v", h.At(), from, err)
	}
	for i, c := range y.Causes {
		t.Logf("tick %d: %s: %d by %s, %g N·s, %g m/s", c.Tick, bodyname.Of(c.Body), c.Start, c.By.Name(), c.Impulse,
			c.Speed)
		if i > 0 && (c.Tick > y.Causes[i-1].Tick || !same(c.Body, y.Causes[i-1].By)) {
			t.Errorf("cause %d does not lead to the one after it", i)
		}
	}
	return y.Causes
}

// The house of cards falls because a ball was thrown at it.
func TestWhyCardsFall(t *testing.T) {
	s := apptest.Session(t, "card_house")
	h := newHistory(t, s, 0)
	for range 100 {
		tickOn(t, h)
	}
	tickOn(t, h, session.ShootCommand(vec.V3(-4, 0.6, 0), vec.V3(12, 1, 0), 0.2))
	for range 80 {
		tickOn(t, h)
	}
	for _, b := range s.World().Bodies(nil) {
		if b.Type() != physics.Dynamic {
			continue
		}
		list := ask(t, h, b)
		n := len(list)
		if n == 0 {
			t.Fatalf("%s has not begun to move", bodyname.Of(b))
		}
		if last := list[n-1]; last.Tick != 101 || last.Start != StartMade || bodyname.Of(last.Body) != "shot" {
			t.Errorf("%s: begins with %+v", bodyname.Of(b), last)
		}
		if n > 1 && list[n-2].Start != StartHit || b.Name() != "shot" && n < 2 {
			t.Errorf("%s: the ball pushed nothing", bodyname.Of(b))
		}
	}
	goTo(t, h, 100)
	if list := ask(t, h, s.World().Bodies(nil)[1]); len(list) > 0 && list[0].Tick > 20 {
		t.Errorf("a card that stood still: %+v", list)
	}
}

// A motion by hand, or by gravity that a parameter changed, begins with that input.
func TestWhyInput(t *testing.T) {
	s := apptest.Session(t, "stack10")
	h := newHistory(t, s, 0)
	for range 200 {
		tickOn(t, h)
	}
	tickOn(t, h, session.SetCommand("gravity.y", 4))
	for range 20 {
		tickOn(t, h)
	}
	bodies := s.World().Bodies(nil)
	if list := ask(t, h, bodies[len(bodies)-1]); len(list) != 1 || list[0].Start != StartInput || list[0].Tick > 210 ||
		list[0].Tick < 201 {
		t.Errorf("gravity upwards: %+v", list)
	}
}

// A ball that halts at the top of its flight has not begun to move there, also where a state was kept just then.
func TestWhyHalts(t *testing.T) {
	for key := range 5 {
		s := apptest.Session(t, "stack10")
		h := newHistory(t, s, 0)
		for range 120 {
			tickOn(t, h)
		}
		bodies := s.World().Bodies(nil)
		top := bodies[len(bodies)-1]
		above := top.Position().Add(vec.V3(0, 2, 0))
		made := h.Head() + 1
		tickOn(t, h, session.ShootCommand(above, vec.V3(0, 4, 0), 0.3))
		halted := false
		for range 120 {
			tickOn(t, h)
			bodies = s.World().Bodies(bodies[:0])
			if ball := bodies[len(bodies)-1]; ball.LinearVelocity().Len() < restMotion && !halted {
				halted = true
				for range key {
					tickOn(t, h)
				}
				if err := h.keys.take(h, h.At(), 1); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !halted {
			t.Fatal("the ball never halted")
		}
		list := ask(t, h, top)
		if len(list) == 0 {
			t.Fatal("the ball moved nothing")
		}
		if last := list[len(list)-1]; last.Tick != made || last.Start != StartMade {
			t.Errorf("the chain begins with %+v, the ball was thrown in tick %d", last, made)
		}
	}
}
