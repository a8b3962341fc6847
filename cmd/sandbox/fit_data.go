package main

import (
	"errors"
	"path/filepath"
	"strings"

	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/internal/cli"
	"tumble/internal/fit"
	"tumble/internal/meter"
	"tumble/internal/sweep"
	"tumble/physics"
)

// readMeasured reads the data that a study is to follow: a table, messages or a recording, by the ending of the file.
func readMeasured(s *sweep.Study, path string) (*fit.Data, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".tumble":
		return readRecorded(s, path)
	default:
		file, err := inputfile.Open(path)
		if err != nil {
			return nil, &cli.Error{Code: cli.ExitInput, Err: err}
		}
		var data *fit.Data
		if ext == ".mcap" {
			data, err = fit.ReadMCAP(file)
		} else {
			data, err = fit.ReadCSV(file)
		}
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, cli.Exit(cli.ExitInput, "%s: %w", path, err)
		}
		return data, nil
	}
}

// readRecorded carries out a recording and reads the followed quantities after each step: each column is its quantity
// in the recorded world. Steps in which a body is missing are gaps.
func readRecorded(s *sweep.Study, path string) (*fit.Data, error) {
	rec, err := readRecording(path)
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	if rec.State != nil || !rec.Calls.HasWorld() {
		return nil, cli.Exit(cli.ExitInput, "%s: holds no calls of a world to follow; sandbox sim --record writes them",
			path)
	}
	replay, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
	if err != nil {
		return nil, cli.Exit(cli.ExitInput, "%s: %w", path, err)
	}
	defer replay.Close()
	data, err := follow(s, rec, replay)
	if err != nil {
		return nil, cli.Exit(cli.ExitInput, "%s: %w", path, err)
	}
	return data, nil
}

// follow reads the followed quantities of all steps.
func follow(s *sweep.Study, rec *record.Recording, replay *physics.Replay) (*fit.Data, error) {
	d := &fit.Data{Columns: map[string][]float64{}}
	hertz := float64(rec.First().Info.Hz)
	var missing error
	found := false
	for step := 0; step <= rec.Calls.Steps(); step++ {
		if err := replay.Seek(step); err != nil {
			return nil, err
		}
		// bodies come and go, and a recorded program may go on with another world
		set, err := s.Followed(replay.World())
		if err != nil {
			missing = err
		}
		found = found || err == nil
		d.Time = append(d.Time, float64(step)/hertz)
		for i, v := range set.Measure(replay.World(), meter.After(step, int(rec.First().Info.Hz)), nil) {
			name := s.Fit.Follow[i].Column
			d.Columns[name] = append(d.Columns[name], v)
		}
	}
	if !found {
		return nil, missing
	}
	return d, nil
}
