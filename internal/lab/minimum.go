package lab

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// Capacity is how much of a kind a machine simulates at a rate with headroom.
type Capacity struct {
	What  string `json:"what"`
	Scene string `json:"scene"`
	Count int    `json:"count"`
	// All is set when the machine runs as many as the scene can have: it would run more.
	All bool `json:"all"`
	// Step is the time of a step then, 19 of 20 (ms).
	Step float64 `json:"ms_per_step"`
}

// kinds are what the meter counts: the parameter of a scene, and how many bodies of the kind it makes.
var kinds = []struct {
	what, scene, key string
	most             int
	count            func(n int) int
}{
	{"boxes in a pyramid", "large_pyramid", "base", 200, func(n int) int { return n * (n + 1) / 2 }},
	{"ragdolls in a heap", "ragdoll_pile", "count", 200, func(n int) int { return n }},
}

const (
	// capacityWarm and capacitySteps are the steps of a trial that are left out, while things settle, and that are measured.
	capacityWarm, capacitySteps = 30, 60
)

// Minimum measures what a machine runs in real time at a rate (Hz) with a share of each step left over for the rest of a
// game: the largest number with which 19 of 20 steps end in time, by bisection, awake, with so many workers.
func Minimum(ctx context.Context, clock timestep.Clock, hz int64, headroom float64, workers int) ([]Capacity, error) {
	budget := (1 - headroom) * 1e9 / float64(hz)
	var all []Capacity
	for _, k := range kinds {
		scene, ok := scenes.Find(k.scene)
		if !ok {
			return nil, fmt.Errorf("lab: there is no scene %s", k.scene)
		}
		c := Capacity{What: k.what, Scene: k.scene}
		low, high := 0, k.most+1
		for next := min(8, k.most); high-low > 1; {
			took, err := trial(ctx, clock, scene, scenes.Values{k.key: float64(next)}, hz, workers)
			if err != nil {
				return nil, err
			}
			if took <= budget {
				low, c.Step = next, took/1e6
			} else {
				high = next
			}
			if next = (low + high) / 2; high > k.most {
				next = min(2*low, k.most)
			}
			if low == k.most {
				break
			}
		}
		c.All = low == k.most
		if low > 0 {
			c.Count = k.count(low)
		}
		all = append(all, c)
	}
	return all, nil
}

// trial is the time within which 19 of 20 steps of a scene end (ns).
func trial(ctx context.Context, clock timestep.Clock, scene *scenes.Scene, values scenes.Values, hz int64, workers int) (float64, error) {
	def := scene.WorldDef()
	def.Workers = workers
	def.Settings.SleepEnabled = false
	run, err := scene.New(def, values)
	if err != nil {
		return 0, fmt.Errorf("lab: %w", err)
	}
	defer run.World.Close()
	var times []float64
	for i := range capacityWarm + capacitySteps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := clock.Now()
		if err := run.AdvanceBy(1 / float32(hz)); err != nil {
			return 0, fmt.Errorf("lab: %w", err)
		}
		if i >= capacityWarm {
			times = append(times, float64(clock.Now()-from))
		}
	}
	slices.Sort(times)
	return times[len(times)*19/20], nil
}

// WriteMinimum says what the machine runs.
func WriteMinimum(w io.Writer, list []Capacity, hz int64, headroom float64, workers int) error {
	fmt.Fprintf(w, "this machine runs at %d Hz with %.0f %% headroom and %d workers\n", hz, 100*headroom, workers)
	for _, c := range list {
		more := ""
		if c.All {
			more = ", and more than the scene has"
		}
		if _, err := fmt.Fprintf(w, "%8d %s%s: 19 of 20 steps within %.2f ms (%s)\n", c.Count, c.What, more, c.Step, c.Scene); err != nil {
			return err
		}
	}
	return nil
}
