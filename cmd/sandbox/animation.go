package main

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"tumble/internal/app/animation"
	"tumble/internal/cli"
	"tumble/internal/wholefile"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// takeFormats are the endings of files that have a whole run.
var takeFormats = []string{".glb"}

// takeHelp says what --save without a step does.
const takeHelp = "FILE.glb without a step is the whole run as an animated glTF"

// isTake reports whether a file is to have a whole run, by its name.
func isTake(file string) bool {
	return slices.Contains(takeFormats, strings.ToLower(filepath.Ext(file)))
}

// takeWriter follows a run for the files that are to have all of it. Without files it does nothing.
type takeWriter struct {
	files []string
	take  animation.Take
	view  scenes.View
}

// add takes a file that is to have the run.
func (t *takeWriter) add(file string) error {
	if slices.Contains(t.files, file) {
		return cli.Exit(cli.ExitUsage, "--save %s: is given twice", file)
	}
	t.files = append(t.files, file)
	return cli.Writable(file)
}

// begin begins with a world, or goes on with that of another scene.
func (t *takeWriter) begin(scene *scenes.Scene, w *physics.World) error {
	if len(t.files) == 0 {
		return nil
	}
	if t.take.Steps() == 0 {
		t.view = scene.View
	}
	return t.take.Begin(scene, w)
}

// step takes the world after a step.
func (t *takeWriter) step(w *physics.World) error {
	if len(t.files) == 0 {
		return nil
	}
	return t.take.Step(w, float64(w.StepLength()))
}

// write writes the files, also after an error: the run up to there.
func (t *takeWriter) write() error {
	var errs error
	for _, file := range t.files {
		errs = errors.Join(errs, cli.OutputError(wholefile.Write(file, func(out io.Writer) error {
			return t.take.WriteGLB(out, t.view, renderer.NewCamera().FovY)
		})))
	}
	return errs
}
