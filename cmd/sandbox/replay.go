package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/internal/openscene"
	"tumble/internal/wholefile"
	"tumble/physics"
	"tumble/physics/scenes"
)

// replayFlags are the flags of the replay command.
type replayFlags struct {
	workers    int
	hash, seek string
	scene      string
	output     string
	poses      string
	repair     bool
	last       bool
	asJSON     bool
	saves      []string
	measure    string

	targets []int
	take    takeWriter
}

func newReplay() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay [RECORDING]",
		Short: "Carry out a recording again and compare the hash of every step",
		Example: "  sandbox replay run.tumble\n  sandbox replay run.tumble --workers 4 --hash -\n" +
			"  sandbox replay run.tumble --seek 80,40,5,0 --hash -\n  sandbox replay run.tumble --save run.glb\n" +
			"  sandbox replay old.tumble --poses poses.jsonl",
		Args: cli.Takes(0, 1),
	}
	cmd.Flags().BoolVar(&f.last, "last", false, "replay what the window has kept of the session that ended last")
	cmd.Flags().StringVar(&f.output, "output", "", "with --last: write that to this file, too")
	cmd.Flags().IntVar(&f.workers, "workers", 1, "goroutines that share a step, 0 for one on each core")
	cmd.Flags().StringVar(&f.hash, "hash", "",
		"write the hash after each step, with --seek after each sought step, to this file, - for standard output")
	cmd.Flags().StringVar(&f.seek, "seek", "", "go to these steps one after the other, as 80,40,5,0")
	cmd.Flags().StringVar(&f.poses, "poses", "",
		"write the recorded poses after each step, or those of --seek, to this "+
			"file as one JSON object a line, - for standard output, and compute nothing")
	cmd.Flags().StringVar(&f.scene, "scene", "", "scene of a recording of inputs whose file lies in another folder")
	cmd.Flags().StringSliceVar(&f.take.overlays, "overlay", nil, overlayHelp)
	cmd.Flags().StringArrayVar(&f.saves, "save", nil, "write the whole run to this file: "+takeHelp+" (repeatable)")
	cmd.Flags().StringVar(&f.measure, "measure", "",
		"with --save FILE.html: the curves of the page, as energy, body(\"crate\").speed (see sandbox meters)")
	cmd.Flags().BoolVar(&f.repair, "repair", false,
		"mend a recording that was cut off, by a crash or a full disk, instead of replaying it")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write the outcome as a JSON object")
	cmd.MarkFlagsMutuallyExclusive("json", "repair", "poses")
	cmd.MarkFlagsMutuallyExclusive("hash", "poses")
	cmd.MarkFlagsMutuallyExclusive("save", "seek")
	cmd.MarkFlagsMutuallyExclusive("save", "repair")
	cmd.MarkFlagsMutuallyExclusive("save", "poses")
	cmd.RunE = cli.Failing(f.run)
	return cmd
}

// run carries out the command.
func (f *replayFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	if f.last {
		name, remove, err := f.joinLast(cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		defer remove()
		args = []string{name}
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "the recording", Path: args[0]}}, f.outputs()); err != nil {
		return err
	}
	rec, err := readRecording(args[0])
	if err != nil {
		return err
	}
	defer rec.Close()
	if f.repair {
		return repair(rec, args[0], cmd.OutOrStdout())
	}
	if cmd.Flags().Changed("workers") {
		for i := range rec.Parts {
			info := &rec.Parts[i].Info
			info.Params = append(info.Params, record.Param{Name: "loop.workers", Value: strconv.Itoa(f.workers)})
		}
	}
	return f.replay(cmd.Context(), rec, args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
}

