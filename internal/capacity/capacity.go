// Package capacity counts what a machine simulates in real time: the boxes and ragdolls of a minimum specification.
package capacity

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// Options are the question: steps a second (Hz), the share of each step that is left over for the rest of a game, and
// the workers of a world.
type Options struct {
	Hz       int64
	Headroom float64
	Workers  int
}

// Figure is how much of a kind a machine simulates.
type Figure struct {
	What  string `json:"what"`
	Scene string `json:"scene"`
	Count int    `json:"count"`
	// All is set when the machine runs as many as the scene can have: it would run more.
	All bool `json:"all"`
	// Step is the time of a step then, 19 of 20 (ms).
	Step float64 `json:"ms_per_step"`
}

// kinds are the things that are counted: the parameter of a scene, and how many bodies of the kind it makes.
var kinds = []struct {
	what, scene, key string
	most             int
	count            func(n int) int
}{
	{"boxes in a pyramid", "large_pyramid", "base", 200, func(n int) int { return n * (n + 1) / 2 }},
	{"ragdolls in a heap", "ragdoll_pile", "count", 200, func(n int) int { return n }},
}

const (
	// warmSteps are the first steps of a trial, in which bodies settle, measuredSteps those after them.
	warmSteps, measuredSteps = 30, 60
)

// mostTrials is the largest number of trials of a kind: doubling to its most, then bisection.
const mostTrials = 13

// Progress hears before each trial which part is done, and of how many of which kind the trial is.
type Progress func(part float64, what string)

// Measure finds the largest number of each kind with which 19 of 20 steps end in time, by bisection, all bodies awake.
// progress may be nil.
func Measure(ctx context.Context, clock timestep.Clock, o Options, progress Progress) ([]Figure, error) {
	budget := (1 - o.Headroom) * 1e9 / float64(o.Hz)
	var all []Figure
	for i, k := range kinds {
		scene, ok := scenes.Find(k.scene)
		if !ok {
			return nil, fmt.Errorf("capacity: there is no scene %s", k.scene)
		}
		c := Figure{What: k.what, Scene: k.scene}
		low, high, next := 0, k.most+1, min(8, k.most)
		for trials := 0; high-low > 1 && low < k.most; trials++ {
			if progress != nil {
				part := (float64(i) + min(float64(trials)/mostTrials, 1)) / float64(len(kinds))
				progress(part, fmt.Sprintf("%d %s", k.count(next), k.what))
			}
			took, err := trial(ctx, clock, scene, scenes.Values{k.key: float64(next)}, o)
			if err != nil {
				return nil, err
			}
			if took <= budget {
				low, c.Step = next, took/1e6
			} else {
				high = next
			}
			next = (low + high) / 2
			if high > k.most {
				next = min(2*low, k.most)
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
func trial(
	ctx context.Context, clock timestep.Clock, scene *scenes.Scene, values scenes.Values, o Options,
) (float64, error) {
	def := scene.WorldDef()
	def.Workers = o.Workers
	def.Settings.SleepEnabled = false
	run, err := scene.New(def, values)
	if err != nil {
		return 0, fmt.Errorf("capacity: %w", err)
	}
	defer run.World.Close()
	var times []float64
	for i := range warmSteps + measuredSteps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from := clock.Now()
		if err := run.AdvanceBy(1 / float32(o.Hz)); err != nil {
			return 0, fmt.Errorf("capacity: %w", err)
		}
		if i >= warmSteps {
			times = append(times, float64(clock.Now()-from))
		}
	}
	slices.Sort(times)
	return times[len(times)*19/20], nil
}

// Text is a figure in words.
func (f *Figure) Text() string {
	more := ""
	if f.All {
		more = ", and more than the scene has"
	}
	return fmt.Sprintf("%d %s%s: 19 of 20 steps within %.2f ms (%s)", f.Count, f.What, more, f.Step, f.Scene)
}

// Text says in words what is asked for.
func (o Options) Text() string {
	return fmt.Sprintf("this machine runs at %d Hz with %.0f %% headroom and %d workers", o.Hz, 100*o.Headroom,
		o.Workers)
}

// Write says what the machine runs.
func Write(w io.Writer, list []Figure, o Options) error {
	if _, err := fmt.Fprintln(w, o.Text()); err != nil {
		return err
	}
	for i := range list {
		if _, err := fmt.Fprintln(w, "  "+list[i].Text()); err != nil {
			return err
		}
	}
	return nil
}
