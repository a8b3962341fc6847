package loops

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/lab"
)

// lagScene lets bodies out at even times, so that those that a lag costs are missing.
const lagScene = "stall"

// lags compares the remedies for a frame that takes too long.
func (f *labFlags) lags(cmd *cobra.Command) error {
	scene, err := cli.FindScene(lagScene)
	if err != nil {
		return err
	}
	cost := f.step
	if cost == 0 {
		cost = time.Millisecond
	}
	list, err := lab.Lags(cmd.Context(), scene, f.lag.Nanoseconds(), cost.Nanoseconds())
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	write := func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	if f.json == "-" {
		return write(cmd.OutOrStdout())
	}
	if f.json != "" {
		if err := writeTo(f.json, write); err != nil {
			return err
		}
	}
	return lab.WriteLags(cmd.OutOrStdout(), list)
}

// breakingSteps searches the longest stable step of each scene of --find-breaking-step.
func (f *labFlags) breakingSteps(cmd *cobra.Command) error {
	strategies := f.strategies
	if len(strategies) == 0 {
		broken := func(name string) bool { return timestep.BrokenStrategy(name) != "" }
		strategies = slices.DeleteFunc(timestep.StrategyNames(), broken)
	}
	p := cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), "strategy", len(f.breaking)*len(strategies))
	var all []lab.Breaking
	for _, name := range f.breaking {
		scene, err := cli.FindScene(name)
		if err != nil {
			return err
		}
		before := len(all)
		list, err := lab.FindBreaking(cmd.Context(), scene, strategies, func(n int) { p.Update(before + n) })
		if err != nil {
			p.End()
			return err
		}
		all = append(all, list...)
	}
	p.End()
	write := func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(all)
	}
	if f.json == "-" {
		return write(cmd.OutOrStdout())
	}
	if f.json != "" {
		if err := writeTo(f.json, write); err != nil {
			return err
		}
	}
	if f.plots != "" {
		file := filepath.Join(f.plots, "breaking."+f.format)
		if err := lab.PlotBreaking(file, all); err != nil {
			return err
		}
	}
	return lab.WriteBreaking(cmd.OutOrStdout(), all)
}
