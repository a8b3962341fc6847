package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/internal/cli"
	"tumble/physics"
)

// rehitFlags are the flags of the rehit command.
type rehitFlags struct {
	cli.ProfileFlags
	step    uint64
	repeat  int
	workers int
	asJSON  bool
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
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) }),
	}
	f.ProfileFlags.Add(cmd)
	cmd.Flags().Uint64Var(&f.step, "step", 0, "number of the step (default: the longest of the frame)")
	cmd.Flags().IntVar(&f.repeat, "repeat", 1000, "how often")
	cmd.Flags().IntVar(&f.workers, "workers", 1, "goroutines that share a step, 0 for one on each core")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write the times as a JSON object")
	return cmd
}

func (f *rehitFlags) run(cmd *cobra.Command, dir string) error {
	if f.repeat < 1 {
		return cli.Exit(cli.ExitUsage, "--repeat must be 1 or more")
	}
	if f.workers < 0 || f.workers > physics.MaxWorkers {
		return cli.Exit(cli.ExitUsage, "--workers %d: must be 0 to %d", f.workers, physics.MaxWorkers)
	}
	clock := timestep.RealClock()
	r, err := capture.OpenHitch(dir, workerCount(f.workers), clock.Now)
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: err}
	}
	defer r.Session.World().Close()
	step := r.Step
	if f.step > 0 {
		step = f.step
	}
	if step == 0 {
		return cli.Exit(cli.ExitInput, "%s: no step ran in the long frame: name one with --step", dir)
	}
	if err := r.To(step); err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: err}
	}
	profiles, err := f.Start()
	if err != nil {
		return err
	}
	if f.CPU != "" {
		r.LabelSteps()
	}
	times, err := f.again(cmd.Context(), r, clock, cmd.ErrOrStderr())
	if stopErr := profiles.Stop(); err == nil {
		err = stopErr
	}
	if err != nil {
		return err
	}
	result := newRehitResult(r, step, times)
	if f.asJSON {
		return cli.WriteJSON(cmd.OutOrStdout(), result)
	}
	result.write(cmd.OutOrStdout())
	return nil
}

// again does the step and returns the time of each (ns).
func (f *rehitFlags) again(ctx context.Context, r *capture.Rehit, clock timestep.Clock, errs io.Writer) ([]int64,
	error) {
	times := make([]int64, 0, f.repeat)
	p := cli.NewProgress(errs, clock, "run", f.repeat)
	defer p.End()
	for len(times) < f.repeat {
		if ctx.Err() != nil {
			return nil, cli.Interrupted(ctx, "after %d of %d", len(times), f.repeat)
		}
		ns, err := r.Again(clock.Now)
		if err != nil {
			return nil, err
		}
		times = append(times, ns)
		p.Update(len(times))
	}
	return times, nil
}

// rehitResult is the outcome of the command.
type rehitResult struct {
	Captured   string  `json:"captured"`
	Step       uint64  `json:"step"`
	Times      int     `json:"times"`
	Least      float64 `json:"ms_least"`
	Median     float64 `json:"ms_median"`
	Most       float64 `json:"ms_most"`
	CapturedMs float64 `json:"ms_captured"`
	// Same says, of the captured step, whether it has the captured bodies, contacts, points and islands again, and
	// Difference what differs.
	Same       *bool  `json:"same,omitempty"`
	Difference string `json:"difference,omitempty"`
}

func newRehitResult(r *capture.Rehit, step uint64, times []int64) *rehitResult {
	slices.Sort(times)
	ms := func(ns int64) float64 { return float64(ns) / 1e6 }
	result := &rehitResult{Captured: r.Cause, Step: step, Times: len(times), Least: ms(times[0]),
		Median: ms(times[len(times)/2]),
		Most:   ms(times[len(times)-1]), CapturedMs: r.CapturedMs()}
	if step == r.Step {
		err := r.Same()
		same := err == nil
		result.Same = &same
		if err != nil {
			result.Difference = err.Error()
		}
	}
	return result
}

func (r *rehitResult) write(out io.Writer) {
	fmt.Fprintf(out, "captured: %s\n", r.Captured)
	fmt.Fprintf(
		out,
		"step %d, %d times from the state after step %d: least %.3f ms, median %.3f ms, most %.3f ms; "+
			"captured %.3f ms\n",
		r.Step, r.Times, r.Step-1, r.Least, r.Median, r.Most, r.CapturedMs)
	switch {
	case r.Same == nil:
	case *r.Same:
		fmt.Fprintln(out, "the step has the same bodies, contacts, points and islands as in the capture")
	default:
		fmt.Fprintf(out, "not the same step: %s\n", r.Difference)
	}
}
