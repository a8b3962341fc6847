package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/physics/scenes"
)

// benchFlags are the flags of the bench command.
type benchFlags struct {
	configFlags
	profileFlags
	steps, repeat int
	workers       string
	json          string
}

// benchResult is one line of the table. Times are milliseconds of wall time.
type benchResult struct {
	Scene   string `json:"scene"`
	Workers int    `json:"workers"`
	Hertz   int    `json:"hertz"`
	Steps   int    `json:"steps"`
	Repeat  int    `json:"repeat"`
	// Total is the shortest total of the repeated runs; Min and Median are milliseconds a
	// step: the shortest total over its steps, and the median over the steps of that run.
	Total  float64 `json:"total_ms"`
	Min    float64 `json:"ms_per_step_min"`
	Median float64 `json:"ms_per_step_median"`
	Worst  float64 `json:"ms_step_worst"`
	// Bodies and Contacts are counted after the last step.
	Bodies   int     `json:"bodies"`
	Contacts int     `json:"contacts"`
	Allocs   float64 `json:"allocs_per_step"`
	Hash     string  `json:"hash"`
}

func newBench() *cobra.Command {
	f := &benchFlags{}
	cmd := &cobra.Command{
		Use:   "bench [SCENE...]",
		Short: "Measure milliseconds per step; without names all scenes of the category benchmarks",
		Long: "Measure milliseconds per step. Each scene is built anew for every repetition; its first\n" +
			"step is not timed. The hash after the last step must agree between repetitions and\n" +
			"worker counts, else the command ends with code 1.",
		Example: "  sandbox bench large_pyramid many_pyramids --workers 1,2\n" +
			"  sandbox bench pyramid1275 --steps 500 --set sleep=false --json out.json",
		RunE: failing(f.run),
	}
	f.configFlags.add(cmd)
	f.profileFlags.add(cmd)
	cmd.Flags().IntVar(&f.steps, "steps", 0, "number of steps (default: what the scene asks for)")
	cmd.Flags().IntVar(&f.repeat, "repeat", 3, "runs of each scene, of which the shortest counts")
	cmd.Flags().StringVar(&f.workers, "workers", "1", "worker counts to measure, as 1,2,4")
	cmd.Flags().StringVar(&f.json, "json", "", "also write the results to this file, - for standard output instead of the table")
	return cmd
}

func (f *benchFlags) run(cmd *cobra.Command, names []string) error {
	if f.steps < 0 || cmd.Flags().Changed("steps") && f.steps < 2 || f.repeat < 1 {
		return exitWith(exitUsage, "--steps must be 2 or more, --repeat 1 or more")
	}
	counts, err := parseCounts(f.workers)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		for _, s := range scenes.All() {
			if s.Category == "benchmarks" {
				names = append(names, s.Name)
			}
		}
	}
	// wrong names and values are found before anything is measured
	for _, name := range names {
		if _, _, err := f.config(cmd, name); err != nil {
			return err
		}
	}
	profiles, err := f.start()
	if err != nil {
		return err
	}
	results, err := f.measureAll(cmd, names, counts)
	if stopErr := profiles.stop(); err == nil {
		err = stopErr
	}
	if err != nil {
		return err
	}
	return f.report(cmd.OutOrStdout(), results)
}

func (f *benchFlags) measureAll(cmd *cobra.Command, names []string, counts []int) ([]benchResult, error) {
	var results []benchResult
	for _, name := range names {
		hash := ""
		for _, workers := range counts {
			config, _, err := f.config(cmd, name)
			if err != nil {
				return nil, err
			}
			config.Loop.Workers = workers
			result, err := f.measure(cmd.Context(), config)
			if err != nil {
				return nil, err
			}
			if hash != "" && hash != result.Hash {
				return nil, fmt.Errorf("%s: hash %s with %d workers, %s before", name, result.Hash, workers, hash)
			}
			hash = result.Hash
			results = append(results, result)
			fmt.Fprintf(cmd.ErrOrStderr(), "%s, %d workers: %.3f ms a step\n", name, workers, result.Min)
		}
	}
	return results, nil
}

