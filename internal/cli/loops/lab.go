package loops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/diagnose"
	"tumble/engine/inputfile"
	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/lab"
)

// labFlags are the flags of the lab command.
type labFlags struct {
	strategies, displays []string
	noise                time.Duration
	drops                string
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
	goals, window        bool
	inWindow             func(context.Context) ([]lab.Goal, error)
}

// NewLab returns the command; inWindow measures the goals that need a window.
func NewLab(inWindow func(context.Context) ([]lab.Goal, error)) *cobra.Command {
	f := &labFlags{inWindow: inWindow}
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Run the loop strategies against simulated displays and measure what one would see",
		Long: "Run the loop strategies against simulated displays, or against the frame times of a real\n" +
			"run, and measure judder, age of the picture, steps per frame, drift, lost time and the\n" +
			"rest. Nothing is drawn; docs/timestep.md explains the strategies and the figures.",
		Example: "  sandbox lab --display 60,144\n" +
			"  sandbox lab --strategy interpolate,snap --display 60 --drops 2% --noise 0.5ms --json -\n" +
			"  sandbox lab --step 12ms --draw 4ms --display off\n" +
			"  sandbox lab --strategy canonical --display 30 --vary loop.max_frame=0.02:0.2:10\n" +
			"  sandbox lab --find-breaking-step stack10,thin_wall\n" +
			"  sandbox lab --lag 2s --step 2ms\n" +
			"  sandbox lab --trace frames.txt\n" +
			"  sandbox lab --goals --window\n" +
			"  sandbox lab --plots docs/plots --format svg",
		Args: cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.strategies, "strategy", nil, "strategies to run (default: all)")
	flags.StringSliceVar(&f.displays, "display", nil, "displays, by name or rate in Hz (default: the standard set)")
	flags.DurationVar(&f.noise, "noise", 0, "Gaussian noise of the clock readings, in place of the display's")
	flags.StringVar(&f.drops, "drops", "", "part of the frames that miss a refresh, as 2%, in place of the display's")
	flags.DurationVar(&f.step, "step", 0, "wall time of a step")
	flags.DurationVar(&f.draw, "draw", 0, "wall time of drawing a frame")
	flags.Int64Var(&f.hertz, "hz", 100, "nominal ticks a second")
	flags.IntVar(&f.frames, "frames", 6000, "frames to measure, after 600 of warm-up")
	flags.UintSliceVar(&f.seeds, "seeds", nil, "seeds of the noise (default: 11,12,13,14,15)")
	flags.Lookup("seeds").DefValue = ""
	flags.DurationVar(&f.clamp, "clamp", 0, "longest time a frame passes on (default: 250ms; negative: none)")
	flags.StringArrayVar(&f.set, "set", nil, "set a constant of the loops, as loop.clamp=0.1 (repeatable; see sandbox params)")
	flags.StringSliceVar(&f.breaking, "find-breaking-step", nil, "search the longest step with which these scenes stay whole instead")
	flags.StringVar(&f.vary, "vary", "", "run for several values of a constant, as loop.max_frame=0.02:0.2:10, from:to:number")
	flags.DurationVar(&f.lag, "lag", 0, "let one frame of the scene stall take so long, and compare the remedies instead")
	flags.StringVar(&f.trace, "trace", "", "frame times of a real run, in place of displays")
	flags.StringVar(&f.json, "json", "", "also write the figures to this file, - for standard output instead of the table")
	flags.StringVar(&f.plots, "plots", "", "write the plots of the documentation to this folder instead")
	flags.BoolVar(&f.goals, "goals", false, "measure the goals of the default loop and print them beside the figures instead")
	flags.BoolVar(&f.window, "window", false, "with --goals: open a window for half a minute and measure those that need one as well")
	flags.StringVar(&f.format, "format", "svg", "format of the plots: svg or png")
	return cmd
}

func (f *labFlags) run(cmd *cobra.Command) error {
	if f.window && !f.goals {
		return cli.Exit(cli.ExitUsage, "--window goes with --goals")
	}
	if f.frames < 10 || f.hertz < 1 {
		return cli.Exit(cli.ExitUsage, "--frames must be 10 or more, --hz 1 or more")
	}
	if f.format != "svg" && f.format != "png" {
		return cli.Exit(cli.ExitUsage, "--format %s: must be svg or png", f.format)
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "--trace", Path: f.trace}}, []cli.NamedFile{{Flag: "--json", Path: f.json}}); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if f.plots != "" && len(f.breaking) == 0 {
		names, err := lab.Plots(cmd.Context(), f.plots, f.format, f.frames)
		for _, n := range names {
			fmt.Fprintln(out, n)
		}
		return err
	}
	if f.goals {
		return f.writeGoals(cmd)
	}
	if len(f.breaking) > 0 {
		return f.breakingSteps(cmd)
	}
	if f.lag != 0 {
		return f.lags(cmd)
	}
	suite, err := f.suite()
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
	return report.Table(out)
}

// writeGoals measures the goals and prints them.
func (f *labFlags) writeGoals(cmd *cobra.Command) error {
	list, err := lab.Goals(cmd.Context(), f.frames)
	if err != nil {
		return err
	}
	if f.window {
		more, err := f.inWindow(cmd.Context())
		if err != nil {
			return err
		}
		list = lab.Together(list, more)
	}
	return lab.WriteGoals(cmd.OutOrStdout(), list)
}

// suite turns the flags into runs.
func (f *labFlags) suite() (lab.Suite, error) {
	s := lab.Suite{
		Strategies: f.strategies, Hz: f.hertz, Frames: f.frames, WarmUp: 600, Clamp: f.clamp.Nanoseconds(),
		Machine: lab.Machine{Step: f.step.Seconds() * 1000, Draw: f.draw.Seconds() * 1000},
	}
	for _, seed := range f.seeds {
		s.Seeds = append(s.Seeds, uint64(seed))
	}
	s.Displays = lab.Displays()
	if len(f.displays) > 0 {
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
		if f.noise != 0 {
			s.Displays[i].Sigma = f.noise.Seconds() * 1000
		}
		if f.drops != "" {
			part, err := parsePercent(f.drops)
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
	d = lab.Display{Name: name, Hz: hz, Vsync: true, Sigma: .5}
	if err := d.Validate(); err != nil {
		return d, &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	return d, nil
}

// parsePercent reads 2% or 0.02.
func parsePercent(s string) (float64, error) {
	digits, percent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(digits, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, cli.Exit(cli.ExitUsage, "--drops %s: must be from 0%% to 100%%", s)
	}
	return x, nil
}

// writeTo writes a file through a function.
func writeTo(path string, write func(io.Writer) error) error {
	file, err := cli.CreateOutput(path)
	if err != nil {
		return err
	}
	return cli.OutputError(errors.Join(write(file), file.Close()))
}
