package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/bodyname"
	"tumble/internal/cli"
	"tumble/internal/meter"
	"tumble/internal/wholefile"
	"tumble/physics/scenes"
)

// simFlags are the flags of the sim command.
type simFlags struct {
	configFlags
	cli.ProfileFlags
	steps, every      int
	out, hash, events string
	assertFinite      bool
	check, json       bool
	ledger            bool
	timeLimit         time.Duration
	state             stateFlags
	measure           measureFlags
	ctrl              string
	controls          *controlTable
	profiles          *cli.Profiles
}

func newSim() *cobra.Command {
	f := &simFlags{}
	cmd := &cobra.Command{
		Use:   "sim SCENE|FILE",
		Short: "Simulate a scene without a window",
		Example: "  sandbox sim pyramid210 --steps 1000 --hash hashes.txt\n" +
			"  sandbox sim box --every 10 --out - --set gravity.y=-1.62\n" +
			"  sandbox sim card_house --check --set sleep.enabled=false\n" +
			"  sandbox sim level.gltf --check",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			scene, err := f.sceneOr(args, "")
			if err != nil {
				return err
			}
			return f.run(cmd, scene)
		}),
	}
	f.configFlags.add(cmd)
	f.configFlags.addWorkers(cmd)
	f.configFlags.addCell(cmd)
	f.ProfileFlags.Add(cmd)
	f.state.add(cmd)
	f.measure.add(cmd)
	cmd.Flags().IntVar(&f.steps, "steps", 0, "the last step (default: what the scene asks for)")
	f.ProfileFlags.AddSteps(cmd)
	cmd.Flags().StringVar(&f.ctrl, "ctrl", "",
		"drive the actuators by a CSV file: a column time in s, and one for each actuator by its name")
	cmd.Flags().IntVar(&f.every, "every", 1, "write the state and what is measured after every K-th step")
	cmd.Flags().StringVar(&f.out, "out", "",
		"write states to this file as one JSON object a line, - for standard output")
	cmd.Flags().StringVar(&f.events, "events", "",
		"write events to this file as one JSON object a line, - for standard output")
	cmd.Flags().StringVar(&f.hash, "hash", "",
		"write the hash of the world after each step to this file, - for standard output")
	cmd.Flags().BoolVar(&f.assertFinite, "assert-finite", false, "end with code 70 when a body had to be quarantined")
	cmd.Flags().BoolVar(&f.json, "json", false, "write the summary as a JSON object")
	cmd.Flags().BoolVar(&f.ledger, "ledger", false,
		"write the ledger of energy at the end: what each mechanism gave and took (each step: --measure ledger)")
	cmd.Flags().BoolVar(&f.check, "check", false,
		"end with code 1 when the claim of the scene does not hold at the end")
	cmd.Flags().DurationVar(&f.timeLimit, "time-limit", 0, "end with code 75 when the run takes longer, 0 for no limit")
	return cmd
}

func (f *simFlags) run(cmd *cobra.Command, name string) error {
	config, err := f.state.config(cmd, &f.configFlags, name)
	if err != nil {
		return err
	}
	steps := config.Scene.Steps
	if cmd.Flags().Changed("steps") {
		steps = f.steps
	}
	if steps < 0 || f.every < 1 || f.timeLimit < 0 {
		return cli.Exit(cli.ExitUsage, "--steps must be 0 or more, --every 1 or more, --time-limit not negative")
	}
	if err := errors.Join(f.state.check(f.check), f.measure.check(cmd)); err != nil {
		return err
	}
	if err := f.state.take.choose(f.measure.keys); err != nil {
		return err
	}
	if f.state.take.pages() && !cmd.Flags().Changed("measure-out") {
		// the page has them
		f.measure.out = ""
	}
	if f.state.atBreak != "" && f.measure.stop == nil {
		return cli.Exit(cli.ExitUsage, "--save break:%s goes with --break", f.state.atBreak)
	}
	if err := cli.DistinctFiles(f.inputs(name), f.outputs()); err != nil {
		return err
	}
	if f.controls, err = readControls(f.ctrl, config.Scene); err != nil {
		return err
	}
	profiles, err := f.Start()
	if err != nil {
		return err
	}
	f.profiles = profiles
	err = f.simulate(cmd.Context(), config, steps, cmd.OutOrStdout(), cmd.ErrOrStderr())
	if stopErr := profiles.Stop(); err == nil {
		err = stopErr
	}
	return err
}

