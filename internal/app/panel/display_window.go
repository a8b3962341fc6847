package panel

import (
	"tumble/internal/app/command"
	"tumble/internal/app/look"
	"tumble/internal/app/stage"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// colorModes are the names of the meanings of colours.
var colorModes = stage.ColorModeNames()

// moods are the names of the moods.
var moods = look.MoodNames()

// switches are the commands that turn parts of the picture on and off.
var switches = command.Menu("Draw")

// switchTips name the keys of the switches.
var switchTips = func() []string {
	tips := make([]string, len(switches))
	for i, s := range switches {
		tips[i] = "Key " + command.KeyName(s.ID)
	}
	return tips
}()

// twoSwitches (units) is the width from which on two switches stand side by side.
const twoSwitches = 250

// drawDisplay draws the settings of the picture.
func drawDisplay(c *ui.Context, v *View, theme *appearance) {
	if !c.BeginWindow(windowShow, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	if c.Section("Draw", true) {
		two := c.Width() >= twoSwitches
		for i := range switches {
			if two && i%2 == 0 {
				c.Row(0, 0)
			}
			s := &switches[i]
			if on := v.Checked(s.ID); c.Check(s.Label, &on) {
				v.Do(s.ID)
			}
			c.Tip(switchTips[i])
		}
		if two && len(switches)%2 != 0 {
			c.Label("")
		}
		color := int(v.Show.Color)
		if c.Combo("Colour by", &color, colorModes) {
			v.Show.SetColor(stage.ColorMode(color))
		}
		glyphs := float64(v.Show.GlyphSize())
		if c.Slider("Size of arrows", &glyphs, ui.Range{Min: 0.125, Max: 8, Default: 1, Log: true}) {
			v.Show.SetGlyphs(float32(glyphs))
		}
	}
	if v.Drawings.Any() && c.Section("Program", true) {
		drawProgram(c, v.Drawings)
	}
	if c.Section("Light", true) {
		drawLight(c, v)
	}
	if c.Section("Frames", true) {
		vsync := int(v.Loop.Vsync())
		if c.Combo("Vertical sync", &vsync, vsyncChoices) {
			v.Loop.SetVsync(renderer.Vsync(vsync))
		}
		strategyChoice(c, v)
	}
	if c.Section("Interface", true) {
		if on := theme.light; c.Check("Light theme", &on) {
			v.Do(command.LightTheme)
		}
		zoom := theme.zoom
		if c.Number("Zoom", &zoom, ui.Range{Min: 0.5, Max: 3, Default: 1, Step: 0.05}) {
			theme.zoom = zoom
		}
		c.Tip("Size of the interface, on top of the scale of the display.")
	}
}

// drawProgram draws the switches of the drawings of a program, and its values.
func drawProgram(c *ui.Context, d *stage.Drawings) {
	for i := range d.Categories {
		category := &d.Categories[i]
		on := !category.Hidden
		if c.Check(category.Name, &on) {
			category.Hidden = !on
		}
	}
	for i := range d.Values {
		value := &d.Values[i]
		c.Value(value.Text, value.Value, "")
	}
}

// drawLight draws the mood, the exposure and the quality of the picture.
func drawLight(c *ui.Context, v *View) {
	mood := int(v.Show.Mood)
	if c.Combo("Mood", &mood, moods) {
		v.Show.SetMood(look.Mood(mood))
	}
	c.Tip("Light and background. Blueprint shows the colliders.")
	exposure := float64(v.Picture.Exposure())
	if c.Slider("Exposure", &exposure, ui.Range{Min: 0.05, Max: 10, Default: 1, Log: true}) {
		v.Picture.SetExposure(float32(exposure))
	}
	quality := int(v.Picture.Quality())
	if c.Combo("Quality", &quality, stage.QualityNames) {
		v.SetQuality(stage.Quality(quality))
	}
	c.Tip("How much work a picture may be. Automatic makes it simpler while frames are slow.")
}

func strategyChoice(c *ui.Context, v *View) {
	now := 0
	for i, name := range strategies {
		if name == v.Frame.Status.Strategy {
			now = i
		}
	}
	if c.Combo("Time step", &now, strategies) {
		report(c, v.SetStrategy(strategies[now]))
	}
	c.Tip("How steps of the world follow the frames of the window.")
	noteBroken(c, v.Frame.Status.Strategy)
}

// noteBroken says what is wrong with a strategy that is broken.
func noteBroken(c *ui.Context, strategy string) {
	if why := broken[strategy]; why != "" {
		c.NoteColor(why, c.Theme.Warn)
	}
}
