package app

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/bodyname"
	"tumble/internal/capsule"
	"tumble/internal/openscene"
	"tumble/internal/wholefile"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// waitingCapsule is a capsule that lacks its picture.
type waitingCapsule struct {
	capsule       *capsule.Capsule
	path, picture string
	test          bool // the command of its test was copied
}

// makeCapsule takes the moment and what led to it, and asks for the picture; the file is written when that has arrived.
func (a *App) makeCapsule(r request, folder string) {
	c, err := a.momentOf()
	a.warn(r.now(), err)
	if c == nil {
		return
	}
	s := a.session
	path := openscene.FreeName(filepath.Join(folder, fmt.Sprintf("tumble-%s-%06d", a.label(), s.Steps())),
		capsule.Extension)
	a.past.history.Note(history.KindSave, "capsule "+filepath.Base(path))
	a.capsule = &waitingCapsule{capsule: c, path: path, picture: path + ".png"}
	a.shots.Request(a.capsule.picture)
	a.loop.Redraw()
}

// makeTest saves a capsule and copies the command that fails where the condition that stops time holds on the way there
// or after it.
func (a *App) makeTest(r request, folder string) {
	c := a.watch.Condition()
	if c == nil {
		a.message(r.now(), ui.ToneWarn, "there is no condition to test: the window Meters takes what must never hold")
		return
	}
	if recorder := a.session.Recorder(); recorder == nil || recorder.Path() == "" {
		a.message(r.now(), ui.ToneWarn, "a test repeats what led here, and this session is not recorded")
		return
	}
	a.makeCapsule(r, folder)
	if a.capsule == nil {
		return
	}
	a.capsule.test = true
	a.window.SetClipboard("sandbox test " + session.Quoted(a.capsule.path) + " --measure " +
		session.Quoted("not ("+c.String()+")"))
}

// momentOf is the session as it is now, with the view and what led to it. A capsule may come with an error about files
// that are left out.
func (a *App) momentOf() (*capsule.Capsule, error) {
	s := a.session
	c, left := s.Capsule(a.options.Journal.Program)
	if c == nil {
		return nil, left
	}
	eye := a.tools.Camera.State()
	c.Camera = capsule.Camera{Pivot: eye.Pivot, Yaw: eye.Yaw, Pitch: eye.Pitch, Distance: eye.Distance}
	if b := a.tools.Mouse.Marks().Selected; b.Valid() {
		c.Selected = bodyname.Of(b)
	}
	a.recordLook()
	var err error
	if c.Journal, err = journalOf(s.Recorder()); err != nil {
		return nil, err
	}
	return c, left
}

// journalOf is the journal that a recorder has written until now, nothing without one.
func journalOf(r *record.Recorder) ([]byte, error) {
	if r == nil || r.Path() == "" {
		return nil, nil
	}
	if err := r.Flush(); err != nil {
		return nil, err
	}
	return inputfile.Read(r.Path(), math.MaxInt64)
}

// finishCapsule writes the capsule whose picture has arrived.
func (a *App) finishCapsule(now int64, picture string) (finished bool) {
	w := a.capsule
	if w == nil || picture != w.picture {
		return false
	}
	a.capsule = nil
	data, err := inputfile.Read(w.picture, math.MaxInt64)
	if err == nil {
		err = os.Remove(w.picture)
	}
	w.capsule.Picture = data
	if err == nil {
		err = wholefile.Write(w.path, func(out io.Writer) error { return w.capsule.Write(out) })
	}
	if err != nil {
		a.warn(now, err)
		return true
	}
	text := "saved " + shown(w.path)
	if w.test {
		text += "; the command of its test is copied"
	}
	a.say(now, text)
	return true
}

// ShowMoment looks at the scene as the capsule did.
func (a *App) ShowMoment(c *capsule.Capsule) {
	eye := &c.Camera
	if eye.Distance > 0 {
		a.tools.Camera.Set(renderer.CameraState{Pivot: eye.Pivot, Yaw: eye.Yaw, Pitch: eye.Pitch,
			Distance: eye.Distance}, true)
	}
	if b, ok := bodyname.Find(a.session.World(), c.Selected); ok && c.Selected != "" {
		a.tools.Mouse.Select(b)
	}
	a.say(a.now(), "opened a capsule: "+c.Describe())
}