// joinLast writes the parts of the session that ended last to one file and prints why the session was cut off. remove
// deletes the file, unless --output names it.
func (f *replayFlags) joinLast(errs io.Writer) (name string, remove func(), err error) {
	left, err := lastSession(errs)
	if err != nil {
		return "", nil, err
	}
	if why := left.CutOff(); why != "" {
		fmt.Fprintf(errs, "the last session: %s; it is replayed up to there\n", why)
	}
	if f.output != "" {
		return f.output, func() {}, cli.OutputError(left.Join(f.output))
	}
	folder, err := os.MkdirTemp("", "tumble-*")
	if err != nil {
		return "", nil, cli.OutputError(err)
	}
	remove = func() { _ = os.RemoveAll(folder) }
	name = filepath.Join(folder, "last.tumble")
	if err := left.Join(name); err != nil {
		remove()
		return "", nil, cli.OutputError(err)
	}
	return name, remove, nil
}

// outputs are the files that the command writes.
func (f *replayFlags) outputs() []cli.NamedFile {
	list := []cli.NamedFile{{Flag: "--hash", Path: f.hash}, {Flag: "--poses", Path: f.poses}}
	for _, file := range f.take.files {
		list = append(list, cli.NamedFile{Flag: "--save", Path: file})
	}
	return list
}

func (f *replayFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case !f.last && len(args) == 0:
		return cli.Exit(cli.ExitUsage, "RECORDING is missing, or --last")
	case f.last && len(args) > 0:
		return cli.Exit(cli.ExitUsage, "give a recording or --last")
	}
	if f.output != "" && !f.last {
		return cli.Exit(cli.ExitUsage, "--output goes with --last")
	}
	f.workers = workerCount(f.workers)
	if f.workers < 1 || f.workers > physics.MaxWorkers {
		return cli.Exit(cli.ExitUsage, "--workers %d: must be 0 to %d", f.workers, physics.MaxWorkers)
	}
	for _, file := range f.saves {
		if !isTake(file) {
			return cli.Exit(cli.ExitUsage, "--save %s: must end in %s", file, takeNames)
		}
		if err := f.take.add(file); err != nil {
			return err
		}
	}
	if f.measure != "" && !f.take.pages() {
		return cli.Exit(cli.ExitUsage, "--measure goes with --save FILE.html")
	}
	if err := f.take.choose(f.measure); err != nil {
		return err
	}
	if !cmd.Flags().Changed("seek") {
		return nil
	}
	for _, text := range strings.Split(f.seek, ",") {
		step, err := strconv.Atoi(text)
		if err != nil || step < 0 {
			return cli.Exit(cli.ExitUsage, "--seek %s: %q is no step", f.seek, text)
		}
		f.targets = append(f.targets, step)
	}
	return nil
}

// fits refuses a file that has nothing of the kind asked for.
func (f *replayFlags) fits(rec *record.Recording, path string) error {
	switch {
	case rec.State != nil:
		return cli.Exit(cli.ExitInput, "%s: a saved state, not a recording; sandbox sim --load goes on from it", path)
	case len(f.take.files) > 0 && !rec.Calls.HasWorld():
		return cli.Exit(cli.ExitInput, "%s: holds inputs only, of which --save makes no animation", path)
	case f.targets != nil && !rec.Calls.HasWorld():
		return cli.Exit(cli.ExitInput, "%s: holds inputs only, which can be replayed from the start but not sought in",
			path)
	}
	return nil
}

