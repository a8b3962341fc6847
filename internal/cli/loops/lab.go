package loops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/diagnose"
	"tumble/engine/inputfile"
	"tumble/engine/timestep"
	"tumble/internal/capacity"
	"tumble/internal/cli"
	"tumble/internal/lab"
)

// labFlags are the flags of the lab command.
type labFlags struct {
	strategies, displays []string
	noise, drawNoise     time.Duration
	drops, wake          string
	step, draw           time.Duration
	hertz                int64
	frames               int
	seeds                []uint
	clamp                time.Duration
	set, breaking        []string
	vary                 string
	lag                  time.Duration
	trace                string
	json                 string
	plots, format        string
	goals, window, net   bool
	scenes, links        []string
	minimum              string
	inWindow             InWindow
}

// InWindow measures the goals that need a window. When the display is lost it gives keep what it has measured before
// the program ends.
type InWindow func(ctx context.Context, keep func([]lab.Goal)) ([]lab.Goal, error)

// modes stand in place of running loops on displays, each with the flags that it obeys.
var modes = []struct {
	flag  string
	obeys []string
}{
	{"goals", []string{"window", "frames", "seeds", "json"}},
	{"find-breaking-step", []string{"strategy", "json", "plots", "format"}},
	{"lag", []string{"step", "json"}},
	{"plots", []string{"format", "frames"}},
	{"minimum", []string{"hz", "json"}},
	{"net", []string{"strategy", "scene", "link", "hz", "frames", "seeds", "json"}},
}

// NewLab returns the command.
func NewLab(inWindow InWindow) *cobra.Command {
	f := &labFlags{inWindow: inWindow}
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Run the loop strategies against simulated displays and measure what one would see",
		Long: "Run the loop strategies against simulated displays, or against the frame times of a real\n" +
			"run, and measure judder, age of the picture, steps per frame, drift, lost time and the\n" +
			"rest. Without --strategy and --display it concludes which loop is for which display; with one\n" +
			"of them it prints the figures of each run, of all with --display all. Nothing is drawn;\n" +
			"docs/timestep.md explains the strategies and the figures. With --net it plays scenes for two\n" +
			"players over simulated links instead: see docs/networking.md.",
		Example: "  sandbox lab --display 60,144\n" +
			"  sandbox lab --strategy interpolate,snap --display 60 --drops 2% --noise 0.5ms --json -\n" +
			"  sandbox lab --step 12ms --draw 4ms --display off\n" +
			"  sandbox lab --strategy canonical --display 30 --vary loop.max_frame=0.02:0.2:10\n" +
			"  sandbox lab --find-breaking-step stack10,thin_wall\n" +
			"  sandbox lab --lag 2s --step 2ms\n" +
			"  sandbox lab --trace frames.txt\n" +
			"  sandbox lab --goals --window\n" +
			"  sandbox lab --minimum 30%\n" +
			"  sandbox lab --net --link latency=80ms,jitter=20ms,loss=1% --strategy rollback,predict\n" +
			"  sandbox lab --plots docs/plots --format svg",
		Args: cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.strategies, "strategy", nil, "strategies to run (default: all)")
	flags.StringSliceVar(&f.displays, "display", nil,
		"displays, by name or rate in Hz, or all (default: the standard set)")
	flags.DurationVar(&f.noise, "noise", 0,
		"Gaussian noise of the moments at which swaps return, in place of the display's")
	flags.DurationVar(&f.drawNoise, "draw-noise", 0,
		"Gaussian noise of the readings of the end of drawing, in place of the display's")
	flags.StringVar(&f.wake, "wake", fmt.Sprintf("%gms", lab.DefaultWake),
		"by how much a wait ends late on average; machine: measure this one")
	flags.StringVar(&f.drops, "drops", "", "part of the frames that miss a refresh, as 2%, in place of the display's")
	flags.DurationVar(&f.step, "step", 0, "wall time of a step")
	flags.DurationVar(&f.draw, "draw", 0, "wall time of drawing a frame")
	flags.Int64Var(&f.hertz, "hz", 100, "nominal ticks a second")
	flags.IntVar(&f.frames, "frames", 6000, "frames to measure, after 600 of warm-up")
	flags.UintSliceVar(&f.seeds, "seeds", nil, "seeds of the noise (default: 11,12,13,14,15)")
	flags.Lookup("seeds").DefValue = ""
	flags.DurationVar(&f.clamp, "clamp", 0, "longest time a frame passes on (default: 250ms; negative: none)")
	flags.StringArrayVar(&f.set, "set", nil,
		"set a constant of the loops, as loop.clamp=0.1 (repeatable; see sandbox params)")
	flags.StringSliceVar(&f.breaking, "find-breaking-step", nil,
		"search the longest step with which these scenes stay whole instead")
	flags.StringVar(&f.vary, "vary", "",
		"run for several values of a constant, as loop.max_frame=0.02:0.2:10, from:to:number")
	flags.DurationVar(&f.lag, "lag", 0,
		"let one frame of the scene stall take so long, and compare the remedies instead")
	flags.StringVar(&f.trace, "trace", "", "frame times of a real run, in place of displays")
	flags.StringVar(&f.json, "json", "",
		"also write the figures to this file, - for standard output instead of the table")
	flags.StringVar(&f.plots, "plots", "", "write the plots of the documentation to this folder instead")
	flags.BoolVar(&f.goals, "goals", false,
		"measure the goals of the default loop and print them beside the figures instead")
	flags.StringVar(&f.minimum, "minimum", "",
		"count the boxes and ragdolls that this machine runs at --hz with so much headroom, as 30%, instead")
	flags.BoolVar(&f.net, "net", false,
		"play scenes for two players over simulated links with lockstep, rollback and an authority instead")
	flags.StringSliceVar(&f.scenes, "scene", []string{"football", "shared_tower"}, "with --net: scenes to play")
	flags.StringArrayVar(&f.links, "link", nil,
		"with --net: a link, as latency=80ms,jitter=20ms,loss=1%,reorder=1%,duplicate=1%,skew=100,rates=60/144,"+
			"snapshots=20 (repeatable)")
	flags.BoolVar(&f.window, "window", false,
		"with --goals: open a window for half a minute and measure those that need one as well")
	flags.StringVar(&f.format, "format", "svg", "format of the plots: svg or png")
	return cmd
}

