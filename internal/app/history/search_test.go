package history

import (
	"math/rand/v2"
	"os"
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/meter"
)

// Going back finds what looking at every tick finds.
func TestSearchBack(t *testing.T) {
	rounds := 20
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 1000
	}
	conditions := []string{"speed.max > 3", "penetration.max > 0.004", "step % 17 == 3",
		"energy.kinetic > 5 && step > 20", "contact.count > 6", "contact.flicker > 2", "energy.change > 0.1", "false"}
	found := 0
	for round := range rounds {
		r := rand.New(rand.NewPCG(uint64(round), 9))
		s := apptest.Session(t, []string{"card_house", "stack10", "box"}[round%3])
		h := newHistory(t, s, 0)
		condition, err := meter.Compile(conditions[r.IntN(len(conditions))])
		if err != nil {
			t.Fatal(err)
		}
		bind := func() {
			if err := condition.Bind(s.World(), nil); err != nil {
				t.Fatal(err)
			}
		}
		bind()
		holds := func(n int) (bool, error) {
			return condition.Holds(s.World(), meter.Moment{Step: h.Depth(n), Time: h.Time(n)}), nil
		}
		at := []bool{false}
		for range 20 + r.IntN(150) {
			if r.IntN(40) == 0 && h.At() > 3 {
				goTo(t, h, h.TickAt(r.IntN(h.Depth(h.At()))))
				bind()
			}
			before := s.World()
			if r.IntN(20) == 0 {
				tickOn(t, h, randomCommand(r, s))
			} else {
				tickOn(t, h)
			}
			if s.World() != before {
				bind()
			}
			ok, err := holds(h.At())
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, ok)
		}
		from := h.TickAt(1 + r.IntN(h.Ticks()))
		goTo(t, h, from)
		want := 0
		for n := h.Before(from); n > 0 && want == 0; n = h.Before(n) {
			if at[n] && !at[h.Before(n)] {
				want = n
			}
		}
		search := h.Back(bind, holds)
		for done := false; !done; {
			if done, err = search.Next(); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Work(nil); err != nil {
			t.Fatal(err)
		}
		if search.Found != want || want != 0 && h.At() != want || want == 0 && h.At() != from {
			t.Errorf("round %d, %s: from %d back to %d, at %d, want %d", round, condition, from, search.Found, h.At(),
				want)
		}
		if want != 0 {
			found++
		}
		s.World().Close()
	}
	if found < rounds/4 {
		t.Errorf("only %d of %d conditions held", found, rounds)
	}
}