// replay carries out what the file has: the calls of the world, or the inputs of the session,
// or both.
func (f *replayFlags) replay(ctx context.Context, rec *record.Recording, path string, out, errs io.Writer) (err error) {
	for kind, count := range rec.Skipped {
		fmt.Fprintf(errs, "%s: %d entries of kind %d are not known to this program\n", path, count, kind)
	}
	hasWorld, hasTicks, hasDigests := rec.Calls.HasWorld(), rec.HasTicks(), false
	for i := range rec.Parts {
		hasDigests = hasDigests || len(rec.Parts[i].Digests) > 0
	}
	end := rec.Calls.End()
	if (end.Reason != "" || f.last) && !hasWorld && !hasDigests && f.targets == nil {
		fmt.Fprintf(errs, "%s: there is nothing to replay: %s\n", path, cmp.Or(end.Reason, "there was no step"))
		return nil
	}
	if end.Reason != "" {
		fmt.Fprintf(errs, "%s: %s; it is replayed up to there\n", path, end.Reason)
	}
	if err := f.fits(rec, path); err != nil {
		return err
	}
	sinks := &sinks{stdout: out}
	defer func() { err = errors.Join(err, sinks.close(err)) }()
	hashes, err := sinks.open(f.hash)
	poses, posesErr := sinks.open(f.poses)
	if err := errors.Join(err, posesErr); err != nil {
		return err
	}
	if f.poses != "" {
		return writePoses(ctx, rec, path, f.targets, poses)
	}
	summary := out
	if sinks.usesStdout {
		summary = errs
	}
	report := newReplayReport(summary, rec, path, f.asJSON)
	defer func() { err = report.end(tellPoses(err, rec, path)) }()
	if hasWorld {
		if err := f.replayWorld(ctx, rec, path, hashes, report, errs); err != nil {
			return err
		}
		hashes = nil
	}
	if f.targets != nil || hasWorld && !hasTicks {
		return nil
	}
	if err := f.allow(rec, path); err != nil {
		return err
	}
	for i := range rec.Parts {
		if len(rec.Parts[i].Digests) == 0 && (hasWorld || len(rec.Parts) > 1) {
			continue // left before its first tick
		}
		if err := replayInputs(ctx, rec, i, path, hashes, report, errs); err != nil {
			return err
		}
	}
	return nil
}

// replayWorld carries out the calls of a recorded world, forwards or to the sought steps.
func (f *replayFlags) replayWorld(
	ctx context.Context, rec *record.Recording, path string, hashes *bufio.Writer, report *replayReport, errs io.Writer,
) (err error) {
	options := physics.DefaultReplayOptions()
	options.Workers = f.workers
	p, err := physics.NewReplay(rec.Calls, options)
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
	}
	defer p.Close()
	steps := rec.Calls.Steps()
	targets := f.targets
	for _, step := range targets {
		if step > steps {
			return cli.Exit(cli.ExitUsage, "--seek %d: %s has the steps 0 to %d", step, path, steps)
		}
	}
	if targets == nil {
		for step := 1; step <= steps; step++ {
			targets = append(targets, step)
		}
	}
	progress := cli.NewProgress(errs, timestep.RealClock(), "step", len(targets))
	defer progress.End()
	starts := func(steps int) *scenes.Scene {
		part := rec.PartAfter(steps)
		if part == nil {
			return nil
		}
		return f.dressed(part, path)
	}
	if err := f.take.follow(0, p.World(), starts); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.take.write()) }()
	for i, step := range targets {
		progress.Update(i)
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "at step %d of %d", p.Step(), steps)
		}
		if err := p.Seek(step); err != nil {
			var d *physics.Divergence
			if errors.As(err, &d) {
				return cli.Exit(cli.ExitFailed, "%s: %w", path, err)
			}
			return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
		}
		if hashes != nil {
			fmt.Fprintf(hashes, "%016x\n", p.World().Hash())
		}
		if err := f.take.follow(step, p.World(), starts); err != nil {
			return err
		}
	}
	progress.End()
	report.add(replayRun{Of: "calls", Scene: recordedScenes(rec), Steps: steps, Sought: len(f.targets),
		Bytes: rec.Calls.CallBytes()})
	return nil
}

// allow is allowScenes, except for a session of the window: the user opened its files there.
func (f *replayFlags) allow(rec *record.Recording, path string) error {
	if f.last && f.scene == "" {
		return nil
	}
	return allowScenes(rec, path, f.scene)
}

// dressed is the scene of a part of a recording, by which its bodies are drawn: the calls alone do not say how. A file
// that is no longer there, or that the recording may not open, gives no drawings.
func (f *replayFlags) dressed(part *record.Part, path string) *scenes.Scene {
	info := part.Info
	one := &record.Recording{Parts: []record.Part{{Info: info}}}
	if f.allow(one, path) == nil {
		scene, err := openscene.Find(one.Parts[0].Info.Scene)
		if err == nil {
			return scene
		}
	}
	return &scenes.Scene{Name: openscene.Label(info.Scene)}
}