func (f *labFlags) run(cmd *cobra.Command) error {
	if f.window && !f.goals {
		return cli.Exit(cli.ExitUsage, "--window goes with --goals")
	}
	if !f.net && (cmd.Flags().Changed("scene") || cmd.Flags().Changed("link")) {
		return cli.Exit(cli.ExitUsage, "--scene and --link go with --net")
	}
	if f.frames < 10 || f.hertz < timestep.MinRate || f.hertz > timestep.MaxRate {
		return cli.Exit(cli.ExitUsage, "--frames must be 10 or more, --hz from %d to %d", timestep.MinRate,
			timestep.MaxRate)
	}
	if err := f.goTogether(cmd); err != nil {
		return err
	}
	if f.format != "svg" && f.format != "png" {
		return cli.Exit(cli.ExitUsage, "--format %s: must be svg or png", f.format)
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "--trace", Path: f.trace}},
		[]cli.NamedFile{{Flag: "--json", Path: f.json}}); err != nil {
		return err
	}
	switch {
	case len(f.breaking) > 0:
		return f.breakingSteps(cmd)
	case f.plots != "":
		names, err := lab.Plots(cmd.Context(), f.plots, f.format, f.frames)
		for _, n := range names {
			fmt.Fprintln(cmd.OutOrStdout(), n)
		}
		return err
	case f.goals:
		return f.writeGoals(cmd)
	case f.lag != 0:
		return f.lags(cmd)
	case f.minimum != "":
		return f.capacity(cmd)
	case f.net:
		return f.overLinks(cmd)
	}
	return f.runs(cmd)
}

