package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/physics"
)

// benchStages are the stages of a step in their order.
var benchStages = []struct {
	name string
	of   func(p *physics.Profile) int64
}{
	{"pairs", func(p *physics.Profile) int64 { return p.Pairs }},
	{"collide", func(p *physics.Profile) int64 { return p.Collide }},
	{"transitions", func(p *physics.Profile) int64 { return p.Transitions }},
	{"prepare", func(p *physics.Profile) int64 { return p.Prepare }},
	{"velocities", func(p *physics.Profile) int64 { return p.IntegrateVelocities }},
	{"warm start", func(p *physics.Profile) int64 { return p.WarmStart }},
	{"solve", func(p *physics.Profile) int64 { return p.SolveContacts }},
	{"positions", func(p *physics.Profile) int64 { return p.IntegratePositions }},
	{"relax", func(p *physics.Profile) int64 { return p.Relax }},
	{"restitution", func(p *physics.Profile) int64 { return p.Restitution }},
	{"store", func(p *physics.Profile) int64 { return p.Store }},
	{"finalize", func(p *physics.Profile) int64 { return p.Finalize }},
	{"continuous", func(p *physics.Profile) int64 { return p.Continuous }},
	{"refit", func(p *physics.Profile) int64 { return p.Refit }},
	{"sleep", func(p *physics.Profile) int64 { return p.Sleep }},
	{"sensors", func(p *physics.Profile) int64 { return p.Sensors }},
}

// measureStages runs a scene with a clock in its world and returns the milliseconds a step of
// each stage. The clock makes the stages wait for each other, so that their sum is a little more
// than a step without it.
func measureStages(ctx context.Context, config *param.Config, steps int) (map[string]float64, error) {
	clock := timestep.RealClock()
	run, err := config.BuildWith(clock.Now)
	if err != nil {
		return nil, err
	}
	sums := make([]int64, len(benchStages))
	for i := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := run.Advance(config.Loop.Hertz); err != nil {
			return nil, err
		}
		if i == 0 {
			continue
		}
		p := run.World.Profile()
		for k, s := range benchStages {
			sums[k] += s.of(&p)
		}
	}
	times := make(map[string]float64, len(benchStages))
	for k, s := range benchStages {
		times[s.name] = float64(sums[k]) / float64(steps-1) / float64(timestep.Millisecond)
	}
	return times, nil
}

// writeStages prints the stages, one scene to a column.
func (file *benchFile) writeStages(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\nms/step\t")
	for _, r := range file.Results {
		fmt.Fprintf(table, "%s/%d\t", r.Scene, r.Workers)
	}
	for _, s := range benchStages {
		fmt.Fprintf(table, "\n%s\t", s.name)
		for _, r := range file.Results {
			fmt.Fprintf(table, "%.3f\t", r.Stages[s.name])
		}
	}
	fmt.Fprintln(table)
	return table.Flush()
}

const spinTime = 60 * timestep.Millisecond

// spinCores returns how many cores' worth of work n goroutines get done side by side, against one
// alone: n on a machine that has as many cores to give.
func spinCores(n int) float64 {
	alone := spin(1)
	return float64(spin(n)) / float64(alone)
}

// spin counts for a while with n goroutines and returns the sum. Eight products at a time fill the core: a chain of
// one would not notice what else runs on it.
func spin(n int) int64 {
	const odd = 6364136223846793005
	var total atomic.Int64
	var done sync.WaitGroup
	clock := timestep.RealClock()
	end := clock.Now() + int64(spinTime)
	for range n {
		done.Go(func() {
			var a, b, c, d, e, f, g, h uint64
			count := int64(0)
			for ; clock.Now() < end; count++ {
				for k := range uint64(100) {
					a, b, c, d = a*odd+k, b*odd+k, c*odd+k, d*odd+k
					e, f, g, h = e*odd+k, f*odd+k, g*odd+k, h*odd+k
				}
			}
			total.Add(count)
			spun.Add(a ^ b ^ c ^ d ^ e ^ f ^ g ^ h)
		})
	}
	done.Wait()
	return total.Load()
}

// spun keeps the compiler from dropping the work.
var spun atomic.Uint64
