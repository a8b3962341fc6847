package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/ui"
	"tumble/scene"
	"tumble/scene/model"
)

// opening is a scene that is read and built beside the window, which goes on with the one before.
type opening struct {
	name  string
	began int64 // ns of the loop's clock, 0 until the first frame
	done  chan opened
	after func(opened)
}

// opened is the result of opening a scene.
type opened struct {
	session *session.Session
	model   *model.Model // nil for a scene of the library
	err     error
	panic   any
	eye     renderer.CameraState // before the change
}

// beginOpening reads and builds a scene in another goroutine. One that is ready within the patience of the options
// opens at once; for a longer one the window goes on and says so. A scene that was being opened is given up.
func (a *App) beginOpening(name string, build func() opened, after func(opened)) {
	a.giveUp()
	o := &opening{name: name, done: make(chan opened, 1), after: after}
	go func() {
		var r opened
		defer func() {
			if r.panic = recover(); r.panic != nil {
				r.session = nil
			}
			o.done <- r
			a.wake()
		}()
		r = build()
	}()
	if a.options.Patience <= 0 {
		a.opened(o, <-o.done)
		return
	}
	select {
	case r := <-o.done:
		a.opened(o, r)
	case <-time.After(time.Duration(a.options.Patience)):
		a.opening = o
	}
}

// giveUp forgets the scene that is being opened: it is closed when it is ready.
func (a *App) giveUp() {
	if o := a.opening; o != nil {
		a.opening = nil
		go func() {
			if r := <-o.done; r.session != nil {
				r.session.Close()
			}
		}()
	}
}

// opened changes to a scene that is ready.
func (a *App) opened(o *opening, r opened) {
	if r.panic != nil {
		// a bug of the building, told where the others are
		panic(fmt.Sprintf("app: opening %s: %v", o.name, r.panic))
	}
	r.eye = a.tools.Camera.State()
	if r.err == nil && r.session != nil {
		if a.loop.Player() != nil {
			a.endReplay("the replay ended: another scene was opened")
		}
		r.err = a.change(r.session)
	}
	o.after(r)
	a.loop.Redraw()
}

// followOpening takes the scene that was being opened when it is ready.
func (a *App) followOpening() {
	o := a.opening
	if o == nil {
		return
	}
	select {
	case r := <-o.done:
		a.opening = nil
		a.opened(o, r)
	default:
	}
}

// busyAfter (ns) is how long something takes before the window says so.
const busyAfter = 300 * timestep.Millisecond

// busy is the name of the work that takes long now, empty for nothing.
func (a *App) busy(f *engine.Frame) string {
	o := a.opening
	if q := a.past.quest; q != nil && o == nil {
		return fmt.Sprintf("Going through the past: %.0f %%", 100*q.Share())
	}
	if o == nil {
		return ""
	}
	if o.began == 0 {
		o.began = f.Now
	}
	f.Redraw(100 * timestep.Millisecond)
	if f.Now-o.began < busyAfter {
		return ""
	}
	return "Opening " + o.name
}

// openScene changes to a scene of the library with values for its parameters.
func (a *App) openScene(scene *scenes.Scene, values scenes.Values) {
	config := a.configOf(scene)
	if len(values) > 0 {
		config.Values = values
	}
	clock := a.options.Clock
	a.beginOpening(scene.Name, func() opened {
		s, err := session.New(config, clock)
		return opened{session: s, err: err}
	}, func(r opened) {
		if r.err != nil {
			a.warn(a.now(), r.err)
			return
		}
		a.warnOfHeavy(scene.Name)
	})
}

// warnOfHeavy tells that time may not keep up in a scene, as far as that is known.
func (a *App) warnOfHeavy(name string) {
	if facts := a.thumbnails.Known(name); facts.Heavy() {
		a.message(a.now(), ui.ToneWarn, openscene.Label(name)+" is heavy: time may go slower than the clock")
	}
}

// openFile opens a scene file. When it cannot be used, the present scene stays.
func (a *App) openFile(path string, now int64) {
	a.readFile(path, func(opened) { a.say(now, "opened "+filepath.Base(path)) })
}

// readFile opens a scene file and calls then when it is there.
func (a *App) readFile(path string, then func(opened)) {
	if whole, err := filepath.Abs(path); err == nil && path != a.session.Config.Scene.Name {
		path = whole
	}
	clock, configOf := a.options.Clock, a.configMaker()
	a.beginOpening(filepath.Base(path), func() (r opened) {
		if r.model, r.err = openscene.Read(path); r.err != nil {
			return r
		}
		r.session, r.err = session.New(configOf(r.model.Scene()), clock)
		return r
	}, func(r opened) {
		if r.model != nil && path == a.files.name {
			// also of one that cannot be used: it may only lack a file
			a.files.watch.Follow(r.model.Files)
		}
		if r.err != nil {
			a.message(a.now(), ui.ToneBad, strings.TrimPrefix(r.err.Error(), scene.ErrFile.Error()+" "))
			return
		}
		a.keepRecent(path)
		then(r)
	})
}
