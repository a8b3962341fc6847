package physics

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// TestRandomCalls makes random calls on worlds with hooks and looks after every few hundred whether the world is whole, its state
// can be saved and loaded, and both go on with the same bits. TUMBLE_CALLS is the number of calls: ten million in soak.
func TestRandomCalls(t *testing.T) {
	const calls = 300
	total := 30_000
	if soak() {
		total = 10_000_000
	}
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_CALLS")); err == nil {
		total = n
	}
	first, _ := strconv.Atoi(os.Getenv("TUMBLE_SEED"))
	bad := 0
	for seed := range uint64(total / calls) {
		seed += uint64(first)
		if why := randomCalls(t, seed, calls); why != "" {
			t.Errorf("seed %d: %s", seed, why)
			if bad++; bad == 10 {
				t.Fatal("and so on")
			}
		}
	}
}

// randomCalls returns which promise was broken, empty if none.
func randomCalls(t *testing.T, seed uint64, calls int) string {
	r := rand.New(rand.NewPCG(seed, 3))
	data := make([]byte, 45*calls)
	for i := range data {
		data[i] = byte(r.UintN(250 + 6*uint(seed&1)))
	}
	d := newDriver(t, data)
	defer d.w.Close()
	// what hooks decide follows from the world alone
	d.w.SetContactFilter(func(a, b Shape) bool { return (a.Index()+3*b.Index())%5 != 0 })
	d.w.SetPreSolve(func(c *ContactUpdate) {
		switch k := c.ShapeA.Index() + c.ShapeB.Index(); k % 4 {
		case 0:
			c.Friction = 0
		case 1:
			c.SurfaceVelocity = V3(1, 0, 0)
		case 2:
			c.Disabled = k%8 == 2
		}
	})
	for range calls {
		d.call()
		if d.byte()%3 == 0 {
			if err := d.w.Step([4]float32{0.01, 0.01, 1.0 / 60, 0}[d.byte()&3]); err != nil {
				return err.Error()
			}
		}
	}
	if err := d.w.Validate(); err != nil {
		return err.Error()
	}
	return goesOnAfterLoading(d.w)
}

// goesOnAfterLoading saves a world, loads it into another one and steps both.
func goesOnAfterLoading(w *World) string {
	var taken, read Snapshot
	if err := w.Snapshot(&taken); err != nil {
		return err.Error()
	}
	data, err := taken.MarshalBinary()
	if err == nil {
		err = read.UnmarshalBinary(data)
	}
	if err != nil {
		return "saved and loaded: " + err.Error()
	}
	other, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return err.Error()
	}
	defer other.Close()
	if err := other.Restore(&read); err != nil {
		return err.Error()
	}
	other.SetContactFilter(w.hooks.filter)
	other.SetPreSolve(w.hooks.preSolve)
	for range 5 {
		if a, b := w.Hash(), other.Hash(); a != b {
			return "loaded: the world goes on otherwise"
		}
		if w.Step(0.01) != nil || other.Step(0.01) != nil {
			return "loaded: a step fails"
		}
	}
	return ""
}
