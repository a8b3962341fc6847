package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/internal/app/watch"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// newPanelRig is the application with its panels, in a window of 1280 × 720.
func newPanelRig(t testing.TB, scene string, change func(*engine.LoopConfig, *Options)) *rig {
	r := newRig(t, scene, change)
	r.window.Width, r.window.Height = 1280, 720
	r.app.show.Interface = true
	r.run(4)
	return r
}

func (r *rig) typed(s string) {
	for _, c := range s {
		r.loop.Inbox().Push(input.Event{Kind: input.EventChar, Code: c})
	}
	r.run(3)
}

// The mouse changes a parameter of the world, and a recording of it replays.
func TestSliderInTheWindow(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	before := r.app.session.World().Settings().Gravity
	// the second slider of the first section is gravity along y
	x, y := 1180.0, 164.0
	r.move(x, y)
	r.button(input.MouseLeft, input.Press, input.ModControl)
	r.button(input.MouseLeft, input.Release, input.ModControl)
	r.run(2)
	if !r.app.panels.WantsKeys() {
		t.Fatal("a click with Ctrl does not edit the slider")
	}
	r.typed("-1.62")
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: input.KeyEnter, Action: input.Press})
	r.run(5)
	if g := r.app.session.World().Settings().Gravity; g.Y != -1.62 || g.X != before.X {
		t.Fatalf("gravity is %v", g)
	}
	r.move(x, y)
	r.button(input.MouseRight, input.Press, 0)
	r.button(input.MouseRight, input.Release, 0)
	r.run(5)
	// the first entry of the menu
	r.move(x+40, y+15)
	r.button(input.MouseLeft, input.Press, 0)
	r.button(input.MouseLeft, input.Release, 0)
	r.run(5)
	if g := r.app.session.World().Settings().Gravity; g != before {
		t.Errorf("after a reset gravity is %v, want %v", g, before)
	}
	if r.app.tools.Mouse.Dragging() || r.app.tools.Camera.State().Yaw == 0 && r.window.Cursor == engine.CursorCaptured {
		t.Error("the right button reached the camera through the panel")
	}
}

// Events over a panel do not reach the world or the camera.
func TestPanelsKeepEventsFromTheWorld(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	state := r.app.tools.Camera.State()
	bodies := len(r.dynamic())
	r.move(1100, 600)
	r.button(input.MouseLeft, input.Press, input.ModShift)
	r.move(1000, 500)
	r.button(input.MouseLeft, input.Release, input.ModShift)
	r.button(input.MouseMiddle, input.Press, 0)
	r.move(1050, 550)
	r.button(input.MouseMiddle, input.Release, 0)
	r.loop.Inbox().Push(input.Event{Kind: input.EventScroll, Y: 3})
	r.run(5)
	if r.app.tools.Camera.State() != state || len(r.dynamic()) != bodies {
		t.Error("the mouse over a panel moved the camera or shot a ball")
	}
	// hidden, the same place belongs to the scene
	r.key(input.KeyTab, 0)
	r.move(1100, 600)
	r.button(input.MouseLeft, input.Press, input.ModShift)
	r.button(input.MouseLeft, input.Release, input.ModShift)
	r.run(5)
	if len(r.dynamic()) != bodies+1 {
		t.Error("with hidden panels the mouse does not reach the scene")
	}
	// letters that are typed into the picker are no commands
	r.key(key('O'), input.ModControl)
	r.run(3)
	if !r.app.show.Interface || !r.app.panels.WantsKeys() {
		t.Fatal("the picker is not open")
	}
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: key('R'), Action: input.Press})
	r.loop.Inbox().Push(input.Event{Kind: input.EventChar, Code: 'r'})
	r.run(3)
	if len(r.dynamic()) != bodies+1 {
		t.Error("a letter in the picker restarted the scene")
	}
}

func TestPickerOpensAScene(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.key(key('O'), input.ModControl)
	r.run(3)
	r.typed("cardh")
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: input.KeyEnter, Action: input.Press})
	r.run(4)
	if name := r.app.session.Config.Scene.Name; !strings.HasPrefix(name, "card_house") {
		t.Errorf("the scene is %s", name)
	}
	if r.app.panels.WantsKeys() {
		t.Error("the picker stays open")
	}
}

// A body seen in the middle of the viewport lies under the cursor there, with panels on all sides.
func TestPickingBesidePanels(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.run(60)
	for _, drawer := range []bool{false, true} {
		r.app.panels.SetDrawer(drawer)
		r.run(3)
		v := r.app.tools.Camera.ViewIn(1280, 720)
		free := r.app.viewport(1280, 720)
		for _, b := range r.dynamic() {
			c := b.WorldCenter()
			x, y, _, front := v.Project(mglvec.Of(c), 1280, 720)
			if !front || !free.Contains(x, y) {
				t.Errorf("drawer %v: the body at %v is not in the free part: %v, %v", drawer, c, x, y)
				continue
			}
			r.app.tools.Cursor.MoveTo(float64(x), float64(y))
			o, d := r.app.tools.Cursor.Ray()
			// the ray through the pixel of a point goes through the point
			off := c.Sub(o).Sub(d.Norm().Mul(c.Sub(o).Dot(d.Norm())))
			if off.Len() > 0.01 {
				t.Errorf("drawer %v: the ray misses the body by %v m", drawer, off.Len())
			}
		}
	}
}

