package main

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"tumble/engine/param"
	"tumble/internal/cli"
	"tumble/internal/sweep"
)

// cellConfig is the configuration of a cell of a study, named as study.toml#417.
func cellConfig(name string) (*param.Config, error) {
	path, number, ok := strings.Cut(name, "#")
	cell, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, cli.Exit(cli.ExitUsage, "--cell %s: must be STUDY.toml#NUMBER", name)
	}
	s, err := readStudy(path)
	if err != nil {
		return nil, err
	}
	if cell < 0 || cell >= s.Cells() {
		return nil, cli.Exit(cli.ExitUsage, "--cell %s: the study has the cells 0 to %d", name, s.Cells()-1)
	}
	values := s.Values(cell)
	if s.Design.Chain > 1 {
		// the points of a bisection follow from the rows before
		if values, err = recordedValues(rowsFolder(path), cell); err != nil {
			return nil, err
		}
	}
	config, err := s.Configure(values, s.Repetition(cell))
	if err != nil {
		return nil, err
	}
	scene := *config.Scene
	scene.Steps = s.Steps
	config.Scene = &scene
	return config, nil
}

// recordedValues are the values of a cell in the rows of a folder.
func recordedValues(dir string, cell int) ([]float64, error) {
	st, err := sweep.OpenStore(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, cli.Exit(cli.ExitInput, "the values of a bisection follow from its rows, and %s has none", dir)
	}
	if err != nil {
		return nil, err
	}
	defer st.Close()
	if !st.Has(cell) {
		return nil, cli.Exit(cli.ExitInput, "%s has no row of cell %d", dir, cell)
	}
	r, err := st.Result(cell)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(r.Row.Values))
	for i, v := range r.Row.Values {
		values[i] = float64(v)
	}
	return values, nil
}
