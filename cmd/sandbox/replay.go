package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/physics"
)

// replayFlags are the flags of the replay command.
type replayFlags struct {
	workers    int
	hash, seek string
	scene      string

	targets []int
}

func newReplay() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay RECORDING",
		Short: "Carry out a recording again and compare the hash of every step",
		Example: "  sandbox replay run.tumble\n  sandbox replay run.tumble --workers 4 --hash -\n" +
			"  sandbox replay run.tumble --seek 80,40,5,0 --hash -",
		Args: takes(1, 1),
	}
	cmd.Flags().IntVar(&f.workers, "workers", 1, "goroutines that share a step, 0 for one on each core")
	cmd.Flags().StringVar(&f.hash, "hash", "", "write the hash after each step, with --seek after each sought step, to this file, - for standard output")
	cmd.Flags().StringVar(&f.seek, "seek", "", "go to these steps one after the other, as 80,40,5,0")
	cmd.Flags().StringVar(&f.scene, "scene", "", "scene of a recording of inputs whose file lies in another folder")
	cmd.RunE = failing(func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		if err := distinctFiles([]namedFile{{"the recording", args[0]}}, []namedFile{{"--hash", f.hash}}); err != nil {
			return err
		}
		rec, err := readRecording(args[0])
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("workers") {
			count := strconv.Itoa(f.workers)
			rec.Info.Params = append(rec.Info.Params, record.Param{Name: "loop.workers", Value: count})
		}
		return f.replay(cmd.Context(), rec, args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
	})
	return cmd
}

func (f *replayFlags) check(cmd *cobra.Command) error {
	f.workers = workerCount(f.workers)
	if f.workers < 1 || f.workers > physics.MaxWorkers {
		return exitWith(exitUsage, "--workers %d: must be 0 to %d", f.workers, physics.MaxWorkers)
	}
	if !cmd.Flags().Changed("seek") {
		return nil
	}
	for _, text := range strings.Split(f.seek, ",") {
		step, err := strconv.Atoi(text)
		if err != nil || step < 0 {
			return exitWith(exitUsage, "--seek %s: %q is no step", f.seek, text)
		}
		f.targets = append(f.targets, step)
	}
	return nil
}

// replay carries out what the file has: the calls of the world, or the inputs of the session,
// or both.
func (f *replayFlags) replay(ctx context.Context, rec *record.Recording, path string, out, errs io.Writer) (err error) {
	for kind, count := range rec.Skipped {
		fmt.Fprintf(errs, "%s: %d chunks of kind %q are not known to this program\n", path, count, kind[:])
	}
	switch {
	case rec.State != nil:
		return exitWith(exitInput, "%s: a saved state, not a recording; sandbox sim --load goes on from it", path)
	case f.targets != nil && rec.World == nil:
		return exitWith(exitInput, "%s: holds inputs only, which can be replayed from the start but not sought in", path)
	}
	sinks := &sinks{stdout: out}
	defer func() { err = errors.Join(err, sinks.close()) }()
	hashes, err := sinks.open(f.hash)
	if err != nil {
		return err
	}
	summary := out
	if sinks.usesStdout {
		summary = errs
	}
	if rec.World != nil {
		if err := f.replayWorld(ctx, rec, path, hashes, summary, errs); err != nil {
			return err
		}
		hashes = nil
	}
	if f.targets != nil || rec.World != nil && len(rec.Hashes) == 0 {
		return nil
	}
	if err := allowScene(&rec.Info, path, f.scene); err != nil {
		return err
	}
	return replayInputs(ctx, rec, path, hashes, summary, errs)
}

