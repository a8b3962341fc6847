package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/internal/app"
)

func newReplay() *cobra.Command {
	var workers int
	var hash string
	cmd := &cobra.Command{
		Use:     "replay RECORDING",
		Short:   "Carry out a recording again and compare the hash of every step",
		Example: "  sandbox replay run.tumble\n  sandbox replay run.tumble --workers 4 --hash -",
		Args:    cobra.ExactArgs(1),
	}
	cmd.Flags().IntVar(&workers, "workers", 1, "goroutines that share a step, 0 for one on each core")
	cmd.Flags().StringVar(&hash, "hash", "", "write the hash after each step to this file, - for standard output")
	cmd.RunE = failing(func(cmd *cobra.Command, args []string) error {
		rec, err := readRecording(args[0])
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("workers") {
			count := strconv.Itoa(workerCount(workers))
			rec.Info.Params = append(rec.Info.Params, engine.Param{Name: "loop.workers", Value: count})
		}
		return replay(cmd.Context(), rec, args[0], hash, cmd.OutOrStdout(), cmd.ErrOrStderr())
	})
	return cmd
}

// readRecording reads a recording; whatever is wrong with the file ends with code 65.
func readRecording(path string) (*engine.Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	defer file.Close()
	size := int64(-1)
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	rec, err := engine.ReadRecording(file, path, size, nil)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	return rec, nil
}

// replay carries a recording out and stops at the first step whose hash differs.
func replay(ctx context.Context, rec *engine.Recording, path, hash string, out, errs io.Writer) (err error) {
	for kind, count := range rec.Skipped {
		fmt.Fprintf(errs, "%s: %d chunks of kind %q are not known to this program\n", path, count, kind[:])
	}
	session, err := app.OpenSession(rec.Info, nil)
	if err != nil {
		return &exitError{exitInput, fmt.Errorf("%s: %w", path, err)}
	}
	sinks := &sinks{stdout: out}
	defer func() { err = errors.Join(err, sinks.close()) }()
	hashes, err := sinks.open(hash)
	if err != nil {
		return err
	}
	player := engine.NewPlayer(rec)
	steps := lastTick(rec)
	for tick := uint64(1); tick <= steps; tick++ {
		if ctx.Err() != nil {
			return exitWith(exitInterrupted, "interrupted at step %d of %d", tick, steps)
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
	summary := out
	if sinks.usesStdout {
		summary = errs
	}
	fmt.Fprintf(summary, "%s: scene %s, %d steps, %d inputs, %d hashes compared, all equal\n",
		path, rec.Info.Scene, steps, len(rec.Inputs), len(rec.Hashes))
	return nil
}

// lastTick returns the number of the last step that the recording knows something about; the
// first one has number 1.
func lastTick(rec *engine.Recording) uint64 {
	last := uint64(0)
	if n := len(rec.Hashes); n > 0 {
		last = rec.HashFrom + uint64(n) - 1
	}
	if n := len(rec.Inputs); n > 0 {
		last = max(last, rec.Inputs[n-1].Tick)
	}
	return last
}
