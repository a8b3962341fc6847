package main

import (
	"errors"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/renderer"
)

// traceFrames writes the present record of each frame to a file; for the empty path it gives nil. milliHz is
// the rate of the display in 1/1000 Hz, 0 if unknown.
func traceFrames(path string, milliHz int64) (func(*renderer.Present), func() error, error) {
	if path == "" {
		return nil, func() error { return nil }, nil
	}
	file, err := cli.CreateOutput(path)
	if err != nil {
		return nil, nil, err
	}
	period := int64(0)
	if milliHz > 0 {
		period = 1000 * timestep.Second / milliHz
	}
	w := diagnose.NewFrameTraceWriter(file, period)
	return func(p *renderer.Present) {
		if p.Swapped {
			w.Frame(diagnose.TraceFrame{DrawEnd: p.DrawEnd, Stamp: p.SwapEnd})
		}
	}, func() error { return cli.OutputError(errors.Join(w.Close(), file.Close())) }, nil
}
