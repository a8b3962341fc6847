package input

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tumble/engine/timestep"
)

// display is a simulated display with frames that wait for it; swaps come back late by up to noise ns.
type display struct {
	hz, noise int64
	random    *rand.Rand
}

// ticksOf runs a loop on the display and returns the tick of each event.
func (d display) ticksOf(t *testing.T, strategy string, speedNum, speedDen int64, events []Event) []uint64 {
	t.Helper()
	runner, err := timestep.NewRunner(strategy, 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Virtual().SetSpeed(speedNum, speedDen); err != nil {
		t.Fatal(err)
	}
	period := timestep.Second / d.hz
	runner.SetDisplay(period, false)
	q, ticks, next := NewQueue(), make([]uint64, len(events)), 0
	before := int64(0)
	for k := int64(0); k*period < events[len(events)-1].Time+timestep.Second; k++ {
		now := k * period
		if k > 0 && d.noise > 0 {
			now += d.random.Int64N(d.noise)
		}
		if k > 0 {
			runner.Presented(timestep.Feedback{ID: uint64(k), DrawEnd: before + timestep.Millisecond, Stamp: now,
				Vsync: true})
		}
		for next < len(events) && events[next].Time <= now {
			if err := q.Push(events[next]); err != nil {
				t.Fatal(err)
			}
			next++
		}
		q.Assign(runner.Begin(now))
		for {
			tick, ok := runner.Next(0)
			if !ok {
				break
			}
			for _, e := range q.Take(tick.N) {
				ticks[e.Code] = tick.N
			}
			runner.Ran(0)
		}
		runner.End()
		q.EndFrame(runner.Waits())
		runner.Submitted(uint64(k + 1))
		before = now
	}
	return ticks
}

// randomEvents are at random moments of so many seconds.
func randomEvents(r *rand.Rand, seconds int64) (events []Event) {
	for now := int64(0); now < seconds*timestep.Second; {
		now += 1 + r.Int64N(timestep.Millisecond)
		events = append(events, Event{Kind: EventCommand, Code: int32(len(events)), Time: now})
	}
	return events
}

// The same input gives the same ticks at 30 and at 240 frames a second, for all loops that docs/timestep.md names, with
// swaps that come back up to half a millisecond late, and at other speeds of time.
func TestInputKeepsItsTickUnderNoise(t *testing.T) {
	for _, name := range []string{
		timestep.DefaultStrategy, "interpolate-raw", "latest", "extrapolate", "extrapolate-hold", "render-tick",
		"canonical", "canonical-snooze", "callback", "two-timers",
	} {
		for seed, speed := range [][2]int64{{1, 1}, {1, 1}, {1, 4}, {2, 1}} {
			random := rand.New(rand.NewPCG(uint64(seed), 17))
			events := randomEvents(random, 20)
			want := display{hz: 60, random: random}.ticksOf(t, name, speed[0], speed[1], events)
			for _, hz := range []int64{30, 60, 75, 144, 240} {
				if speed[0] > 1 && hz == 30 && strings.HasPrefix(name, "canonical") {
					continue // frames of more than 50 ms reset it
				}
				got := display{hz: hz, noise: timestep.Millisecond / 2, random: random}.ticksOf(t, name, speed[0],
					speed[1], events)
				wrong := 0
				for i := range want {
					if got[i] != want[i] {
						wrong++
					}
				}
				if wrong > 0 {
					t.Errorf("%s, speed %d/%d, %d Hz: %d of %d events in other ticks", name, speed[0], speed[1], hz,
						wrong, len(want))
				}
			}
		}
	}
}
