package app

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// newPanelRig is the application with its panels, in a window of 1280 × 720.
func newPanelRig(t testing.TB, scene string, change func(*engine.LoopConfig, *Options)) *rig {
	r := newRig(t, scene, change)
	r.window.width, r.window.height = 1280, 720
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

// setKnob types a value into the knob of a parameter: the panel is scrolled by keys.
func (r *rig) setKnob(key string, value float64) {
	r.t.Helper()
	p := r.app.panels
	for i := range p.tune {
		if k := &p.tune[i]; k.param.Key == key {
			k.value = value
			p.frame = &engine.Frame{Now: r.clock.Now(), Status: r.loop.Status()}
			p.set(k)
			r.run(4)
			return
		}
	}
	r.t.Fatalf("there is no knob for %s", key)
}

// Every parameter of the registry of every scene has a control.
func TestEveryParameterHasAKnob(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	for _, name := range []string{"pyramid36", "card_house", "mixed_rain"} {
		s, ok := scenes.Find(name)
		if !ok {
			t.Fatalf("no scene %s", name)
		}
		if err := r.app.Open(s); err != nil {
			t.Fatal(err)
		}
		r.run(2)
		seen := map[string]bool{}
		for i := range r.app.panels.tune {
			seen[r.app.panels.tune[i].param.Key] = true
		}
		for _, q := range r.app.session.Registry.All() {
			if !seen[q.Key] {
				t.Errorf("%s: %s has no control", name, q.Key)
			}
		}
		covered := 0
		for _, g := range r.app.panels.groups {
			covered += g.last - g.first
		}
		if covered != len(seen) || len(seen) != len(r.app.session.Registry.All()) {
			t.Errorf("%s: %d controls in groups, %d parameters", name, covered, len(seen))
		}
	}
}

// The mouse changes a parameter of the world, and a recording of it replays.
func TestSliderInTheWindow(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	before := r.app.session.World().Settings().Gravity
	// the second slider of the first section is gravity along y
	x, y := 1180.0, 134.0
	r.move(x, y)
	r.button(input.MouseLeft, input.Press, input.ModControl)
	r.button(input.MouseLeft, input.Release, input.ModControl)
	r.run(2)
	if !r.app.panels.ui.Editing() {
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
	if g := r.app.session.World().Settings().Gravity; g != before {
		t.Errorf("after a right click gravity is %v, want %v", g, before)
	}
	if r.app.mouse.drag != dragNone || r.app.camera.State().Yaw == 0 && r.window.cursor == engine.CursorCaptured {
		t.Error("the right button reached the camera through the panel")
	}
}

// While the world is paused a control keeps what was set, and the next step takes it.
func TestKnobWhilePaused(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.key(key('P'), 0)
	r.run(2)
	r.setKnob("substeps", 9)
	r.run(30)
	p := r.app.panels
	for i := range p.tune {
		if k := &p.tune[i]; k.param.Key == "substeps" && k.value != 9 {
			t.Errorf("the control shows %v", k.value)
		}
	}
	r.key(input.KeyPeriod, 0)
	r.run(3)
	if n := r.app.session.World().Settings().SubSteps; n != 9 {
		t.Errorf("%d sub-steps after a step", n)
	}
}

// Events over a panel do not reach the world or the camera.
func TestPanelsKeepEventsFromTheWorld(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	state := r.app.camera.State()
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
	if r.app.camera.State() != state || len(r.dynamic()) != bodies {
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
	if !r.app.show.Interface || !r.app.panels.ui.Editing() {
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
	if r.app.panels.ui.WantsKeys() {
		t.Error("the picker stays open")
	}
}

// A parameter of the scene takes effect by a restart, which follows at once.
func TestSceneParameterRestarts(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	n := r.app.session.Rebuilds()
	r.setKnob("scene.spacing", 1.25)
	r.run(5)
	b := r.dynamic()
	if r.app.session.Rebuilds() != n+1 {
		t.Fatalf("%d rebuilds, want one", r.app.session.Rebuilds()-n)
	}
	if d := b[1].Position().X - b[0].Position().X; d < 1.2 || d > 1.3 {
		t.Errorf("neighbours are %v m apart", d)
	}
}

func TestEditCommands(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	b := r.dynamic()[3]
	mass := b.Mass()
	apply := func(e input.Event) {
		t.Helper()
		r.app.session.apply(&e)
		if n := r.app.session.Notice(); n != "" {
			t.Errorf("edit: %s", n)
		}
	}
	apply(EditCommand(b, PropertyMass, float64(mass)*3))
	apply(EditCommand(b, PropertyFriction, 0.25))
	apply(EditCommand(b, PropertyRestitution, 0.5))
	apply(EditCommand(b, PropertyRolling, 0.125))
	apply(EditCommand(b, PropertyLinearDamping, 0.75))
	apply(EditCommand(b, PropertyAngularDamping, 1.5))
	apply(EditCommand(b, PropertyGravityScale, -0.5))
	apply(EditVectorCommand(b, PropertyVelocity, vec.V3(1, 2, 3)))
	apply(EditVectorCommand(b, PropertySpin, vec.V3(3, 2, 1)))
	apply(EditVectorCommand(b, PropertyPosition, vec.V3(0, 9, 0)))
	apply(EditRotationCommand(b, vec.Quat{Y: 0.6, W: 0.8}))
	apply(EditCommand(b, PropertyBullet, 1))
	apply(EditCommand(b, PropertyAllowSleep, 0))
	m := b.Shapes(nil)[0].Material()
	if got := b.Mass() / mass; math.Abs(float64(got)-3) > 1e-4 {
		t.Errorf("the mass grew by %v, want 3", got)
	}
	if m.Friction != 0.25 || m.Restitution != 0.5 || m.RollingResistance != 0.125 ||
		b.LinearDamping() != 0.75 || b.AngularDamping() != 1.5 || b.GravityScale() != -0.5 ||
		b.LinearVelocity() != vec.V3(1, 2, 3) || b.AngularVelocity() != vec.V3(3, 2, 1) || !b.Bullet() || b.AllowSleep() {
		t.Errorf("after the edits: %+v", b)
	}
	if d := b.Position().Sub(vec.V3(0, 9, 0)).Len(); d > 1e-5 || math.Abs(float64(b.Rotation().Y)-0.6) > 1e-5 {
		t.Errorf("pose %v", b.Transform())
	}
	for _, e := range []input.Event{
		EditCommand(b, PropertyMass, -1), EditCommand(b, PropertyFriction, math.Inf(-1)), EditCommand(b, propertyCount, 1),
		EditCommand(b, 200, 1), EditCommand(physics.Body{}, PropertyMass, 1), {Kind: input.EventCommand, Code: int32(CommandEdit), ID: 1 << 60, Y: -1},
		EditRotationCommand(b, vec.Quat{}), EditVectorCommand(b, PropertyPosition, vec.V3(float32(math.NaN()), 0, 0)),
	} {
		hash := r.app.session.Hash()
		r.app.session.apply(&e)
		if r.app.session.Notice() == "" {
			t.Errorf("%+v is taken without a word", e)
		}
		if r.app.session.Hash() != hash {
			t.Errorf("%+v is refused and changes the world", e)
		}
	}
}

// The inspector of the selected body shows and changes it.
func TestInspector(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.app.panels.ui.Show(windowInspect)
	r.app.show.Selected = highest(r.dynamic())
	r.run(3)
	b := r.app.show.Selected
	mass := b.Mass()
	p := r.app.panels
	p.frame = &engine.Frame{Now: r.clock.Now(), Status: r.loop.Status()}
	p.change(EditCommand(b, PropertyMass, float64(mass)*2))
	p.change(EditCommand(b, PropertyGravityScale, 0))
	r.run(4)
	if math.Abs(float64(b.Mass()/mass)-2) > 1e-4 || b.GravityScale() != 0 {
		t.Errorf("mass %v, was %v; gravity scale %v", b.Mass(), mass, b.GravityScale())
	}
	p.gizmo = 1
	r.run(2)
	v := r.app.cameraView(1280, 720)
	c := b.Position()
	x0, y0, _, _ := v.Project(gpu(c), 1280, 720)
	per := v.PixelsPerMetre(gpu(c), 720)
	x1, y1, _, _ := v.Project(gpu(c.Add(vec.V3(0, 60/per, 0))), 1280, 720)
	r.move(float64(x1), float64(y1))
	r.button(input.MouseLeft, input.Press, 0)
	for i := range 5 {
		s := float32(i+1) / 5
		r.move(float64(x1+(x1-x0)*s), float64(y1+(y1-y0)*s))
	}
	r.button(input.MouseLeft, input.Release, 0)
	r.run(4)
	if rise := b.Position().Y - c.Y; rise < 0.5*60/per {
		t.Errorf("the handle lifted the body by %v m, want about %v", rise, 60/per)
	}
	if r.app.mouse.drag != dragNone || r.app.session.grab.joint.Valid() {
		t.Error("the drag of the handle also took the body by hand")
	}
}

func TestPresetsAndSettingsSurvive(t *testing.T) {
	folder := t.TempDir()
	change := func(_ *engine.LoopConfig, o *Options) { o.Folder = folder }
	r := newPanelRig(t, "pyramid36", change)
	r.setKnob("gravity.y", -1.62)
	r.setKnob("sleep.enabled", 0)
	r.setKnob("substeps", 7)
	r.setKnob("scene.spacing", 1.25)
	if err := r.app.panels.savePreset("moon base"); err != nil {
		t.Fatal(err)
	}
	r.app.panels.drawer, r.app.panels.light, r.app.show.Contacts = true, true, true
	r.run(4)
	l := r.app.panels.ui.Layout()
	l.Docks[1] = 400
	l.Windows[0].Side = ui.SideLeft
	r.app.panels.ui.SetLayout(l)
	r.run(2)
	r.close()

	r = newPanelRig(t, "pyramid36", change)
	p := r.app.panels
	got := p.ui.Layout()
	if !p.drawer || !p.light || !r.app.show.Contacts || got.Docks[1] != 400 || got.Windows[0].Side != ui.SideLeft {
		t.Errorf("after a restart: drawer %v, light %v, %+v", p.drawer, p.light, got)
	}
	p.presets.scan()
	if len(p.presets.names) != 1 || p.presets.names[0] != "moon base" {
		t.Fatalf("presets %q", p.presets.names)
	}
	r.setKnob("contact.hertz", 200)
	p.frame = &engine.Frame{Now: r.clock.Now(), Status: r.loop.Status()}
	if err := p.loadPreset("moon base"); err != nil {
		t.Fatal(err)
	}
	r.run(6)
	s := r.app.session.World().Settings()
	if s.Gravity.Y != -1.62 || s.SleepEnabled || s.SubSteps != 7 || s.ContactHertz != physics.DefaultSettings().ContactHertz {
		t.Errorf("settings %+v", s)
	}
	if v := r.app.session.Config.Values["spacing"]; math.Abs(v-1.25) > 1e-6 {
		t.Errorf("spacing %v", v)
	}
	r.close()
}

// A file that is broken is refused with a message, and nothing changes.
func TestBrokenFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(settingsFile, "theme = [")
	r := newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.Folder = folder })
	defer r.close()
	p := r.app.panels
	p.frame = &engine.Frame{Now: r.clock.Now(), Status: r.loop.Status()}
	before := r.app.session.World().Settings()
	for text, says := range map[string]string{
		"[parameters]\n\"gravity.y\" = 1e9\n":            "gravity.y",
		"[parameters]\n\"gravty.y\" = 1\n":               "did you mean gravity.y",
		"[parameters]\nsleep = 3\nsubsteps = \"many\"\n": "substeps",
		"scene = 3\n":                    "Scene",
		"colour = \"red\"\n":             "colour",
		"[parameters]\nsubsteps = [1]\n": "substeps",
		strings.Repeat("#", maxPresetFile) + "\nscene = ''": "larger",
	} {
		write("presets/bad.toml", text)
		err := p.loadPreset("bad")
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: error %v, want one that says %q", text, err, says)
		}
	}
	if err := p.loadPreset("missing"); err == nil {
		t.Error("a preset that does not exist was loaded")
	}
	for _, name := range []string{"", "../x", "a/b", strings.Repeat("x", 65), "con:"} {
		if p.savePreset(name) == nil {
			t.Errorf("the name %q is taken", name)
		}
	}
	r.run(4)
	if r.app.session.World().Settings() != before {
		t.Error("a broken preset changed the world")
	}
}

