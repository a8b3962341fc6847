package main

import (
	"context"
	"fmt"
	"io"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/cli"
)

// mostAt is the last step that --at goes to.
const mostAt = 10_000_000

// checkAt refuses steps that a window cannot begin at, and flags that --at does not go with.
func (f *runFlags) checkAt() error {
	switch {
	case f.at < 0 || f.at > mostAt:
		return cli.Exit(cli.ExitUsage, "--at %d: must be 0 to %d", f.at, mostAt)
	case f.at == 0:
		return nil
	case f.capsule != nil || f.recover:
		return cli.Exit(cli.ExitUsage, "--at %d: a capsule and a session that ended have a step of their own", f.at)
	case f.record != "":
		return cli.Exit(cli.ExitUsage, "--record does not go with --at: a recording begins with the first step")
	}
	return nil
}

// checkRecordedAt refuses steps that a recording does not have. The window goes to the others itself, so that its
// timeline leads back from there.
func (f *runFlags) checkRecordedAt(rec *record.Recording, name string) error {
	steps := rec.Calls.Steps()
	switch {
	case f.at == 0:
		return nil
	case rec.State != nil:
		return cli.Exit(cli.ExitUsage, "--at %d: %s is a saved state, which has no steps", f.at, name)
	case f.at > steps:
		return cli.Exit(cli.ExitUsage, "--at %d: %s has %d steps", f.at, name, steps)
	}
	f.recordedAt = f.at
	return nil
}

// goToStep simulates a session up to the step of --at, which is then the first that the window shows.
func (f *runFlags) goToStep(ctx context.Context, s *session.Session, errs io.Writer) error {
	if f.at == 0 {
		return nil
	}
	progress := cli.NewProgress(errs, timestep.RealClock(), "step", f.at)
	defer progress.End()
	for s.Steps() < uint64(f.at) {
		progress.Update(int(s.Steps()))
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "at step %d of %d", s.Steps(), f.at)
		}
		if err := s.Tick(nil); err != nil {
			return fmt.Errorf("--at %d: step %d: %w", f.at, s.Steps(), err)
		}
	}
	return nil
}