// recordedScenes are the scenes of a recording, one after the other.
func recordedScenes(rec *record.Recording) string {
	var names []string
	for i := range rec.Parts {
		if name := rec.Parts[i].Info.Scene; len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// readRecording opens a recording; whatever is wrong with the file ends with code 65. The caller must close it.
func readRecording(path string) (*record.Recording, error) {
	rec, err := record.Open(path)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	return rec, nil
}

// repair writes the last record that a recording lacks which was cut off. A .part file gets the name it was made for,
// if no file has the name.
func repair(rec *record.Recording, path string, out io.Writer) error {
	end := rec.Calls.End()
	if !end.Whole {
		src, err := inputfile.Open(path)
		if err != nil {
			return &cli.Error{Code: cli.ExitInput, Err: err}
		}
		defer src.Close()
		err = wholefile.Write(path, func(w io.Writer) error {
			if _, err := io.CopyN(w, src, end.At); err != nil {
				return err
			}
			return rec.Calls.Mend(w)
		})
		if err != nil {
			return cli.OutputError(err)
		}
		fmt.Fprintf(out, "%s: mended: %d steps in %d of %d bytes; %s\n", path, rec.Calls.Steps(), end.At, end.Size,
			end.Reason)
	} else {
		fmt.Fprintf(out, "%s: is whole, %d steps\n", path, rec.Calls.Steps())
	}
	named, err := record.Name(path)
	if err != nil {
		return cli.OutputError(err)
	}
	if named != path {
		fmt.Fprintf(out, "%s: is %s now\n", path, named)
	}
	return nil
}

// replayInputs carries out a part of a session and stops at the first step whose digest differs.
func replayInputs(ctx context.Context, recording *record.Recording, part int, path string, hashes *bufio.Writer,
	report *replayReport, errs io.Writer) error {
	rec := &recording.Parts[part]
	s, err := session.OpenPart(recording, part, nil)
	if errors.Is(err, session.ErrPartial) {
		report.note(fmt.Sprintf("scene %s: %v", rec.Info.Scene, err))
		return nil
	}
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
	}
	if len(rec.Digests) == 0 {
		return cli.Exit(cli.ExitInput, "%s: holds no digest of a step to compare with", path)
	}
	if rec.FirstTick > rec.From+1 {
		return cli.Exit(cli.ExitInput, "%s: the first digest is that of step %d: must be %d or %d", path, rec.FirstTick,
			rec.From, rec.From+1)
	}
	again, err := history.NewReplay(s, rec, rec.From)
	if err != nil {
		return err
	}
	steps := rec.LastTick()
	if n := len(rec.Inputs); n > 0 && rec.Inputs[n-1].Tick > steps {
		fmt.Fprintf(errs, "%s: inputs after the last step, %d, are left out\n", path, steps)
	}
	progress := cli.NewProgress(errs, timestep.RealClock(), "step", int(steps-rec.From))
	defer progress.End()
	for tick := rec.From + 1; tick <= steps; tick++ {
		progress.Update(int(tick - rec.From))
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "at step %d of %d", tick, steps)
		}
		if err := again.Tick(tick); err != nil {
			return cli.Exit(cli.ExitFailed, "%s: %w", path, err)
		}
		if hashes != nil {
			fmt.Fprintf(hashes, "%016x\n", s.World().Hash())
		}
		if err := again.Check(tick); err != nil {
			return cli.Exit(cli.ExitFailed, "%s: %w", path, err)
		}
	}
	progress.End()
	report.add(replayRun{Of: "inputs", Scene: rec.Info.Scene, Steps: int(steps - rec.From), Inputs: len(rec.Inputs),
		Digests: len(rec.Digests)})
	return nil
}
