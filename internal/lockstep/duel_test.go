package lockstep

import (
	"errors"
	"testing"
	"time"

	"tumble/engine/nettime"
	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// duels runs both sides of a duel in this process over a bad network.
func duels(t *testing.T, name string, c Config, depth [2]int, f Faults) (ends [2]Standing, seconds [2]int,
	errs [2]error) {
	t.Helper()
	scene, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %s", name)
	}
	c.Scene, c.Clock = scene, timestep.RealClock()
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
	second := c
	second.Player = 1
	done := make(chan struct{})
	go func() {
		ends[1], errs[1] = RunDuel(t.Context(), second, depth[1], 60, b, func(Standing) { seconds[1]++ })
		close(done)
	}()
	ends[0], errs[0] = RunDuel(t.Context(), c, depth[0], 60, a, func(Standing) { seconds[0]++ })
	<-done
	return ends, seconds, errs
}

// Over a bad network both sides of a duel end in the same state, with prediction and without.
func TestDuelsEndAlike(t *testing.T) {
	for _, scene := range []string{"football", "shared_tower"} {
		for _, depth := range []int{nettime.MostDepth, 0} {
			f := Faults{Latency: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: .05, Seed: 3}
			ends, seconds, errs := duels(t, scene, Config{Steps: 180, Seed: 5}, [2]int{depth, depth}, f)
			if errs[0] != nil || errs[1] != nil || ends[0].Agreed != 180 || ends[0].Hash != ends[1].Hash ||
				ends[0].Hash == 0 {
				t.Errorf("%s, depth %d: %+v, %v", scene, depth, ends, errs)
			}
			for i, e := range ends {
				if e.Deepest > depth || e.Tick != 180 || seconds[i] != 3 || e.Trip < 100 {
					t.Errorf("%s, depth %d, side %d: %+v, %d reports", scene, depth, i, e, seconds[i])
				}
			}
			if depth > 0 && ends[0].Rollbacks+ends[1].Rollbacks == 0 {
				t.Errorf("%s: nothing was predicted wrongly", scene)
			}
		}
	}
}

// Who plays another scene, or is alone, is told.
func TestDuelsRefuseOthers(t *testing.T) {
	if _, _, errs := duels(t, "football", Config{Steps: 60}, [2]int{8, 9}, Faults{}); errs[0] == nil && errs[1] == nil {
		t.Error("sides of different depth play")
	}
	scene, _ := scenes.Find("stack10")
	l, err := Listen("127.0.0.1:0", token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := Config{Scene: scene, Steps: 60, Clock: timestep.RealClock()}
	if _, err := RunDuel(t.Context(), c, 8, 60, l, nil); err == nil || errors.Is(err, errOtherGame) {
		t.Errorf("a scene for one player: %v", err)
	}
}