// inputs are the files that the command reads.
func (f *simFlags) inputs(scene string) []cli.NamedFile {
	return []cli.NamedFile{{Flag: "the scene", Path: scene}, {Flag: "--load", Path: f.state.load}, {Flag: "--ctrl",
		Path: f.ctrl}}
}

// outputs are the files that it writes.
func (f *simFlags) outputs() []cli.NamedFile {
	list := append(f.ProfileFlags.Files(), cli.NamedFile{Flag: "--out", Path: f.out},
		cli.NamedFile{Flag: "--hash", Path: f.hash}, cli.NamedFile{Flag: "--events", Path: f.events},
		cli.NamedFile{Flag: "--record", Path: f.state.record},
		cli.NamedFile{Flag: "--measure-out", Path: f.measure.file()},
		cli.NamedFile{Flag: "--save", Path: f.state.atBreak})
	for _, file := range append(slices.Collect(maps.Values(f.state.at)), f.state.take.files...) {
		list = append(list, cli.NamedFile{Flag: "--save", Path: file})
	}
	return list
}

// outputs are written after each step of a simulation; nil for those not asked for.
type outputs struct {
	sinks  *sinks
	states *bufio.Writer
	hashes *bufio.Writer
	events *eventWriter
	state  *stateWriter
	meters *measureWriter
	every  int
}

func (f *simFlags) openOutputs(run *scenes.Run, hertz int, stdout io.Writer) (*outputs, error) {
	o := &outputs{sinks: &sinks{stdout: stdout}, state: newStateWriter(run.World, hertz), every: f.every}
	var err error
	if o.states, err = o.sinks.open(f.out); err != nil {
		return o, err
	}
	if o.hashes, err = o.sinks.open(f.hash); err != nil {
		return o, err
	}
	table, err := o.sinks.open(f.measure.file())
	if table != nil && err == nil {
		o.meters, err = newMeasureWriter(table, f.measure.meters, run, 1/float64(hertz), f.measure.out)
	}
	if err != nil {
		return o, cli.OutputError(err)
	}
	events, err := o.sinks.open(f.events)
	if events != nil {
		o.events = newEventWriter(events, run.World)
	}
	return o, err
}

// write writes the outputs of the last step.
func (o *outputs) write(run *scenes.Run) error {
	if o.hashes != nil {
		if _, err := fmt.Fprintf(o.hashes, "%016x\n", run.World.Hash()); err != nil {
			return err
		}
	}
	if o.states != nil && run.StepCount%o.every == 0 {
		if err := o.state.write(o.states, run.StepCount); err != nil {
			return err
		}
	}
	if o.meters != nil && run.StepCount%o.every == 0 {
		if err := o.meters.write(run, o.state.time(run.StepCount)); err != nil {
			return err
		}
	}
	if o.events != nil {
		return o.events.write(run.StepCount)
	}
	return nil
}

