package app

import (
	"tumble/engine"
	"tumble/internal/app/stage"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// showToggle is a switch of what is drawn.
type showToggle struct {
	label  string
	action Action
	flag   string // of Show
}

var showToggles = []showToggle{
	{"Contacts", ActionContacts, "contacts"},
	{"Bounding boxes", ActionBounds, "bounds"},
	{"Sleep state", ActionSleep, "sleep"},
	{"Joints", ActionJoints, "joints"},
	{"Centres of mass", ActionMass, "mass"},
	{"Velocities", ActionVelocities, "velocities"},
	{"Friction", ActionFriction, "friction"},
	{"Broad phase", ActionTree, "tree"},
	{"Inertia", ActionInertia, "inertia"},
	{"Trails", ActionTrails, "trails"},
	{"Islands", ActionIslands, "islands"},
	{"Names", ActionNames, "names"},
	{"Sensors", ActionSensors, "sensors"},
	{"Wireframe", ActionWireframe, "wireframe"},
	{"Flat faces", ActionFlat, "flat"},
	{"Shadows", ActionShadows, "shadows"},
	{"Figures", ActionHud, "figures"},
}

// showTips name the keys of the switches.
var showTips = func() []string {
	tips := make([]string, len(showToggles))
	for i, t := range showToggles {
		tips[i] = "Key " + keyNameOf(t.action)
	}
	return tips
}()

var vsyncChoices = []string{renderer.VsyncOn: "on", renderer.VsyncOff: "off", renderer.VsyncAdaptive: "adaptive"}

// colorModes are the names of the meanings of colours.
var colorModes = stage.ColorModeNames()

// showWindow draws what concerns the picture.
func (p *panels) showWindow() {
	c := p.ui
	if !c.BeginWindow(windowShow, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	if c.Section("Draw", true) {
		for i := range showToggles {
			if i%2 == 0 {
				c.Row(0, 0)
			}
			t := &showToggles[i]
			if on, _ := p.app.show.On(t.flag); c.Check(t.label, &on) {
				p.app.show.Set(t.flag, on)
			}
			c.Tip(showTips[i])
		}
		if len(showToggles)%2 != 0 {
			c.Label("")
		}
		color := int(p.app.show.Color)
		if c.Combo("Colour by", &color, colorModes) {
			p.app.show.SetColor(stage.ColorMode(color))
		}
		glyphs := float64(p.app.show.GlyphSize())
		if c.Slider("Size of arrows", &glyphs, ui.Range{Min: 0.125, Max: 8, Default: 1, Log: true}) {
			p.app.show.SetGlyphs(float32(glyphs))
		}
	}
	if c.Section("Light", true) {
		exposure := float64(p.app.picture.Exposure())
		if c.Slider("Exposure", &exposure, ui.Range{Min: 0.05, Max: 10, Default: float64(renderer.DefaultEnvironment().Exposure), Log: true}) {
			p.app.picture.SetExposure(float32(exposure))
		}
		quality := int(p.app.picture.Quality())
		if c.Combo("Quality", &quality, stage.QualityNames) {
			p.quality = stage.Quality(quality)
			p.app.picture.SetQuality(p.quality)
		}
		c.Tip("How much work a picture may be. Automatic makes it simpler while frames are slow.")
	}
	if c.Section("Frames", true) {
		vsync := int(p.app.loop.Vsync())
		if c.Combo("Vertical sync", &vsync, vsyncChoices) {
			p.app.loop.SetVsync(renderer.Vsync(vsync))
		}
		p.strategy()
	}
	if c.Section("Interface", true) {
		if c.Check("Light theme", &p.light) {
			p.applyTheme()
		}
		zoom := p.zoom
		if c.Number("Zoom", &zoom, ui.Range{Min: 0.5, Max: 3, Default: 1, Step: 0.05}) {
			p.zoom = zoom
		}
		c.Tip("Size of the interface, on top of the scale of the display.")
	}
}

// strategies are the names of the ways to step time.
var strategies = engine.StrategyNames()

func (p *panels) strategy() {
	now := 0
	for i, name := range strategies {
		if name == p.frame.Status.Strategy {
			now = i
		}
	}
	if p.ui.Combo("Time step", &now, strategies) {
		if err := p.app.setStrategy(strategies[now]); err != nil {
			p.ui.Toast(ui.ToneBad, err.Error())
		}
	}
	p.ui.Tip("How steps of the world follow the frames of the window.")
}
