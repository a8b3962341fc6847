package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/physics"
	"tumble/physics/scenes"
)

// benchFlags are the flags of the bench command.
type benchFlags struct {
	configFlags
	cli.ProfileFlags
	steps, repeat     int
	workers           string
	json, csv         string
	compare, plot     string
	calibrate, stages bool

	// progress counts the steps of one scene in all its runs, done those so far.
	progress *cli.Progress
	done     int
}

// benchResult is one line of the table. Times are milliseconds of wall time.
type benchResult struct {
	Scene   string `json:"scene"`
	Workers int    `json:"workers"`
	Hertz   int    `json:"hertz"`
	Steps   int    `json:"steps"`
	Repeat  int    `json:"repeat"`
	// Total is the shortest total of the repeated runs. Every step counts with the shortest of its
	// times in these runs, which do the same work: Mean is the mean of these, Median the median, P99 and P999
	// the times that 99 and 99.9 of 100 do not exceed, Worst the longest.
	Total  float64 `json:"total_ms"`
	Mean   float64 `json:"ms_per_step_mean"`
	Median float64 `json:"ms_per_step_median"`
	P99    float64 `json:"ms_step_p99"`
	P999   float64 `json:"ms_step_p99_9"`
	Worst  float64 `json:"ms_step_worst"`
	// Cores is how many cores a spin beside the shortest run got, as many as there are workers
	// if nothing else runs; 0 if it was not measured.
	Cores float64 `json:"cores,omitempty"`
	// Stages are milliseconds a step of each stage, in a run of its own.
	Stages map[string]float64 `json:"stages,omitempty"`
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
		Example: "  sandbox bench large_pyramid many_pyramids --workers 1,2 --calibrate\n" +
			"  sandbox bench rain --stages --compare before.json\n" +
			"  sandbox bench pyramid1275 --steps 500 --set sleep.enabled=false --json out.json",
		RunE: cli.Failing(f.run),
	}
	f.configFlags.add(cmd)
	f.ProfileFlags.Add(cmd)
	cmd.Flags().IntVar(&f.steps, "steps", 0, "number of steps (default: what the scene asks for)")
	cmd.Flags().IntVar(&f.repeat, "repeat", 3, "runs of each scene, of which the shortest counts")
	cmd.Flags().StringVar(&f.workers, "workers", "1", "worker counts to measure, as 1,2,4")
	cmd.Flags().BoolVar(&f.calibrate, "calibrate", false, "measure beside every run how many cores there are to be had")
	cmd.Flags().BoolVar(&f.stages, "stages", false, "also measure the stages of a step, in a run of its own")
	cmd.Flags().StringVar(&f.csv, "csv", "", "also write the results to this file as comma-separated values")
	cmd.Flags().StringVar(&f.compare, "compare", "",
		"compare with the results in this file, written by --json on an equal machine")
	cmd.Flags().StringVar(&f.plot, "plot", "",
		"draw time against bodies and against workers into this folder, instead of a table")
	cmd.Flags().StringVar(&f.json, "json", "",
		"also write the results to this file, - for standard output instead of the table")
	return cmd
}

func (f *benchFlags) run(cmd *cobra.Command, names []string) error {
	if f.steps < 0 || cmd.Flags().Changed("steps") && f.steps < 2 || f.repeat < 1 {
		return cli.Exit(cli.ExitUsage, "--steps must be 2 or more, --repeat 1 or more")
	}
	if f.steps > mostBenchSteps {
		return cli.Exit(cli.ExitUsage, "--steps %d: the time of each is kept, of at most %d", f.steps, mostBenchSteps)
	}
	counts, err := parseCounts(f.workers)
	if err != nil {
		return err
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "--compare", Path: f.compare}},
		append([]cli.NamedFile{{Flag: "--json", Path: f.json}, {Flag: "--csv", Path: f.csv}},
			f.ProfileFlags.Files()...)); err != nil {
		return err
	}
	if f.plot != "" {
		return f.drawPlots(cmd)
	}
	var before *benchFile
	if f.compare != "" {
		if before, err = readBenchFile(f.compare); err != nil {
			return err
		}
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
	profiles, err := f.Start()
	if err != nil {
		return err
	}
	results, err := f.measureAll(cmd, names, counts)
	if stopErr := profiles.Stop(); err == nil {
		err = stopErr
	}
	if err != nil {
		return err
	}
	file := newBenchFile(results)
	if err := f.report(cmd.OutOrStdout(), file); err != nil || before == nil {
		return err
	}
	return before.compareWith(cmd.OutOrStdout(), file)
}

func (f *benchFlags) measureAll(cmd *cobra.Command, names []string, counts []int) ([]benchResult, error) {
	var results []benchResult
	for _, name := range names {
		config, _, err := f.config(cmd, name)
		if err != nil {
			return nil, err
		}
		f.progress, f.done = cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), name+" step",
			len(counts)*f.repeat*f.stepsOf(config)), 0
		of, err := f.measure(cmd.Context(), config, counts)
		f.progress.End()
		if err != nil {
			return nil, err
		}
		for _, r := range of {
			if r.Hash != of[0].Hash {
				return nil, fmt.Errorf("%s: hash %s with %d workers, %s with %d", name, r.Hash, r.Workers, of[0].Hash,
					of[0].Workers)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s, %d workers: %.3f ms a step\n", name, r.Workers, r.Mean)
		}
		results = append(results, of...)
	}
	return results, nil
}

// mostBenchSteps is how many steps a run has at most: 80 MB of times for each worker count.
const mostBenchSteps = 10_000_000