// measure runs one scene with one worker count f.repeat times.
func (f *benchFlags) measure(ctx context.Context, config *param.Config) (benchResult, error) {
	steps := f.steps
	if steps == 0 {
		steps = config.Scene.Steps
	}
	result := benchResult{
		Scene: config.Scene.Name, Workers: config.Loop.Workers, Hertz: config.Loop.Hertz,
		Steps: steps, Repeat: f.repeat,
	}
	times := make([]int64, steps-1)
	for repetition := range f.repeat {
		total, allocs, run, err := f.timeRun(ctx, config, times)
		if err != nil {
			return result, err
		}
		hash := fmt.Sprintf("%016x", run.World.Hash())
		if repetition > 0 && hash != result.Hash {
			return result, fmt.Errorf("%s: hash %s in run %d, %s before", config.Scene.Name, hash, repetition+1, result.Hash)
		}
		result.Hash = hash
		ms := float64(total) / float64(engine.Millisecond)
		if repetition == 0 || ms < result.Total {
			slices.Sort(times)
			result.Total, result.Min = ms, ms/float64(len(times))
			result.Median = float64(times[len(times)/2]) / float64(engine.Millisecond)
			result.Worst = float64(times[len(times)-1]) / float64(engine.Millisecond)
		}
		c := run.World.Counters()
		result.Bodies, result.Contacts = c.Bodies, c.TouchingContacts
		result.Allocs = float64(allocs) / float64(len(times))
	}
	return result, nil
}

// timeRun builds the scene, takes one step untimed and times the following ones. It returns
// their total (ns) and the number of allocations in them.
func (f *benchFlags) timeRun(ctx context.Context, config *param.Config, times []int64) (total int64, allocs uint64, run *scenes.Run, err error) {
	run, err = config.Build()
	if err != nil {
		return 0, 0, nil, err
	}
	if f.cpu != "" {
		run.World.LabelStages(ctx)
	}
	if err := run.Advance(config.Loop.Hertz); err != nil {
		return 0, 0, nil, err
	}
	runtime.GC()
	clock := engine.RealClock()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range times {
		if err := ctx.Err(); err != nil {
			return 0, 0, nil, err
		}
		began := clock.Now()
		err := run.Advance(config.Loop.Hertz)
		times[i] = clock.Now() - began
		if err != nil {
			return 0, 0, nil, err
		}
		total += times[i]
	}
	runtime.ReadMemStats(&after)
	return total, after.Mallocs - before.Mallocs, run, nil
}

func (f *benchFlags) report(out io.Writer, results []benchResult) error {
	if f.json != "" {
		sinks := &sinks{stdout: out}
		w, err := sinks.open(f.json)
		if err != nil {
			return err
		}
		err = writeJSON(w, struct {
			versionInfo
			CPUs    int           `json:"cpus"`
			Results []benchResult `json:"results"`
		}{readVersion(), runtime.NumCPU(), results})
		if closeErr := sinks.close(); err == nil {
			err = closeErr
		}
		if err != nil || sinks.usesStdout {
			return err
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scene\tworkers\tsteps\ttotal ms\tms/step min\tmedian\tworst\tbodies\tcontacts\tallocs/step\thash\t")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.1f\t%.3f\t%.3f\t%.3f\t%d\t%d\t%.2f\t%s\t\n", r.Scene, r.Workers, r.Steps,
			r.Total, r.Min, r.Median, r.Worst, r.Bodies, r.Contacts, r.Allocs, r.Hash)
	}
	return table.Flush()
}

// parseCounts reads "1,2,4"; 0 stands for one worker on each core.
func parseCounts(text string) ([]int, error) {
	var counts []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 {
			return nil, exitWith(exitUsage, "--workers %s: must be counts like 1,2,4", text)
		}
		counts = append(counts, workerCount(n))
	}
	return counts, nil
}
