package app

import (
	"tumble/engine/timestep"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// showToggle is a switch of what is drawn.
type showToggle struct {
	label  string
	action Action
	flag   func(*Show) *bool
}

var showToggles = []showToggle{
	{"Contacts", ActionContacts, func(s *Show) *bool { return &s.Contacts }},
	{"Bounding boxes", ActionBounds, func(s *Show) *bool { return &s.Bounds }},
	{"Sleep state", ActionSleep, func(s *Show) *bool { return &s.Sleep }},
	{"Joints", ActionJoints, func(s *Show) *bool { return &s.Joints }},
	{"Centres of mass", ActionMass, func(s *Show) *bool { return &s.Mass }},
	{"Velocities", ActionVelocities, func(s *Show) *bool { return &s.Velocities }},
	{"Friction", ActionFriction, func(s *Show) *bool { return &s.Friction }},
	{"Broad phase", ActionTree, func(s *Show) *bool { return &s.Tree }},
	{"Inertia", ActionInertia, func(s *Show) *bool { return &s.Inertia }},
	{"Trails", ActionTrails, func(s *Show) *bool { return &s.Trails }},
	{"Islands", ActionIslands, func(s *Show) *bool { return &s.Islands }},
	{"Names", ActionNames, func(s *Show) *bool { return &s.Names }},
	{"Sensors", ActionSensors, func(s *Show) *bool { return &s.Sensors }},
	{"Wireframe", ActionWireframe, func(s *Show) *bool { return &s.Wireframe }},
	{"Flat faces", ActionFlat, func(s *Show) *bool { return &s.Flat }},
	{"Shadows", ActionShadows, func(s *Show) *bool { return &s.Shadows }},
	{"Figures", ActionHud, func(s *Show) *bool { return &s.Hud }},
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
			c.Check(showToggles[i].label, showToggles[i].flag(&p.app.show))
			c.Tip(showTips[i])
		}
		if len(showToggles)%2 != 0 {
			c.Label("")
		}
		color := int(p.app.show.Color)
		if c.Combo("Colour by", &color, colorModeNames[:]) {
			p.app.show.Color = ColorMode(color)
		}
		glyphs := float64(p.app.show.glyphs())
		if c.Slider("Size of arrows", &glyphs, ui.Range{Min: 0.125, Max: 8, Default: 1, Log: true}) {
			p.app.show.Glyphs = float32(glyphs)
		}
	}
	if c.Section("Light", true) {
		exposure := float64(p.app.env.Exposure)
		if c.Slider("Exposure", &exposure, ui.Range{Min: 0.05, Max: 10, Default: float64(renderer.DefaultEnvironment().Exposure), Log: true}) {
			p.app.env.Exposure = float32(exposure)
		}
		quality := int(p.app.quality.asked)
		if c.Combo("Quality", &quality, QualityNames) {
			p.quality = Quality(quality)
			p.app.setQuality(p.quality)
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
var strategies = timestep.StrategyNames()

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
