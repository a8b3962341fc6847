package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/physics"
)

// rehitFlags are the flags of the rehit command.
type rehitFlags struct {
	profileFlags
	step    uint64
	repeat  int
	workers int
}

func newRehit() *cobra.Command {
	f := &rehitFlags{}
	cmd := &cobra.Command{
		Use:   "rehit DIR",
		Short: "Run one step of a captured hitch again and again",
		Long: "Rehit restores the state that sandbox run --trace-on-hitch captured before a long frame, goes to one\n" +
			"step and does it again and again, so that a profile of what took some milliseconds once has\n" +
			"thousands of samples. Samples of the step carry the label rehit=step, those of bringing the state back rehit=restore.",
		Example: "  sandbox rehit hitches/hitch-000001 --repeat 1000 --cpuprofile step.pprof\n" +
			"  go tool pprof -tagfocus rehit=step -top step.pprof",
		Args: takes(1, 1),
		RunE: failing(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) }),
	}
	f.profileFlags.add(cmd)
	cmd.Flags().Uint64Var(&f.step, "step", 0, "number of the step (default: the longest of the frame)")
	cmd.Flags().IntVar(&f.repeat, "repeat", 1000, "how often")
	cmd.Flags().IntVar(&f.workers, "workers", 1, "goroutines that share a step, 0 for one on each core")
	return cmd
}

func (f *rehitFlags) run(cmd *cobra.Command, dir string) error {
	if f.repeat < 1 {
		return exitWith(exitUsage, "--repeat must be 1 or more")
	}
	if f.workers < 0 || f.workers > physics.MaxWorkers {
		return exitWith(exitUsage, "--workers %d: must be 0 to %d", f.workers, physics.MaxWorkers)
	}
	clock := timestep.RealClock()
	r, err := capture.OpenHitch(dir, workerCount(f.workers), clock.Now)
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer r.Session.World().Close()
	step := r.Step
	if f.step > 0 {
		step = f.step
	}
	if step == 0 {
		return exitWith(exitInput, "%s: no step ran in the long frame: name one with --step", dir)
	}
	if err := r.To(step); err != nil {
		return &exitError{exitInput, err}
	}
	profiles, err := f.start()
	if err != nil {
		return err
	}
	if f.cpu != "" {
		r.LabelSteps()
	}
	times, err := f.again(cmd.Context(), r, clock, cmd.ErrOrStderr())
	if stopErr := profiles.stop(); err == nil {
		err = stopErr
	}
	if err != nil {
		return err
	}
	report(cmd.OutOrStdout(), r, step, times)
	return nil
}

// again does the step and returns the time of each (ns).
func (f *rehitFlags) again(ctx context.Context, r *capture.Rehit, clock timestep.Clock, errs io.Writer) ([]int64, error) {
	times := make([]int64, 0, f.repeat)
	p := newProgress(errs, clock, "run", f.repeat)
	defer p.end()
	for len(times) < f.repeat {
		if ctx.Err() != nil {
			return nil, interrupted(ctx, "after %d of %d", len(times), f.repeat)
		}
		ns, err := r.Again(clock.Now)
		if err != nil {
			return nil, err
		}
		times = append(times, ns)
		p.update(len(times))
	}
	return times, nil
}

func report(out io.Writer, r *capture.Rehit, step uint64, times []int64) {
	slices.Sort(times)
	ms := func(ns int64) float64 { return float64(ns) / 1e6 }
	fmt.Fprintf(out, "captured: %s\n", r.Cause)
	fmt.Fprintf(out, "step %d, %d times from the state after step %d: least %.3f ms, median %.3f ms, most %.3f ms; captured %.3f ms\n",
		step, len(times), step-1, ms(times[0]), ms(times[len(times)/2]), ms(times[len(times)-1]), r.CapturedMs())
	if step != r.Step {
		return
	}
	if err := r.Same(); err != nil {
		fmt.Fprintf(out, "not the same step: %v\n", err)
	} else {
		fmt.Fprintln(out, "the step has the same bodies, contacts, points and islands as in the capture")
	}
}
