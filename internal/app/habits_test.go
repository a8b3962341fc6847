package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/openscene"
)

// typedKey presses a key in the interface.
func (r *rig) typedKey(k input.Key) {
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: k, Action: input.Press})
	r.run(4)
}

// A new scene is an empty floor; Save as asks for a name, and Save writes that file again; both are remembered.
func TestSaveUnderAName(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	change := func(_ *engine.LoopConfig, o *Options) {
		o.Folder, o.Output = folder, out
		o.Placement = func() (Placement, bool) { return Placement{X: 40, Y: 50, Width: 900, Height: 600}, true }
	}
	r := newPanelRig(t, "pyramid36", change)
	r.app.panels.EndWelcome()
	r.key(key('N'), input.ModControl)
	r.run(3)
	if s := r.app.session.Config.Scene; s != openscene.Blank || len(r.dynamic()) != 0 {
		t.Fatalf("the new scene is %s with %d bodies", s.Name, len(r.dynamic()))
	}
	r.key(key('S'), input.ModControl|input.ModShift)
	r.run(3)
	r.typed("mine")
	r.typedKey(input.KeyEnter)
	path := filepath.Join(out, "mine.gltf")
	first, err := os.Stat(path)
	if err != nil {
		t.Fatalf("not saved: %v; %s", err, r.app.panels.Message())
	}
	r.key(key('N'), 0)
	r.move(640, 500)
	r.key(key('B'), 0)
	r.run(20)
	r.key(key('S'), input.ModControl)
	r.run(3)
	second, err := os.Stat(path)
	if err != nil || second.Size() <= first.Size() {
		t.Errorf("Save did not write the file again: %v", r.app.panels.Message())
	}
	if files, _ := os.ReadDir(out); len(files) != 1 {
		t.Errorf("%d files", len(files))
	}
	r.close()
	if at, ok := LastPlacement(folder); !ok || at.Width != 900 || at.X != 40 {
		t.Errorf("the place of the window is %+v, %v", at, ok)
	}
	r = newPanelRig(t, "pyramid36", change)
	defer r.close()
	if !slices.Equal(r.app.recent, []string{path}) {
		t.Errorf("recent files: %v", r.app.recent)
	}
	if r.app.panels.EndWelcome() {
		t.Error("the card of the first start is shown again")
	}
	r.app.openFile(path, 0)
	if name := r.app.session.Config.Scene.Name; name != path {
		t.Errorf("the scene is %s: %s", name, r.app.panels.Message())
	}
}

// A double click looks at a body, and turning with a button beside it keeps the point under the cursor.
func TestDoubleClickFocuses(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(30)
	top := highest(r.dynamic())
	r.point(top)
	for range 2 {
		r.button(input.MouseLeft, input.Press, 0)
		r.button(input.MouseLeft, input.Release, 0)
	}
	st := r.app.tools.Camera.State()
	if d := st.Pivot.Sub(mglvec.Of(top.WorldCenter())).Len(); d > 0.3 || st.Distance > 8 {
		t.Errorf("the camera looks %.2f m beside the body from %.1f m", d, st.Distance)
	}
	r.run(60)
	r.move(320, 340)
	at := mglvec.Of(r.app.tools.Cursor.Under(0))
	seen := func() (x, y float32) {
		v := r.app.tools.Camera.View(640, 360)
		x, y, _, _ = v.Project(at, 640, 360)
		return x, y
	}
	x0, y0 := seen()
	r.button(input.MouseLeft, input.Press, input.ModAlt)
	r.move(420, 330)
	r.button(input.MouseLeft, input.Release, input.ModAlt)
	r.run(120)
	x, y := seen()
	if dx, dy := x-x0, y-y0; dx*dx+dy*dy > 9 {
		t.Errorf("the point under the cursor moved by %.0f, %.0f pixels", dx, dy)
	}
}

// While a scene is read and built the window goes on and says so; Esc gives it up.
func TestOpeningGoesOnBesideTheWindow(t *testing.T) {
	r := newPanelRig(t, "box", func(_ *engine.LoopConfig, o *Options) { o.Patience = 1 })
	defer r.close()
	hold := make(chan struct{})
	before := r.app.session
	closed := false
	slow := func() opened { <-hold; return opened{} }
	r.app.beginOpening("large", slow, func(opened) { closed = true })
	r.run(40)
	if r.app.view.Busy == "" {
		t.Fatal("nothing says that a scene is being opened")
	}
	r.typedKey(input.KeyEscape)
	if r.app.opening != nil || !strings.Contains(r.app.panels.Message(), "given up") {
		t.Errorf("Esc does not give up: %s", r.app.panels.Message())
	}
	close(hold)
	r.run(3)
	if closed || r.app.session != before {
		t.Error("what was given up was opened")
	}
	r.app.browse(1)
	for end := time.Now().Add(30 * time.Second); r.app.session == before && time.Now().Before(end); {
		r.run(1)
		time.Sleep(time.Millisecond)
	}
	if r.app.session == before {
		t.Error("the next scene is not opened")
	}
}
