package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"tumble/engine/inputfile"
	"tumble/internal/cli"
	"tumble/physics/scenes"
)

// maxControls bounds a table of controls (bytes).
const maxControls = 64 << 20

// controlTable are controls of actuators over time.
type controlTable struct {
	times    []float64 // s, rising
	rows     [][]float32
	controls []float32 // of all actuators of the scene, nil before the first step
	columns  []int     // actuators of the columns
}

// readControls reads a table, nil without a file: the column time in seconds, and a column for each actuator by its
// name. Between two rows controls change evenly; before the first and after the last they stay.
func readControls(file string, scene *scenes.Scene) (*controlTable, error) {
	if file == "" {
		return nil, nil
	}
	wrong := func(format string, args ...any) error {
		return cli.Exit(cli.ExitInput, "--ctrl %s: "+format, append([]any{file}, args...)...)
	}
	data, err := inputfile.Read(file, maxControls)
	if err != nil {
		return nil, cli.Exit(cli.ExitInput, "--ctrl: %w", err)
	}
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, wrong("%w", err)
	}
	names := make([]string, len(scene.Actuators))
	t := &controlTable{}
	for i := range names {
		names[i] = scene.Actuators[i].Name
	}
	if len(names) == 0 {
		return nil, wrong("%s has no actuators", scene.Name)
	}
	if len(records) < 2 || strings.TrimSpace(records[0][0]) != "time" {
		return nil, wrong("must begin with a line of names, the first of them time, and have a line of numbers")
	}
	for _, name := range records[0][1:] {
		at := slices.Index(names, strings.TrimSpace(name))
		if at < 0 || slices.Contains(t.columns, at) {
			return nil, wrong("column %q: must be one of %s, each once", name, strings.Join(names, ", "))
		}
		t.columns = append(t.columns, at)
	}
	for i, record := range records[1:] {
		row := make([]float32, len(record)-1)
		var at float64
		for k, text := range record {
			x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 {
				return nil, wrong("line %d: %s %q: must be a number from -1e6 to 1e6", i+2, records[0][k], text)
			}
			if k == 0 {
				at = x
			} else {
				row[k-1] = float32(x)
			}
		}
		if n := len(t.times); n > 0 && at <= t.times[n-1] {
			return nil, wrong("line %d: time %g s: must be after %g s", i+2, at, t.times[n-1])
		}
		t.times, t.rows = append(t.times, at), append(t.rows, row)
	}
	return t, nil
}

// drive puts a run under the controls of a time (s).
func (t *controlTable) drive(run *scenes.Run, now float64) error {
	if t == nil {
		return nil
	}
	if t.controls == nil {
		t.controls = run.Controls()
	}
	next, found := slices.BinarySearch(t.times, now)
	before, after, share := max(next-1, 0), min(next, len(t.rows)-1), float32(0)
	switch {
	case found:
		before = next
	case before < after:
		share = float32((now - t.times[before]) / (t.times[after] - t.times[before]))
	}
	for k, at := range t.columns {
		x := t.rows[before][k]
		t.controls[at] = x + float32(share*(t.rows[after][k]-x))
	}
	return run.Drive(t.controls)
}
