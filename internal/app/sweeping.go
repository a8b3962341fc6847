package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/sweeps"
	"tumble/internal/openscene"
	"tumble/internal/sweep"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
	"tumble/scene"
)

// sweeping is the study that was begun last.
type sweeping struct {
	run  *sweeps.Run // nil for none
	told bool        // that it has ended
}

// openSweep opens or closes the window with the sweep.
func (a *App) openSweep() {
	a.show.Interface = true
	a.panels.SetSweeps(&a.view, !a.panels.Sweeps())
}

var errSweeping = errors.New("a sweep is in progress: stop it first")

// beginSweep writes a study of a parameter into the folder for files and simulates it in processes beside the window.
func (a *App) beginSweep(d *sweep.Draft, now bool) error {
	if r := a.sweeping.run; r != nil {
		if ended, _ := r.Ended(); !ended {
			return errSweeping
		}
	}
	folder, err := a.output()
	if err != nil {
		return err
	}
	key := strings.ReplaceAll(d.Param.Key, ".", "-")
	path := openscene.FreeName(filepath.Join(folder, fmt.Sprintf("tumble-%s-%s", a.label(), key)), ".toml")
	scene, changed, err := a.sweptScene(d, now, strings.TrimSuffix(path, ".toml")+"-scene")
	if err != nil {
		return err
	}
	text, err := d.Study(scene, changed)
	if err != nil {
		return err
	}
	run, err := sweeps.Start(a.options.Sweep, path, text, d.Param, a.wake)
	if err != nil {
		return err
	}
	a.sweeping = sweeping{run: run}
	a.view.Sweep = run
	return nil
}

// sweptScene is the scene of a study, and the parameters that differ from those it asks for. The world as it is now is
// saved to a file; a scene that has no name and no file can be had in no other way.
func (a *App) sweptScene(d *sweep.Draft, now bool, base string) (name string, changed []*param.Param, err error) {
	config, all := a.session.Config, a.session.Registry.Changed()
	name = config.Scene.Name
	if _, known := scenes.Find(name); !now && known {
		return name, all, nil
	}
	if !now && scene.IsFile(name) {
		name, err = filepath.Abs(name)
		return name, all, err
	}
	if strings.HasPrefix(d.Param.Key, "scene.") {
		return "", nil, errors.New("a parameter of the scene cannot vary in the world as it is now")
	}
	for _, p := range all {
		// bodies have their places, masses and materials already
		if !p.IsThing() && !strings.HasPrefix(p.Key, "scene.") && !strings.HasPrefix(p.Key, "material.") {
			changed = append(changed, p)
		}
	}
	path := openscene.FreeName(base, ".glb")
	err = openscene.Save(path, a.session.Run, config.Loop.Hertz, stage.SceneView(a.tools.Camera.State()))
	return filepath.Base(path), changed, err
}

// followSweep says once that the study has ended.
func (a *App) followSweep(now int64) {
	s := &a.sweeping
	if s.run == nil || s.told {
		return
	}
	ended, err := s.run.Ended()
	if !ended {
		return
	}
	s.told = true
	switch t := s.run.Table(); {
	case err != nil:
		a.warn(now, fmt.Errorf("sweep: %w", err))
	case t.Whole():
		a.message(now, ui.ToneGood, fmt.Sprintf("sweep: %d cells, %s", t.Cells, shown(s.run.Page)))
	default:
		a.say(now, fmt.Sprintf("sweep stopped after %d of %d cells", len(t.Rows), t.Cells))
	}
}

var errNoPage = errors.New("the page is written when the study ends")

// openSweepPage shows the results in the browser of the system.
func (a *App) openSweepPage() error {
	r := a.sweeping.run
	if r == nil {
		return errNoPage
	}
	if _, err := os.Stat(r.Page); err != nil {
		return errNoPage
	}
	return sweeps.OpenPage(r.Page)
}

// openCell opens a cell of the study in the loop of the window, and lets it run until a guard rail of the study breaks.
func (a *App) openCell(cell int) {
	r := a.sweeping.run
	if r == nil {
		return
	}
	clock, loop := a.options.Clock, a.session.Config.Loop
	stop := ""
	a.beginOpening(fmt.Sprintf("cell %d", cell), func() opened {
		study, err := sweep.Read(r.Study)
		if err != nil {
			return opened{err: err}
		}
		if len(study.Guards) > 0 {
			stop = study.Guards[0].Breaks
		}
		config, err := study.Configure(study.Values(cell), study.Repetition(cell))
		if err != nil {
			return opened{err: err}
		}
		loop.Hertz, loop.Workers = config.Loop.Hertz, config.Loop.Workers
		config.Loop = loop
		s, err := session.New(config, clock)
		return opened{session: s, err: err}
	}, func(o opened) {
		err := o.err
		if err == nil {
			err = a.watch.StopWhere(stop, a.session.World(), a.session.Run.Scene)
		}
		if err != nil {
			a.warn(a.now(), err)
			return
		}
		a.loop.Virtual().SetPaused(false)
	})
}

// endSweep stops the study: its rows are kept.
func (a *App) endSweep() {
	if a.sweeping.run != nil {
		a.sweeping.run.Close()
	}
}

// scriptSweep simulates a study: KEY, and if given the range, the number of cells and that of steps.
func (a *App) scriptSweep(_ request, words []string, _ *scriptAnswer) error {
	if len(words) != 1 && len(words) != 3 && len(words) != 4 && len(words) != 5 {
		return errors.New("app: sweep KEY [LOW HIGH [CELLS [STEPS]]]")
	}
	numbers := make([]float64, len(words)-1)
	for i, word := range words[1:] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || i >= 2 && (v != float64(int(v)) || v < 1) {
			return fmt.Errorf("app: sweep: %q is no such number", word)
		}
		numbers[i] = v
	}
	d, err := a.panels.PlanSweep(&a.view, words[0], func(d *sweep.Draft) {
		if len(numbers) > 1 {
			d.Low, d.High = numbers[0], numbers[1]
		}
		if len(numbers) > 2 {
			d.Count = int(numbers[2])
		}
		if len(numbers) > 3 {
			d.Steps = int(numbers[3])
		}
	})
	if err != nil {
		return err
	}
	a.show.Interface = true
	return a.beginSweep(d, false)
}

// scriptWaitSweep waits until the study has ended.
func (a *App) scriptWaitSweep(request, []string, *scriptAnswer) error {
	if a.sweeping.run == nil {
		return errors.New("app: no sweep is in progress")
	}
	a.script.sweeps = true
	return nil
}

// scriptStopSweep stops the study in progress.
func (a *App) scriptStopSweep(request, []string, *scriptAnswer) error {
	if a.sweeping.run == nil {
		return errors.New("app: no sweep is in progress")
	}
	a.sweeping.run.Stop()
	return nil
}