// Hidden panels cost nothing: no quad is drawn and nothing asks for frames.
func TestHiddenPanelsDrawNothing(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.app.panels.SetDrawer(true)
	r.run(3)
	r.key(input.KeyTab, 0)
	r.run(3)
	before := r.device.Counts().Quads
	r.run(5)
	if n := r.device.Counts().Quads - before; n != 0 {
		t.Errorf("%d quads are drawn with everything hidden", n)
	}
	r.key(input.KeyTab, 0)
	before = r.device.Counts().Quads
	r.run(2)
	if r.device.Counts().Quads == before {
		t.Error("the panels do not come back")
	}
}

// The layout, the look and the switches of the display survive a restart of the program.
func TestSettingsSurvive(t *testing.T) {
	change := func(folder string) func(*engine.LoopConfig, *Options) {
		return func(_ *engine.LoopConfig, o *Options) { o.Folder = folder }
	}
	folder := t.TempDir()
	r := newPanelRig(t, "pyramid36", change(folder))
	r.app.panels.SetDrawer(true)
	r.app.panels.SetLight(true)
	r.app.show.Contacts = true
	r.run(4)
	s, ok := r.app.panels.Settings()
	if !ok || len(s.Window) == 0 {
		t.Fatalf("no settings after some frames: %+v", s)
	}
	s.Docks.Right, s.Window[0].Side = 400, "left"
	r.app.panels.SetSettings(s)
	r.run(2)
	r.close()

	r = newPanelRig(t, "pyramid36", change(folder))
	got, _ := r.app.panels.Settings()
	if !r.app.panels.Drawer() || !r.app.panels.Light() || !r.app.show.Contacts || got.Docks.Right != 400 ||
		got.Window[0].Side != "left" {
		t.Errorf("after a restart: %+v", got)
	}
	r.close()
	// a broken file is told and changes nothing
	if err := os.WriteFile(filepath.Join(folder, settingsFile), []byte("theme = ["), 0o644); err != nil {
		t.Fatal(err)
	}
	r = newPanelRig(t, "pyramid36", change(folder))
	if !strings.Contains(r.app.hud.Toast(), settingsFile) || r.app.panels.Drawer() {
		t.Errorf("a broken file: %q", r.app.hud.Toast())
	}
	r.close()
}

func (r *rig) enter() {
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: input.KeyEnter, Action: input.Press})
	r.run(5)
}

// The palette finds commands, parameters, scenes and bodies, and carries out the choice.
func TestPalette(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.key(key('P'), input.ModControl)
	r.run(3)
	r.typed("contact hertz")
	r.enter()
	if r.app.show.Contacts {
		t.Error("a parameter was asked for and a switch was turned")
	}
	r.key(key('P'), input.ModControl)
	r.run(3)
	r.typed("wireframe")
	r.enter()
	if !r.app.show.Wireframe || r.app.panels.Message() != "Wireframe on" {
		t.Errorf("wireframe is %v, message %q", r.app.show.Wireframe, r.app.panels.Message())
	}
	r.key(key('P'), input.ModControl)
	r.run(3)
	r.typed("card_house")
	r.enter()
	if name := r.app.session.Config.Scene.Name; name != "card_house" {
		t.Errorf("scene %s", name)
	}
}

// A text that is being typed does not keep a function key from taking a picture, and loses nothing by it.
func TestPictureWhileTyping(t *testing.T) {
	folder := t.TempDir()
	r := newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.Output = folder })
	defer r.close()
	r.key(key('P'), input.ModControl)
	r.run(3)
	r.typed("wire")
	r.key(input.KeyF12, 0)
	r.runUntil("a picture is saved", func() bool {
		list, _ := filepath.Glob(filepath.Join(folder, "*.png"))
		return len(list) == 1
	})
	r.typed("frame")
	r.enter()
	if !r.app.show.Wireframe {
		t.Error("the text is lost")
	}
}

// An error fades; an error that the user has to act on stays until it is dismissed. The list of messages keeps both.
func TestErrorsFade(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(nowhere, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.Output = nowhere })
	defer r.close()
	fail := func(frames int) {
		r.key(input.KeyF12, 0)
		r.run(frames)
		if r.app.err != nil || !strings.Contains(r.app.panels.Message(), nowhere) {
			t.Fatalf("a picture in a folder that is a file: %v, message %q", r.app.err, r.app.panels.Message())
		}
	}
	fail(30)
	if !r.app.panels.Dismiss() {
		t.Error("no error is shown")
	}
	fail(60 * 10)
	if r.app.panels.Dismiss() {
		t.Error("the error is still there after ten seconds")
	}
	r.app.RecordingEnded(errors.New("no space left"))
	r.run(60 * 10)
	if !r.app.panels.Dismiss() {
		t.Error("the end of the recording is gone after ten seconds")
	}
	if r.app.panels.Dismiss() {
		t.Error("a dismissed error comes back")
	}
	r.key(key('I'), 0)
	r.run(2)
	if !r.app.panels.Messages() {
		t.Error("no list of messages")
	}
}

