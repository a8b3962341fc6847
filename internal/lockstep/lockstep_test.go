package lockstep

import (
	"context"
	"errors"
	"testing"
	"time"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

var token = []byte("0123456789abcdef")

// both runs two sides of a scene in this process over a bad network.
func both(t *testing.T, steps uint64, f Faults, slow time.Duration, plant Plant) (reports [2]Report, errs [2]error) {
	t.Helper()
	scene, ok := scenes.Find("stack10")
	if !ok {
		t.Fatal("no scene stack10")
	}
	a, err := Listen("127.0.0.1:0", token, f)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	f.Seed++
	b, err := Join(a.Address(), token, f)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c := Config{Scene: scene, Steps: steps, Seed: 7, Clock: timestep.RealClock()}
	second := c
	second.Player, second.Slow, second.Plant = 1, slow, plant
	done := make(chan struct{})
	go func() {
		reports[1], errs[1] = Run(t.Context(), second, b)
		close(done)
	}()
	reports[0], errs[0] = Run(t.Context(), c, a)
	<-done
	return reports, errs
}

// Delay, loss and reordering cost time and nothing else, and the slower side sets the pace.
func TestEqualHashesOverABadNetwork(t *testing.T) {
	r, errs := both(t, 200, Faults{Jitter: 30 * time.Millisecond, Loss: .1, Seed: 3}, 4*time.Millisecond, Plant{})
	if errs[0] != nil || errs[1] != nil || r[0].Steps != 200 || r[1].Steps != 200 || r[0].Hash != r[1].Hash ||
		r[0].Hash == 0 {
		t.Fatalf("%+v %v", r, errs)
	}
	if r[0].Took < 200*4*timestep.Millisecond || r[0].Late == 0 || r[0].Waited < r[1].Waited {
		t.Errorf("the fast side did not wait, or no packet was overtaken: %+v", r)
	}
}

// A planted difference is named by its step and body on both sides within ten steps.
func TestDifferenceIsNamed(t *testing.T) {
	for _, plant := range []Plant{{Step: 40, Body: 3}, {Step: 90, Body: 9}} {
		_, errs := both(t, 200, Faults{Jitter: 20 * time.Millisecond, Loss: .05, Seed: 5}, 0, plant)
		for i, err := range errs {
			var d *DesyncError
			if !errors.As(err, &d) || d.Step != plant.Step || d.Body != plant.Body || d.At-d.Step > 10 {
				t.Errorf("side %d, planted %+v: %v", i, plant, err)
			}
		}
	}
}

func TestOtherGameIsRefused(t *testing.T) {
	scene, _ := scenes.Find("stack10")
	a, err := Listen("127.0.0.1:0", token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := Join(a.Address(), token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		_, _ = Run(ctx, Config{Scene: scene, Steps: 10, Seed: 1, Player: 1, Clock: timestep.RealClock()}, b)
	}()
	if _, err := Run(ctx, Config{Scene: scene, Steps: 10, Seed: 2, Clock: timestep.RealClock()}, a); err == nil {
		t.Error("played with another seed")
	}
}

// Whatever arrives, a packet is read or refused.
func FuzzPacket(f *testing.F) {
	p := packet{Steps: 5, First: 9, Inputs: []input{{3, 1, 2, 3}, {Body: -1}}, From: 4, Hashes: []uint64{1, 2}, Step: 4,
		Total: 2, Bodies: []uint64{7, 8}}
	f.Add(p.encode())
	f.Add([]byte("nonsense"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var q packet
		if q.decode(b) != nil {
			return
		}
		var again packet
		if again.decode(q.encode()) != nil {
			t.Error("a packet that was read cannot be written and read")
		}
	})
}