// stepsOf is the number of steps of a run.
func (f *benchFlags) stepsOf(config *param.Config) int {
	if f.steps == 0 {
		return config.Scene.Steps
	}
	return f.steps
}

// measure runs one scene f.repeat times with every worker count in turn, so that a disturbance
// of the machine meets all of them.
func (f *benchFlags) measure(ctx context.Context, config *param.Config, counts []int) ([]benchResult, error) {
	steps := f.stepsOf(config)
	results := make([]benchResult, len(counts))
	best := make([][]int64, len(counts))
	times := make([]int64, steps-1)
	for repetition := range f.repeat {
		for i, workers := range counts {
			r := &results[i]
			config.Loop.Workers = workers
			if repetition == 0 {
				*r = benchResult{
					Scene: config.Scene.Name, Workers: workers, Hertz: config.Loop.Hertz, Steps: steps,
					Repeat: f.repeat,
				}
				best[i] = make([]int64, len(times))
			}
			if err := f.measureOnce(ctx, config, r, repetition, times, best[i]); err != nil {
				return nil, err
			}
		}
	}
	for i := range results {
		r := &results[i]
		sum := int64(0)
		for _, t := range best[i] {
			sum += t
		}
		slices.Sort(best[i])
		r.Mean = float64(sum) / float64(len(times)) / float64(timestep.Millisecond)
		r.Median = float64(best[i][len(times)/2]) / float64(timestep.Millisecond)
		r.P99 = percentile(best[i], 990)
		r.P999 = percentile(best[i], 999)
		r.Worst = percentile(best[i], 1000)
		if f.stages {
			config.Loop.Workers = r.Workers
			var err error
			if r.Stages, err = measureStages(ctx, config, steps); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// percentile is the least of the sorted times (ns) that at least so many of 1000 do not exceed (ms).
func percentile(sorted []int64, of1000 int) float64 {
	rank := (len(sorted)*of1000 + 999) / 1000
	return float64(sorted[max(rank, 1)-1]) / float64(timestep.Millisecond)
}

// measureOnce runs a scene once and adds what it finds to r and best.
func (f *benchFlags) measureOnce(ctx context.Context, config *param.Config, r *benchResult, repetition int, times,
	best []int64) error {
	cores := 0.0
	if f.calibrate {
		cores = spinCores(r.Workers)
	}
	total, allocs, run, err := f.timeRun(ctx, config, times)
	if err != nil {
		return err
	}
	if f.calibrate {
		cores = min(cores, spinCores(r.Workers))
	}
	hash := fmt.Sprintf("%016x", run.World.Hash())
	if repetition > 0 && hash != r.Hash {
		return fmt.Errorf("%s: hash %s in run %d, %s before", config.Scene.Name, hash, repetition+1, r.Hash)
	}
	r.Hash = hash
	for i, t := range times {
		if repetition == 0 || t < best[i] {
			best[i] = t
		}
	}
	if ms := float64(total) / float64(timestep.Millisecond); repetition == 0 || ms < r.Total {
		r.Total, r.Cores = ms, cores
	}
	c := run.World.Counters()
	r.Bodies, r.Contacts = c.Bodies, c.TouchingContacts
	r.Allocs = float64(allocs) / float64(len(times))
	return nil
}

// timeRun builds the scene, takes one step untimed and times the following ones. It returns
// their total (ns) and the number of allocations in them.
func (f *benchFlags) timeRun(ctx context.Context, config *param.Config, times []int64) (total int64, allocs uint64,
	run *scenes.Run, err error) {
	run, err = build(ctx, config)
	if err != nil {
		return 0, 0, nil, err
	}
	if f.CPU != "" {
		run.World.LabelStages(ctx)
	}
	if err := run.Advance(config.Loop.Hertz); err != nil {
		return 0, 0, nil, err
	}
	runtime.GC()
	clock := timestep.RealClock()
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
		f.done++
		f.progress.Update(f.done)
	}
	runtime.ReadMemStats(&after)
	return total, after.Mallocs - before.Mallocs, run, nil
}

func (f *benchFlags) report(out io.Writer, file *benchFile) error {
	if f.csv != "" {
		if err := file.writeCSV(f.csv); err != nil {
			return err
		}
	}
	if f.json != "" {
		sinks := &sinks{stdout: out}
		w, err := sinks.open(f.json)
		if err != nil {
			return err
		}
		err = cli.WriteJSON(w, file)
		err = cli.OutputError(errors.Join(err, sinks.close(err)))
		if err != nil || sinks.usesStdout {
			return err
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scene\tworkers\tsteps\ttotal ms\tms/step mean\tmedian\t99 %\tworst\tcores\t"+
		"bodies\tcontacts\tallocs/step\thash\t")
	for _, r := range file.Results {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.1f\t%.3f\t%.3f\t%.3f\t%.3f\t%s\t%d\t%d\t%.2f\t%s\t\n", r.Scene, r.Workers,
			r.Steps,
			r.Total, r.Mean, r.Median, r.P99, r.Worst, coresText(r.Cores), r.Bodies, r.Contacts, r.Allocs, r.Hash)
	}
	if err := table.Flush(); err != nil || !f.stages {
		return err
	}
	return file.writeStages(out)
}

func coresText(cores float64) string {
	if cores == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", cores)
}

// parseCounts reads "1,2,4"; 0 stands for one worker on each core.
func parseCounts(text string) ([]int, error) {
	var counts []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 || n > physics.MaxWorkers {
			return nil, cli.Exit(cli.ExitUsage, "--workers %s: must be counts like 1,2,4, each up to %d", text,
				physics.MaxWorkers)
		}
		counts = append(counts, workerCount(n))
	}
	return counts, nil
}
