package app

import (
	"fmt"
	"path/filepath"
	"slices"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
	"tumble/scene"
)

// reloadEvery is how often a scene file is looked at for changes (ns).
const reloadEvery = 500 * timestep.Millisecond

// files open, follow and save scene files.
type files struct {
	watch *openscene.Watch // of the scene and the files that it refers to
	name  string           // of the scene that watch is about
	next  int64            // when to look again, ns of the loop's clock
}

// dropped opens the first of the files that were dropped onto the window that is a scene; the keys for the scenes
// beside it lead to the others.
func (a *App) dropped(e *input.Event) {
	names := a.window.Dropped()
	list := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !scene.IsFile(name) })
	for i := range list {
		if whole, err := filepath.Abs(list[i]); err == nil {
			list[i] = whole
		}
	}
	switch {
	case len(list) > 0:
		a.drops = drops{paths: list}
		a.openDrop(0, e.Time)
		if n := len(list) - 1; n > 0 {
			a.say(e.Time, fmt.Sprintf("%s goes on to the other %d of the files", command.KeyName(command.NextScene), n))
		}
		a.loop.Redraw()
	case len(names) > 0:
		a.message(e.Time, ui.ToneBad, filepath.Base(names[0])+" is no scene file")
	}
}

// followFile opens the file of the scene again when it has changed; the camera stays where it is.
func (a *App) followFile(f *engine.Frame) {
	if a.loop == nil {
		// a picture without a window shows one version of the file
		return
	}
	name := a.session.Config.Scene.Name
	if name != a.files.name {
		a.files = files{watch: openscene.NewWatch(name, a.session.Config.Scene.Files), name: name}
	}
	if a.files.watch == nil {
		return
	}
	if f.Now >= a.files.next {
		a.files.next = f.Now + reloadEvery
		if a.opening == nil && a.files.watch.Changed() {
			a.reload(name, f.Now)
		}
	}
	f.Redraw(a.files.next - f.Now)
}

// reload opens the file of the scene again; the camera stays where it is then.
func (a *App) reload(name string, now int64) {
	a.readFile(name, func(r opened) {
		a.tools.Camera.Set(r.eye, true)
		a.say(now, "opened "+filepath.Base(name))
	})
}
