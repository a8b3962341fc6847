package app

import (
	"fmt"
	"path/filepath"
	"slices"

	"tumble/internal/app/filedialog"
	"tumble/internal/app/history"
	"tumble/internal/app/stage"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
	"tumble/scene"
	"tumble/scene/model"
)

// asking is a dialog of the system that is open, and what is done with its answer.
type asking struct {
	dialog *filedialog.Dialog
	done   func(path string)
}

// ask asks for a file: in the dialog of the system, or in a list of the window where there is none. An empty answer is
// none.
func (a *App) ask(q filedialog.Question, done func(path string)) {
	a.endAsking()
	if a.options.SystemDialogs && filedialog.Available() {
		a.asking = &asking{filedialog.Ask(q, a.wake), done}
		return
	}
	a.show.Interface = true
	a.browser.AskInList(q, done)
}

// endAsking closes the dialog of the system.
func (a *App) endAsking() {
	if a.asking != nil {
		a.asking.dialog.Close()
		a.asking = nil
	}
}

// followAsking takes the answer of the dialog of the system.
func (a *App) followAsking() {
	o := a.asking
	if o == nil {
		return
	}
	path, done, err := o.dialog.Answer()
	if !done {
		return
	}
	a.asking = nil
	a.warn(a.now(), err)
	if path != "" {
		o.done(path)
	}
	a.loop.Redraw()
}

// wake has a frame drawn; any goroutine may call it.
func (a *App) wake() {
	a.woken.Store(true)
	if a.window != nil {
		a.window.PostEmptyEvent()
	}
}

// askOpen asks for a scene file and opens it.
func (a *App) askOpen() {
	a.ask(filedialog.Question{Title: "Open a scene", Folder: a.lastFolder(), Kind: "Scene files",
		Endings: scene.Endings()},
		func(path string) { a.openFile(path, a.now()) })
}

// askSave asks for the name of a file and saves the scene as it is when the answer comes, unless it is another one by
// then.
func (a *App) askSave(folder string) {
	if len(a.recent) > 0 && a.savedAs != "" {
		folder = filepath.Dir(a.savedAs)
	}
	asked := a.session
	a.ask(filedialog.Question{
		Save: true, Title: "Save the scene as", Folder: folder, Name: a.label() + ".gltf", Kind: "Scene files",
		Endings: scene.SavedEndings(),
	}, func(path string) {
		if a.session != asked {
			a.warn(a.now(), fmt.Errorf("%s is not written: another scene was opened meanwhile", shown(path)))
			return
		}
		if !scene.CanSave(path) {
			// the dialog has asked about the name as it was typed
			path = openscene.FreeName(path, ".gltf")
		}
		a.saveTo(path)
	})
}

// saveTo writes the world as it is now to a file, which Save writes again from then on.
func (a *App) saveTo(path string) {
	lacks, err := openscene.SaveTelling(path, a.session.Run, a.session.Config.Loop.Hertz,
		stage.SceneView(a.tools.Camera.State()))
	if err != nil {
		a.warn(a.now(), err)
		return
	}
	a.savedAs = path
	// the file of the scene itself did not change under it
	a.files = files{}
	a.keepRecent(path)
	a.past.history.Note(history.KindSave, "scene "+filepath.Base(path))
	a.say(a.now(), "saved "+shown(path))
	if len(lacks) > 0 && lacks[0].Rank < model.RankIgnored {
		a.message(a.now(), ui.ToneWarn, fmt.Sprintf("the format lacks %d things, the first: %s", len(lacks), lacks[0]))
	}
}

// mostRecent is how many files are remembered.
const mostRecent = 20

// keepRecent puts a file in front of those that were open lately.
func (a *App) keepRecent(path string) {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if len(a.recent) > 0 && a.recent[0] == path {
		return
	}
	list := slices.DeleteFunc(a.recent, func(s string) bool { return s == path })
	a.recent = append([]string{path}, list[:min(len(list), mostRecent-1)]...)
	a.warn(a.now(), a.keepSettings())
}

// lastFolder is the folder of the file that was open last, or that of files that are asked for.
func (a *App) lastFolder() string {
	if len(a.recent) > 0 {
		return filepath.Dir(a.recent[0])
	}
	folder, err := a.output()
	if err != nil {
		return ""
	}
	return folder
}