// What a preset of a scene writes, it reads back.
func TestPresetRoundTrip(t *testing.T) {
	s, _ := scenes.Find("pyramid36")
	c := param.NewConfig(s)
	registry := c.Registry()
	for _, pair := range []string{"gravity.y=-3.7", "substeps=12", "sleep.enabled=false", "contact.hertz=0.1", "material.density=33.3", "scene.spacing=1.1"} {
		if err := registry.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a", "b.toml")
	if err := NewPreset(s.Name, registry).Write(path); err != nil {
		t.Fatal(err)
	}
	p, err := ReadPreset(path)
	if err != nil {
		t.Fatal(err)
	}
	values, err := p.Values(s.Name, registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range registry.All() {
		if values[q.Key] != q.Value() {
			t.Errorf("%s is %v, was %v", q.Key, values[q.Key], q.Value())
		}
	}
	other, err := p.Values("another", registry)
	if _, ok := other["scene.spacing"]; ok || err != nil {
		t.Errorf("parameters of the scene are used in another one: %v, %v", other, err)
	}
}

// What is seen in the middle of the viewport lies under the cursor there, with panels on all sides.
func TestPickingBesidePanels(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.run(60)
	for _, drawer := range []bool{false, true} {
		r.app.panels.drawer = drawer
		r.run(3)
		v := r.app.cameraView(1280, 720)
		free := r.app.panels.ui.Viewport()
		for _, b := range r.dynamic() {
			c := b.WorldCenter()
			x, y, _, front := v.Project(gpu(c), 1280, 720)
			if !front || !free.Contains(x, y) {
				t.Errorf("drawer %v: the body at %v is not in the free part: %v, %v", drawer, c, x, y)
				continue
			}
			r.app.mouse.x, r.app.mouse.y = float64(x), float64(y)
			o, d := r.app.ray()
			// the ray through the pixel of a point goes through the point
			off := c.Sub(o).Sub(d.Norm().Mul(c.Sub(o).Dot(d.Norm())))
			if off.Len() > 0.01 {
				t.Errorf("drawer %v: the ray misses the body by %v m", drawer, off.Len())
			}
		}
	}
}

// The panels do not allocate, and hidden they draw nothing.
func TestPanelFramesDoNotAllocate(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	p := r.app.panels
	p.drawer = true
	for _, title := range []string{windowTune, windowInspect, windowShow, windowProfile, windowCounters, windowFrames, windowCost, windowRuntime} {
		p.ui.Show(title)
		r.app.show.Selected = r.dynamic()[0]
		r.run(40)
		frame := func() {
			r.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove, X: 320, Y: 180})
			r.clock.Advance(timestep.Second / 60)
			if err := r.loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(60, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame", title, n)
		}
	}
}

// Hidden panels cost nothing: no quad is drawn and nothing asks for frames.
func TestHiddenPanelsDrawNothing(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	r.app.panels.drawer = true
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
