package main

import (
	"image"
	"os"
	"strings"

	"tumble/internal/app/capture"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/internal/curves"
	"tumble/internal/meter"
	"tumble/renderer"
)

// burner writes curves and the command into pictures. A nil burner leaves them alone.
type burner struct {
	session *session.Session
	meters  *measureWriter
	seconds float64 // that the axis of the curves has
	command string
}

// newBurner makes a burner as the flags ask for, nil for none; the pictures end after so many steps.
func newBurner(keys string, command bool, s *session.Session, steps int) (*burner, error) {
	if keys == "" && !command {
		return nil, nil
	}
	length := 1 / float64(s.Config.Loop.Hertz)
	b := &burner{session: s, seconds: float64(steps) * length, meters: &measureWriter{table: &curves.Table{}}}
	if command {
		b.command = "sandbox " + strings.Join(os.Args[1:], " ")
	}
	if keys == "" {
		return b, nil
	}
	meters, err := meter.Parse(keys)
	if err == nil {
		err = meter.Bind(s.World(), s.Run.Scene, meters)
	}
	if err != nil {
		return nil, cli.Exit(cli.ExitUsage, "--measure: %w", err)
	}
	b.meters, err = newMeasureWriter(nil, meters, s.Run, length, ".png")
	return b, err
}

// measure measures after a step.
func (b *burner) measure() error {
	if b == nil || len(b.meters.table.Columns) == 0 {
		return nil
	}
	run := b.session.Run
	return b.meters.write(run, float64(run.StepCount)*b.meters.length)
}

// burn writes into a picture.
func (b *burner) burn(c *renderer.Capture) {
	if b == nil {
		return
	}
	img := &image.NRGBA{Pix: c.Pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
	b.meters.table.Burn(img, b.seconds, b.command)
}

// burntSink writes into the pictures of a film.
type burntSink struct {
	capture.Sink
	burner *burner
}

func (s burntSink) Picture(c *renderer.Capture) error {
	s.burner.burn(c)
	return s.Sink.Picture(c)
}
