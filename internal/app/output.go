package app

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/app/history"
	"tumble/internal/app/stage"
	"tumble/internal/bodyname"
	"tumble/internal/openscene"
	"tumble/internal/wholefile"
	"tumble/renderer/ui"
	"tumble/scene/model"
)

// output is the folder for files that the user asks for in the window, made when it is needed.
func (a *App) output() (string, error) {
	folder := cmp.Or(a.options.Output, a.outputKept, a.options.DefaultOutput)
	if folder == "" {
		return "", nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("app: folder for files: %w", err)
	}
	return folder, nil
}

// Output is the folder for files that the user asks for in the window, made where it is missing.
func (a *App) Output() (string, error) { return a.output() }

// write carries out a command that writes files, with the folder for them.
func write(act func(a *App, r request, folder string)) func(*App, request) {
	return func(a *App, r request) {
		folder, err := a.output()
		if err != nil {
			a.warn(r.now(), err)
			return
		}
		act(a, r, folder)
	}
}

// saveScene writes the world as it is now, with the view of the window: to the file that it was saved as, or to a new
// one in a folder.
func (a *App) saveScene(r request, folder string) {
	if a.savedAs != "" {
		a.saveTo(a.savedAs)
		return
	}
	run := a.session.Run
	ext := ".gltf"
	if run.World.BodyCount() > 2000 {
		ext = ".glb"
	}
	name := fmt.Sprintf("tumble-%s-%06d", a.label(), a.loop.Status().Tick)
	path := openscene.FreeName(filepath.Join(folder, name), ext)
	if err := openscene.Save(path, run, a.session.Config.Loop.Hertz, stage.SceneView(a.tools.Camera.State())); err !=
		nil {
		a.warn(r.now(), err)
		return
	}
	a.past.history.Note(history.KindSave, "scene "+filepath.Base(path))
	a.keepRecent(path)
	a.say(r.now(), "saved "+shown(path))
}

// saveSelection writes the selected bodies with their joints to a new file in a folder.
func (a *App) saveSelection(r request, folder string) {
	list := a.tools.Mouse.Selection()
	if len(list) == 0 {
		a.message(r.now(), ui.ToneWarn, "select what is to be saved")
		return
	}
	path := openscene.FreeName(filepath.Join(folder, fmt.Sprintf("tumble-%s-selection", a.label())), ".gltf")
	err := openscene.SaveBodies(path, a.session.Run, list, a.session.Config.Loop.Hertz,
		stage.SceneView(a.tools.Camera.State()))
	if err != nil {
		a.warn(r.now(), err)
		return
	}
	what := "1 body"
	if n := len(list); n > 1 {
		what = fmt.Sprintf("%d bodies", n)
	}
	a.say(r.now(), fmt.Sprintf("saved %s as %s", what, shown(path)))
}

// copyBody copies the selected body as code.
func (a *App) copyBody(r request) {
	b := a.tools.Mouse.Marks().Selected
	if !b.Valid() {
		a.message(r.now(), ui.ToneWarn, "select a body first")
		return
	}
	text, err := model.GoSource(b)
	if err != nil {
		a.warn(r.now(), err)
		return
	}
	a.window.SetClipboard(text)
	a.say(r.now(), "copied "+bodyname.Of(b)+" as Go")
}

// saveMeters writes the curves that are watched to a new file of a format in a folder.
func (a *App) saveMeters(r request, folder, format string) {
	if len(a.watch.Curves()) == 0 {
		a.message(r.now(), ui.ToneWarn, "no meter is watched")
		return
	}
	path := openscene.FreeName(filepath.Join(folder, fmt.Sprintf("tumble-%s-meters", a.label())), format)
	table := a.watch.Table(a.label(), a.session.Config.Loop.Hertz)
	err := wholefile.Write(path, func(w io.Writer) error { return table.Write(w, path) })
	if err != nil {
		a.warn(r.now(), err)
		return
	}
	a.say(r.now(), "saved "+shown(path))
}

// unwritten tells of pictures that could not be written: that of the command line ends the program, others are told.
func (a *App) unwritten(now int64, err error) {
	if name := a.options.Screenshot; name != "" && strings.Contains(err.Error(), name) {
		a.err = err
		return
	}
	if r := a.script; r != nil && r.pictured != nil && strings.Contains(err.Error(), r.picture) {
		r.pictured.Error = err.Error()
		return
	}
	a.series.End()
	a.warn(now, err)
}

// shown is the path of a file as a user is told about it: whole, so that it can be found.
func shown(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}
