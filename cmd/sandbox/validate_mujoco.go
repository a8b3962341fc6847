package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tumble/internal/cli"
	"tumble/internal/mujoco"
	"tumble/internal/openscene"
)

// anyMuJoCo as the value of --mujoco is the first one that is found.
const anyMuJoCo = "auto"

// findMuJoCo finds the MuJoCo to compare MJCF files with.
func findMuJoCo(ctx context.Context, program string, paths []string) (*mujoco.Compiler, error) {
	for _, path := range paths {
		if e := strings.ToLower(filepath.Ext(path)); e != ".xml" && e != ".mjcf" {
			return nil, cli.Exit(cli.ExitUsage, "--mujoco is for MJCF files: %s is none", path)
		}
	}
	if program == anyMuJoCo {
		program = mujoco.Program()
	}
	c, err := mujoco.Find(ctx, program)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitFailed, Err: fmt.Errorf("%w; --mujoco=PROGRAM or %s says where it is", err,
			mujoco.EnvProgram)}
	}
	return &c, nil
}

// besideMuJoCo compares the world of a file with the model of MuJoCo.
func besideMuJoCo(ctx context.Context, c *mujoco.Compiler, path string) (*mujoco.Comparison, error) {
	model, err := c.Compile(ctx, path)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		// MuJoCo refuses it: that is the difference
		return &mujoco.Comparison{Compiler: c.Name, Rows: []mujoco.Row{}, Differences: []string{err.Error()}}, nil
	}
	m, err := openscene.Read(path)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	sample, err := m.Sample()
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
	}
	defer sample.Run.World.Close()
	out := c.Compare(mujoco.Bodies(sample.Run.World, m.Links), model)
	return &out, nil
}

// writeComparison writes the table of a comparison.
func writeComparison(out io.Writer, path string, c *mujoco.Comparison) {
	word := "equal"
	if !c.Same() {
		word = "different"
	}
	fmt.Fprintf(out, "%s: %s beside %s %s\n", path, word, c.Compiler, c.Version)
	if len(c.Rows) > 0 {
		fmt.Fprintf(out, "  %-12s %14s %14s %12s  %s\n", "", "here", "MuJoCo", "difference", "largest in")
	}
	for _, r := range c.Rows {
		fmt.Fprintf(out, "  %-12s %14.7g %14.7g %12.2g  %s\n", r.Name, r.Here, r.There, r.Difference, r.Where)
	}
	for _, d := range c.Differences {
		fmt.Fprintf(out, "%s: differs: %s\n", path, d)
	}
	if len(c.Rows) > 0 && c.Tolerance > mujoco.Tolerance {
		fmt.Fprintf(
			out, "  %s writes two digits: differences below %g %% do not show; a Python or Node.js has them all\n",
			c.Compiler, 100*c.Tolerance)
	}
}
