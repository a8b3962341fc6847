package app

import (
	"slices"

	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Open changes to another scene between two frames; the present one stays when that fails.
func (a *App) Open(scene *scenes.Scene) error {
	s, err := session.New(a.configOf(scene), a.options.Clock)
	if err != nil {
		return err
	}
	if a.loop.Player() != nil {
		a.endReplay("the replay ended: another scene was opened")
	}
	return a.change(s)
}

// change goes on with another session between two frames. A recording goes on with it.
func (a *App) change(s *session.Session) error {
	scene := s.Config.Scene
	// a file that is still opening would replace the scene that is asked for now
	a.giveUp()
	a.endTrial()
	s.TakeRecording(a.session)
	a.session.Close()
	a.session, a.view.Session, a.rebuilds, a.jumps = s, s, s.Rebuilds(), s.Jumps()
	a.loop.Restart(0)
	a.remember()
	a.forget()
	a.tools.Mouse.LetGo()
	a.picture.Stage().ShowAll()
	a.picture.Stage().Dress(scene)
	if err := a.loop.SetRate(int64(s.Config.Loop.Hertz)); err != nil {
		return err
	}
	a.picture.Stage().Update(s.World(), a.loop.Poses(), a.loop.Nodes())
	a.tools.Camera.Home(scene.View, true)
	a.title()
	a.savedAs = ""
	a.lab.Again()
	return nil
}

// forget drops the references of the picture and the tools to a world that is gone.
func (a *App) forget() {
	a.picture.Stage().Reset()
	a.tools.Forget()
	a.followTruth()
	a.view.Selected = physics.Body{}
}

// browse opens the scene that is so many places on in the gallery.
func (a *App) browse(by int) {
	if a.browseDrops(by) {
		return
	}
	all := scenes.All()
	// a scene from a file stands before the first and after the last of the gallery
	next := 0
	if by < 0 {
		next = len(all) - 1
	}
	if i := slices.Index(all, a.session.Config.Scene); i >= 0 {
		next = (i + by + len(all)) % len(all)
	}
	a.openScene(all[next], nil)
}

// blank changes to an empty floor.
func (a *App) blank() { a.openScene(openscene.Blank, nil) }

func (a *App) title() {
	if a.window != nil {
		a.window.SetTitle("Tumble – " + a.session.Config.Scene.Name)
	}
}
