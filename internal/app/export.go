package app

import (
	"errors"
	"fmt"
	"path/filepath"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/animation"
	"tumble/internal/app/stage"
	"tumble/internal/meter"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
)

// exportedLength is how much of the past Export takes (ns).
const exportedLength = 60 * timestep.Second

// export writes the last minute as a page and an animated glTF into a folder, seen as the window sees it now, with
// contacts and joints if the window shows them. A replay of the recording that the journal has makes them beside the
// session.
func (a *App) export(r request, folder string) {
	base := filepath.Join(folder, fmt.Sprintf("tumble-%s-%06d", a.label(), a.loop.Status().Tick))
	page := openscene.FreeName(base, ".html")
	model := openscene.FreeName(base, ".glb")
	run := openscene.FreeName(base+"-export", ".tumble")
	view := stage.SceneView(a.tools.Camera.State())
	markers := animation.Markers{Contacts: a.show.Contacts, Joints: a.show.Joints}
	a.say(r.now(), "exporting the last minute")
	a.journal.Export(run, r.now(), exportedLength, func() string {
		film, err := filmOf(run, view, markers)
		if err == nil {
			err = errors.Join(film.Write(page), film.Write(model))
		}
		if err != nil {
			return fmt.Sprintf("exporting what happened: %v", err)
		}
		return fmt.Sprintf("exported %s and %s", shown(page), filepath.Base(model))
	})
}

// filmOf plays a recording and follows it, seen from a view.
func filmOf(path string, view scenes.View, markers animation.Markers) (*animation.Film, error) {
	rec, err := record.Open(path)
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	meters, err := meter.Parse(animation.DefaultMeters)
	if err != nil {
		return nil, err
	}
	film := &animation.Film{Meters: meters, Markers: markers, Page: animation.Page{View: view}}
	// nobody goes back
	play, err := physics.NewReplay(rec.Calls, physics.ReplayOptions{Workers: 1})
	if err != nil {
		return nil, err
	}
	defer play.Close()
	starts := func(steps int) *scenes.Scene {
		part := rec.PartAfter(steps)
		if part == nil {
			return nil
		}
		scene, err := openscene.Find(part.Info.Scene)
		if err != nil {
			return &scenes.Scene{Name: openscene.Label(part.Info.Scene)}
		}
		return scene
	}
	for step := range rec.Calls.Steps() + 1 {
		if step > 0 {
			if err := play.Advance(); err != nil {
				return nil, err
			}
		}
		if err := film.Follow(step, play.World(), starts); err != nil {
			return nil, err
		}
	}
	if !film.Begun() {
		return nil, errors.New("nothing has happened")
	}
	return film, nil
}