// simulate builds the scene and steps it, with all outputs that were asked for.
func (f *simFlags) simulate(ctx context.Context, config *param.Config, steps int, out, errs io.Writer) (err error) {
	run, err := build(ctx, config)
	if err != nil {
		return err
	}
	err = f.state.begin(run, config)
	// whatever happens, what was recorded until then is there
	defer func() { err = errors.Join(err, f.state.closeRecording()) }()
	if err != nil {
		return err
	}
	if err := meter.Bind(run.World, run.Scene, f.measure.meters); err != nil {
		return cli.Exit(cli.ExitUsage, "--measure: %w", err)
	}
	if f.measure.stop != nil {
		if err := f.measure.stop.Bind(run.World, run.Scene); err != nil {
			return cli.Exit(cli.ExitUsage, "--break: %w", err)
		}
	}
	if f.CPU != "" {
		run.World.LabelStages(ctx)
	}
	o, err := f.openOutputs(run, config.Loop.Hertz, out)
	defer func() {
		closeErr := o.sinks.close(err)
		if err == nil {
			err = closeErr
		}
	}()
	if err != nil {
		return err
	}
	if f.ledger {
		run.World.KeepEnergyLedger(true)
	}
	clock := timestep.RealClock()
	began := clock.Now()
	progress := cli.NewProgress(errs, clock, "step", steps)
	err = errors.Join(f.advance(ctx, config, run, o, progress, steps), o.meters.finish())
	progress.End()
	if err = errors.Join(err, f.state.end(run)); err != nil {
		return err
	}
	if o.sinks.usesStdout {
		out = errs
	}
	summary := summarize(run, config, clock.Now()-began)
	if f.ledger {
		summary.Ledger = ledgerOf(run.World)
	}
	if err := summary.write(out, f.json); err != nil {
		return err
	}
	if f.check {
		return run.Check()
	}
	return nil
}

// advance does the steps, within the limits that were set.
func (f *simFlags) advance(ctx context.Context, config *param.Config, run *scenes.Run, o *outputs, p *cli.Progress,
	steps int) error {
	if err := f.state.save(run); err != nil {
		return err
	}
	for run.StepCount < steps {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "after %d of %d steps", run.StepCount, steps)
		}
		if err := f.BeforeStep(run.StepCount+1, f.profiles); err != nil {
			return err
		}
		if err := f.controls.drive(run, float64(run.StepCount)/float64(config.Loop.Hertz)); err != nil {
			return err
		}
		if err := run.Advance(config.Loop.Hertz); err != nil {
			return err
		}
		if err := f.AfterStep(run.StepCount, f.profiles); err != nil {
			return err
		}
		if err := cli.OutputError(o.write(run)); err != nil {
			return err
		}
		if err := errors.Join(f.state.step(run), f.state.save(run)); err != nil {
			return err
		}
		if err := f.measure.broken(run, o.state.time(run.StepCount)); err != nil {
			return errors.Join(err, f.state.saveBreak(run))
		}
		if f.assertFinite && run.World.Counters().Quarantined > 0 {
			return cli.Exit(cli.ExitQuarantine, "step %d: %s", run.StepCount, quarantined(run))
		}
		if f.timeLimit > 0 && p.Elapsed() > int64(f.timeLimit) {
			return cli.Exit(cli.ExitLimit, "time limit of %v reached after %d of %d steps", f.timeLimit, run.StepCount,
				steps)
		}
		p.Update(run.StepCount)
	}
	return nil
}

// quarantined names the bodies that were quarantined in the last step.
func quarantined(run *scenes.Run) string {
	text := "quarantined"
	for _, e := range run.World.Events().Quarantine {
		text += fmt.Sprintf(" %s (%s)", bodyname.Of(e.Body), e.Reason)
	}
	return text
}

// sinks are the files a command writes. "-" is standard output.
type sinks struct {
	stdout     io.Writer
	usesStdout bool
	buffers    []*bufio.Writer
	files      []*wholefile.File
}

// open returns a buffered writer for a path, or nil for the empty path.
func (s *sinks) open(path string) (*bufio.Writer, error) {
	if path == "" {
		return nil, nil
	}
	w := s.stdout
	if path == "-" {
		s.usesStdout = true
	} else {
		file, err := cli.CreateOutput(path)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
		w = file
	}
	b := bufio.NewWriterSize(w, 64<<10)
	s.buffers = append(s.buffers, b)
	return b, nil
}

// close writes out what is buffered, gives the files their names, and returns the first error that any write met. Work
// that failed before it wrote anything leaves the old files.
func (s *sinks) close(failed error) error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, b := range s.buffers {
		keep(b.Flush())
	}
	for _, f := range s.files {
		keep(f.End(failed))
	}
	return cli.OutputError(first)
}