// runs runs loops on displays.
func (f *labFlags) runs(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	suite, err := f.suite(cmd)
	if err != nil {
		return err
	}
	if f.vary != "" {
		return f.varied(cmd, suite)
	}
	p := cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), "run", suite.Runs())
	report, err := suite.Run(cmd.Context(), func(done, _ int, _ string) { p.Update(done) })
	p.End()
	if errors.Is(err, context.Canceled) {
		return err
	}
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	if f.json == "-" {
		return report.JSON(out)
	}
	if f.json != "" {
		if err := writeTo(f.json, report.JSON); err != nil {
			return err
		}
	}
	if len(f.displays) > 0 || len(f.strategies) > 0 || f.trace != "" {
		if err := report.Table(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return report.Conclude(out)
}

// own are the flags of the command that belong to one of its modes or to running loops on displays.
var own = []string{
	"goals", "window", "minimum", "find-breaking-step", "lag", "plots", "format", "strategy", "display", "noise",
	"draw-noise", "wake", "drops", "step",
	"draw", "hz", "frames", "seeds", "clamp", "set", "vary", "trace", "json", "net", "scene", "link",
}

// goTogether returns an error when a flag is given that the chosen mode does not obey.
func (f *labFlags) goTogether(cmd *cobra.Command) error {
	for _, m := range modes {
		if !cmd.Flags().Changed(m.flag) {
			continue
		}
		for _, name := range own {
			if cmd.Flags().Changed(name) && name != m.flag && !slices.Contains(m.obeys, name) {
				return cli.Exit(cli.ExitUsage, "--%s does not go with --%s, which obeys --%s", name, m.flag,
					strings.Join(m.obeys, ", --"))
			}
		}
		return nil
	}
	return nil
}

// writeGoals measures the goals and prints them: those of the laboratory before a window is opened, which may take the
// program with it.
func (f *labFlags) writeGoals(cmd *cobra.Command) error {
	list, err := lab.Goals(cmd.Context(), f.frames, f.seedList())
	if err != nil {
		return err
	}
	if err := f.print(cmd, list); err != nil {
		return err
	}
	if f.window {
		err = f.windowGoals(cmd, &list)
	}
	if f.json == "-" {
		err = errors.Join(err, lab.JSONGoals(cmd.OutOrStdout(), list))
	}
	if err != nil {
		return err
	}
	if missed := lab.Missed(list); len(missed) > 0 {
		return cli.Exit(cli.ExitFailed, "%d goals are missed, the first is %d: %s", len(missed), missed[0].Number,
			missed[0].Name)
	}
	return nil
}

// windowGoals adds the goals that need a window, and prints what was measured also when it fails.
func (f *labFlags) windowGoals(cmd *cobra.Command, list *[]lab.Goal) error {
	keep := func(more []lab.Goal) {
		*list = lab.Together(*list, more)
		if f.json != "-" {
			_ = lab.WriteGoals(cmd.OutOrStdout(), more)
		}
	}
	more, err := f.inWindow(cmd.Context(), func(more []lab.Goal) {
		keep(more)
		if f.json == "-" {
			_ = lab.JSONGoals(cmd.OutOrStdout(), *list)
		} else if f.json != "" {
			_ = writeTo(f.json, func(w io.Writer) error { return lab.JSONGoals(w, *list) })
		}
	})
	keep(more)
	if f.json != "" && f.json != "-" {
		err = errors.Join(err, writeTo(f.json, func(w io.Writer) error { return lab.JSONGoals(w, *list) }))
	}
	return err
}

// print writes goals as a table, and to the file of --json.
func (f *labFlags) print(cmd *cobra.Command, list []lab.Goal) error {
	if f.json == "-" {
		return nil
	}
	if f.json != "" {
		if err := writeTo(f.json, func(w io.Writer) error { return lab.JSONGoals(w, list) }); err != nil {
			return err
		}
	}
	return lab.WriteGoals(cmd.OutOrStdout(), list)
}

// seedList are the seeds of the flag.
func (f *labFlags) seedList() []uint64 {
	var seeds []uint64
	for _, seed := range f.seeds {
		seeds = append(seeds, uint64(seed))
	}
	return seeds
}

// wakes is by how much waits end late (ms).
func (f *labFlags) wakes(cmd *cobra.Command) (float64, error) {
	if f.wake == "machine" {
		const waits = 500
		w, err := lab.MeasureWake(cmd.Context(), timestep.RealClock(), waits)
		if err == nil {
			fmt.Fprintf(cmd.ErrOrStderr(),
				"waits end late by %.3f ms on this machine, mean of %d; median %.3f ms, 99 of 100 less than %.3f ms\n",
				w.Mean, waits, w.Median, w.P99)
		}
		return w.Mean, err
	}
	d, err := time.ParseDuration(f.wake)
	if err != nil || d < 0 || d > 10*time.Second {
		return 0, cli.Exit(cli.ExitUsage, "--wake %s: must be a time from 0s to 10s, or machine", f.wake)
	}
	return d.Seconds() * 1000, nil
}

// suite turns the flags into runs.
func (f *labFlags) suite(cmd *cobra.Command) (lab.Suite, error) {
	s := lab.Suite{
		Strategies: f.strategies, Hz: f.hertz, Frames: f.frames, WarmUp: 600, Clamp: f.clamp.Nanoseconds(),
		Machine: lab.Machine{Step: f.step.Seconds() * 1000, Draw: f.draw.Seconds() * 1000},
	}
	wake, err := f.wakes(cmd)
	if err != nil {
		return s, err
	}
	s.Machine.Wake, s.Seeds = wake, f.seedList()
	s.Displays = lab.Displays()
	if len(f.displays) > 0 && !slices.Equal(f.displays, []string{"all"}) {
		s.Displays = nil
		for _, name := range f.displays {
			d, err := findDisplay(name)
			if err != nil {
				return s, err
			}
			s.Displays = append(s.Displays, d)
		}
	}
	for i := range s.Displays {
		if cmd.Flags().Changed("noise") {
			s.Displays[i].Sigma = f.noise.Seconds() * 1000
		}
		if cmd.Flags().Changed("draw-noise") {
			s.Displays[i].DrawNoise = f.drawNoise.Seconds() * 1000
		}
		if f.drops != "" {
			part, err := ParsePercent("--drops", f.drops)
			if err != nil {
				return s, err
			}
			s.Displays[i].Drop = part
		}
	}
	if f.trace != "" {
		file, err := inputfile.Open(f.trace)
		if err != nil {
			return s, cli.Exit(cli.ExitInput, "%w", err)
		}
		defer file.Close()
		if s.Trace, err = diagnose.ReadFrameTrace(file, filepath.Base(f.trace)); err != nil {
			return s, &cli.Error{Code: cli.ExitInput, Err: err}
		}
	}
	return s, f.settings(&s, f.set...)
}

// findDisplay takes a name of the standard set or a rate.
func findDisplay(name string) (lab.Display, error) {
	d, err := lab.FindDisplay(name)
	if err == nil {
		return d, nil
	}
	hz, bad := strconv.ParseFloat(name, 64)
	if bad != nil {
		return d, &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	d = lab.Display{Name: name, Hz: hz, Vsync: true, Sigma: .5, DrawNoise: .2}
	if err := d.Validate(); err != nil {
		return d, &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	return d, nil
}

// mostWorkers is the largest number of workers of a world that are of use.
const mostWorkers = 16

// capacity counts what this machine runs.
func (f *labFlags) capacity(cmd *cobra.Command) error {
	headroom, err := ParsePercent("--minimum", f.minimum)
	if err != nil {
		return err
	}
	if headroom >= 1 {
		return cli.Exit(cli.ExitUsage, "--minimum %s: must leave time for the steps", f.minimum)
	}
	workers := min(runtime.GOMAXPROCS(0), mostWorkers)
	o := capacity.Options{Hz: f.hertz, Headroom: headroom, Workers: workers}
	list, err := capacity.Measure(cmd.Context(), timestep.RealClock(), o, nil)
	if err != nil {
		return err
	}
	if f.json == "-" {
		return cli.WriteJSON(cmd.OutOrStdout(), list)
	}
	if f.json != "" {
		if err := writeTo(f.json, func(w io.Writer) error { return cli.WriteJSON(w, list) }); err != nil {
			return err
		}
	}
	return capacity.Write(cmd.OutOrStdout(), list, o)
}

// ParsePercent reads 2% or 0.02, the value of a flag.
func ParsePercent(flag, s string) (float64, error) {
	digits, percent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(digits, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, cli.Exit(cli.ExitUsage, "%s %s: must be from 0%% to 100%%", flag, s)
	}
	return x, nil
}

// writeTo writes a file through a function.
func writeTo(path string, write func(io.Writer) error) error {
	file, err := cli.CreateOutput(path)
	if err != nil {
		return err
	}
	err = write(file)
	return cli.OutputError(errors.Join(err, file.End(err)))
}