// Two sets of values are switched while the world goes on.
func TestValuesAAndB(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	gravity := func() float32 { return r.app.session.World().Settings().Gravity.Y }
	set := func(key string, v float64) {
		r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand(key, v))
		r.run(5)
	}
	r.run(5)
	r.key(key('T'), 0)
	set("gravity.y", -3)
	set("material.friction", 0.2)
	steps := r.app.session.Steps()
	for i, want := range []float32{-9.81, -3, -9.81} {
		r.key(key('T'), 0)
		r.run(5)
		if g := gravity(); g != want {
			t.Errorf("switch %d: gravity is %v, want %v", i, g, want)
		}
	}
	if f := r.dynamic()[0].Shapes(nil)[0].Material().Friction; f == 0.2 {
		t.Error("the friction of B stays in A")
	}
	if r.app.session.Steps() <= steps {
		t.Error("switching built the scene anew")
	}
}

// Time stops at the step where a condition begins to hold, also in a frame with several steps, and goes on from there.
func TestConditionStopsTime(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	if err := r.app.watch.StopWhere("speed.max > 3", r.app.session.World(), nil); err != nil {
		t.Fatal(err)
	}
	if err := r.app.setSpeed(7); err != nil {
		t.Fatal(err)
	}
	r.run(60)
	// 9.81 m/s² for 31 steps of 10 ms are 3.04 m/s
	if steps := r.app.session.Steps(); steps != 31 || !r.loop.Status().Paused {
		t.Fatalf("time stands at step %d, paused %v", steps, r.loop.Status().Paused)
	}
	if text := r.app.panels.Message(); !strings.Contains(text, "step 31: speed.max > 3: speed.max = 3.0") {
		t.Errorf("message %q", text)
	}
	r.key(key('P'), 0)
	r.run(5)
	if steps := r.app.session.Steps(); steps <= 31 {
		t.Errorf("time does not go on: step %d", steps)
	}
}

// The window of the meters draws what is watched without an allocation.
func TestMetersWindow(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.key(key('M'), input.ModShift)
	for i := range watch.MostMeters {
		r.app.watch.Toggle(meter.All[i])
	}
	r.run(300)
	if n := testing.AllocsPerRun(50, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations in a frame with eight plots", n)
	}
	if got := r.app.watch.Curves()[0].Count; got < 300 {
		t.Errorf("%d samples", got)
	}
}

// A file that is read again keeps what was tuned.
func TestReloadKeepsTunedValues(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	for key, value := range map[string]float64{"gravity.y": -2, "material.friction": 0.3} {
		r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand(key, value))
	}
	r.run(5)
	if err := r.app.Open(r.app.session.Config.Scene); err != nil {
		t.Fatal(err)
	}
	r.run(5)
	if g, f := r.app.session.World().Gravity().Y, r.dynamic()[0].Shapes(nil)[0].Material().Friction; g != -2 ||
		f != 0.3 {
		t.Errorf("gravity %v, friction %v", g, f)
	}
	other, _ := scenes.Find("box")
	if err := r.app.Open(other); err != nil {
		t.Fatal(err)
	}
	if g := r.app.session.World().Gravity().Y; g != -9.81 {
		t.Errorf("another scene has gravity %v", g)
	}
}

// The examination lists what is wrong with the scene.
func TestExamineInTheWindow(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.key(key('I'), input.ModShift)
	if text := r.app.panels.Message(); text != "the examination finds nothing" {
		t.Errorf("a healthy pyramid: %q", text)
	}
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand("material.density", 500000))
	r.run(5)
	r.key(key('I'), input.ModShift)
	r.run(5)
	if text := r.app.panels.Message(); !strings.HasPrefix(text, "density: ") {
		t.Errorf("a pyramid of 500,000 kg/m³: %q", text)
	}
	if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations a frame with the list", n)
	}
}

// The command that gives the keys to the panels does so by its key, from the palette and from a script, and Esc gives
// them back.
func TestPanelsTakeTheKeys(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	r.app.panels.EndWelcome()
	for by, ask := range map[string]func(){
		"key":    func() { r.key(input.KeyF1+5, 0) },
		"script": func() { r.asked(command.PanelKeys) },
		"palette": func() {
			r.key(key('P'), input.ModControl)
			r.run(3)
			r.typed("keys to the panels")
			r.typedKey(input.KeyEnter)
		},
	} {
		ask()
		r.run(3)
		done := r.app.commands
		r.key(key('1'), 0)
		if r.app.commands != done {
			t.Errorf("%s: keys are still commands after %s", by, command.Get(r.app.did).Name)
		}
		// out of a field, and out of the panels
		for range 2 {
			r.key(input.KeyEscape, 0)
			r.run(3)
		}
		r.key(key('1'), 0)
		if r.app.did != command.Contacts {
			t.Errorf("%s: Esc does not give the keys back", by)
		}
	}
}