// replayWorld carries out the calls of a recorded world, forwards or to the sought steps.
func (f *replayFlags) replayWorld(ctx context.Context, rec *record.Recording, path string, hashes *bufio.Writer, summary, errs io.Writer) error {
	keys := physics.DefaultRecordOptions()
	p, err := physics.NewReplay(rec.World, physics.ReplayOptions{Workers: f.workers, KeyframeEvery: keys.KeyframeEvery, KeyframeBytes: keys.KeyframeBytes})
	if err != nil {
		return &exitError{exitInput, fmt.Errorf("%s: %w", path, err)}
	}
	defer p.Close()
	steps := rec.World.Steps()
	targets := f.targets
	for _, step := range targets {
		if step > steps {
			return exitWith(exitUsage, "--seek %d: %s has the steps 0 to %d", step, path, steps)
		}
	}
	if targets == nil {
		for step := 1; step <= steps; step++ {
			targets = append(targets, step)
		}
	}
	progress := newProgress(errs, timestep.RealClock(), "step", len(targets))
	defer progress.end()
	for i, step := range targets {
		progress.update(i)
		if ctx.Err() != nil {
			return interrupted(ctx, "at step %d of %d", p.Step(), steps)
		}
		if err := p.Seek(step); err != nil {
			var d *physics.Divergence
			if errors.As(err, &d) {
				return exitWith(exitFailed, "%s: %w", path, err)
			}
			return &exitError{exitInput, fmt.Errorf("%s: %w", path, err)}
		}
		if hashes != nil {
			fmt.Fprintf(hashes, "%016x\n", p.World().Hash())
		}
	}
	progress.end()
	if f.targets != nil {
		fmt.Fprintf(summary, "%s: scene %s, sought %d of %d steps, all equal\n", path, rec.Info.Scene, len(f.targets), steps)
		return nil
	}
	fmt.Fprintf(summary, "%s: scene %s, %d steps, %d bytes of calls, results and hashes all equal\n", path, rec.Info.Scene, steps, rec.World.CallBytes())
	return nil
}

// readRecording reads a recording; whatever is wrong with the file ends with code 65.
func readRecording(path string) (*record.Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	defer file.Close()
	size := int64(-1)
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	rec, err := record.ReadRecording(file, path, size, nil)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	return rec, nil
}

// replayInputs carries out a session and stops at the first step whose hash differs.
func replayInputs(ctx context.Context, rec *record.Recording, path string, hashes *bufio.Writer, summary, errs io.Writer) error {
	session, err := session.Open(rec.Info, nil)
	if err != nil {
		return &exitError{exitInput, fmt.Errorf("%s: %w", path, err)}
	}
	if len(rec.Hashes) == 0 {
		return exitWith(exitInput, "%s: holds no hash of a step to compare with", path)
	}
	if rec.HashFrom > 1 {
		return exitWith(exitInput, "%s: the first hash is that of step %d: must be 0 or 1", path, rec.HashFrom)
	}
	player := record.NewPlayer(rec)
	steps := rec.HashFrom + uint64(len(rec.Hashes)) - 1
	if n := len(rec.Inputs); n > 0 && rec.Inputs[n-1].Tick > steps {
		fmt.Fprintf(errs, "%s: inputs after the last step, %d, are left out\n", path, steps)
	}
	progress := newProgress(errs, timestep.RealClock(), "step", int(steps))
	defer progress.end()
	for tick := uint64(1); tick <= steps; tick++ {
		progress.update(int(tick))
		if ctx.Err() != nil {
			return interrupted(ctx, "at step %d of %d", tick, steps)
		}
		events := player.Events(tick)
		dt := player.TickLength()
		if dt <= 0 {
			dt = 1 / float32(session.Config.Loop.Hertz)
		}
		if err := session.TickBy(events, dt); err != nil {
			return err
		}
		got := session.Hash()
		if hashes != nil {
			fmt.Fprintf(hashes, "%016x\n", got)
		}
		if err := player.Check(tick, got); err != nil {
			return exitWith(exitFailed, "%s: %w", path, err)
		}
	}
	progress.end()
	fmt.Fprintf(summary, "%s: scene %s, %d steps, %d inputs, %d hashes compared, all equal\n",
		path, rec.Info.Scene, steps, len(rec.Inputs), len(rec.Hashes))
	return nil
}
