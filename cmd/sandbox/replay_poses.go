package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tumble/engine/record"
	"tumble/internal/bodyname"
	"tumble/internal/cli"
	"tumble/physics"
)

// poseLine is the line of --poses for a step: the poses of all bodies that are not static.
type poseLine struct {
	Step   int        `json:"step"`
	Bodies []bodyPose `json:"bodies"`
}

type bodyPose struct {
	Name  string     `json:"name"`
	Pos   [3]float32 `json:"pos"`
	Rot   [4]float32 `json:"rot"`
	Awake bool       `json:"awake"`
}

// writePoses writes the poses that a recording holds, of all steps or those given, one JSON object a line. Nothing is
// computed.
func writePoses(ctx context.Context, rec *record.Recording, path string, steps []int, out io.Writer) error {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err == nil {
		err = rec.Calls.Show(w, 0)
	}
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
	}
	defer w.Close()
	if steps == nil {
		for step := range rec.Calls.Steps() + 1 {
			steps = append(steps, step)
		}
	}
	var line poseLine
	var bodies []physics.Body
	for _, step := range steps {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "at step %d of %d", step, rec.Calls.Steps())
		}
		if err := w.ShowStep(step); err != nil {
			return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
		}
		line = poseLine{Step: step, Bodies: line.Bodies[:0]}
		bodies = w.Bodies(bodies[:0])
		for _, b := range bodies {
			if b.Type() == physics.Static {
				continue
			}
			t := b.Transform()
			line.Bodies = append(line.Bodies, bodyPose{
				Name: bodyname.Of(b), Pos: triple(t.P), Rot: [4]float32{t.Q.X, t.Q.Y, t.Q.Z, t.Q.W}, Awake: b.Awake(),
			})
		}
		text, err := json.Marshal(&line)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// tellPoses adds to the error of a recording that this version carries out otherwise, or not at all, that its poses
// can be seen.
func tellPoses(err error, rec *record.Recording, path string) error {
	var exit *cli.Error
	if err == nil || !rec.Calls.HasPoses() || !errors.As(err, &exit) {
		return err
	}
	if exit.Code != cli.ExitFailed && exit.Code != cli.ExitInput {
		return err
	}
	return &cli.Error{Code: exit.Code, Err: fmt.Errorf(
		"%w; the poses of its %d steps are there: sandbox run %s shows them, --poses writes them",
		err, rec.Calls.Steps(), path)}
}
