package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tumble/internal/app/animation"
	"tumble/internal/cli"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

// takeHelp says what --save without a step does.
const takeHelp = "without a step FILE.glb is the whole run as an animated glTF, FILE.html a page that plays it"

// takeNames are the endings of files that have a whole run, for messages.
var takeNames = strings.Join(animation.Formats, " or ")

// isTake reports whether a file is to have a whole run, by its name.
func isTake(file string) bool {
	return slices.Contains(animation.Formats, strings.ToLower(filepath.Ext(file)))
}

// takeWriter follows a run for the files that are to have all of it. Without files it does nothing.
type takeWriter struct {
	files    []string
	overlays []string
	film     animation.Film
}

// overlayHelp says what --overlay shows in files of a whole run.
var overlayHelp = "with --save FILE.glb or FILE.html: what to show beside the bodies, " +
	strings.Join(animation.MarkerNames, ", ")

// add takes a file that is to have the run.
func (t *takeWriter) add(file string) error {
	if slices.Contains(t.files, file) {
		return cli.Exit(cli.ExitUsage, "--save %s: is given twice", file)
	}
	t.files = append(t.files, file)
	return cli.Writable(file)
}

// pages reports whether a page is wanted.
func (t *takeWriter) pages() bool { return slices.ContainsFunc(t.files, animation.IsPage) }

// choose chooses the curves of a page by the keys of their meters, and what is shown beside the bodies.
func (t *takeWriter) choose(keys string) (err error) {
	if len(t.overlays) > 0 && len(t.files) == 0 {
		return cli.Exit(cli.ExitUsage, "--overlay goes with --save FILE of the whole run in %s", takeNames)
	}
	if t.film.Markers, err = animation.ParseMarkers(t.overlays); err != nil {
		return cli.Exit(cli.ExitUsage, "--overlay %w", err)
	}
	if !t.pages() {
		return nil
	}
	t.film.Page.Command = "sandbox " + strings.Join(os.Args[1:], " ")
	if t.film.Meters, err = meter.Parse(cmp.Or(keys, animation.DefaultMeters)); err != nil {
		return cli.Exit(cli.ExitUsage, "--measure: %w", err)
	}
	return nil
}

// begin begins with a world, or goes on with that of another scene.
func (t *takeWriter) begin(scene *scenes.Scene, w *physics.World) error {
	if len(t.files) == 0 {
		return nil
	}
	return t.film.Begin(scene, w)
}

// step takes the world after a step.
func (t *takeWriter) step(w *physics.World) error {
	if len(t.files) == 0 {
		return nil
	}
	return t.film.Step(w)
}

// follow takes the world of a replay at a step, see animation.Film.Follow.
func (t *takeWriter) follow(step int, w *physics.World, starts func(steps int) *scenes.Scene) error {
	if len(t.files) == 0 {
		return nil
	}
	return t.film.Follow(step, w, starts)
}

// write writes the files, also after an error: the run up to there.
func (t *takeWriter) write() (err error) {
	if !t.film.Begun() {
		return nil
	}
	for _, file := range t.files {
		err = errors.Join(err, cli.OutputError(t.film.Write(file)))
	}
	return err
}
