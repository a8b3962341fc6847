package ui

import "tumble/renderer"

// Theme is the colours of the interface. Lengths are the same in all themes.
type Theme struct {
	Name string

	Panel, Header, Popup      renderer.Color // backgrounds, from low to high
	Field, FieldHot, FieldOn  renderer.Color // of fields and buttons: at rest, under the cursor, held
	Border, BorderHot         renderer.Color
	Text, TextDim, TextAccent renderer.Color
	Accent, AccentHot         renderer.Color // of chosen or active widgets
	AccentSoft                renderer.Color // fill of sliders, chosen rows
	OnAccent                  renderer.Color // text on Accent
	Selection                 renderer.Color // behind selected text
	Grid, Shadow, Dim         renderer.Color // lines of plots, shadow of windows, veil behind modals
	Good, Warn, Bad           renderer.Color
	Series                    [8]renderer.Color // of lines in plots, told apart without red-green vision
}

// Dark is the theme for dark rooms and long sessions: quiet greys, one accent.
func Dark() *Theme {
	h := renderer.Hex
	return &Theme{
		Name:  "dark",
		Panel: h(0x1c1f24), Header: h(0x15171b), Popup: h(0x24282f),
		Field: h(0x292e36), FieldHot: h(0x323842), FieldOn: h(0x3b424e),
		Border: h(0x363c46), BorderHot: h(0x515a68),
		Text: h(0xe4e8ee), TextDim: h(0x9aa4b2), TextAccent: h(0x7ab8ff),
		Accent: h(0x3d8bfd), AccentHot: h(0x5b9dff), AccentSoft: h(0x2a4c7d), OnAccent: h(0xffffff),
		Selection: h(0x2f6bc0), Grid: h(0x30353e), Shadow: h(0x000000).WithAlpha(120), Dim: h(0x000000).WithAlpha(130),
		Good: h(0x5ac88a), Warn: h(0xf2b24c), Bad: h(0xf2686b),
		Series: [8]renderer.Color{
			h(0x5aa9ff), h(0xf5a742), h(0x57c89b), h(0xe36fb1),
			h(0xb79cff), h(0xf2e05c), h(0x6fdbe8), h(0xff7d62),
		},
	}
}

// Light is the theme for bright rooms and print.
func Light() *Theme {
	h := renderer.Hex
	return &Theme{
		Name:  "light",
		Panel: h(0xf6f7f9), Header: h(0xe7eaef), Popup: h(0xffffff),
		Field: h(0xffffff), FieldHot: h(0xeef3fa), FieldOn: h(0xe0e8f3),
		Border: h(0xcbd2dc), BorderHot: h(0x9aa6b6),
		Text: h(0x1d232b), TextDim: h(0x5b6572), TextAccent: h(0x125cc0),
		Accent: h(0x1d6fe0), AccentHot: h(0x3b85ec), AccentSoft: h(0xbdd8fb), OnAccent: h(0xffffff),
		Selection: h(0xa9cdfb), Grid: h(0xdfe4ea), Shadow: h(0x1a2433).WithAlpha(60), Dim: h(0x1a2433).WithAlpha(80),
		Good: h(0x177043), Warn: h(0x8f5500), Bad: h(0xbc2d33),
		Series: [8]renderer.Color{
			h(0x1d6fe0), h(0xc96a00), h(0x11845b), h(0xb8327f),
			h(0x6b4fd0), h(0x8a7a00), h(0x0b8494), h(0xcc4125),
		},
	}
}

// lengths are the sizes of the interface in pixels at the present scale. All come from a grid
// of two units, so that rows of different widgets line up.
type lengths struct {
	text, small           float32 // pixels per em
	row, tall             float32 // height of a field, of a header
	gap, pad, indent      float32
	radius, border, thick float32
	knob, bar             float32
	textCap, smallCap     float32 // height of capitals
	line                  float32 // from baseline to baseline
}

func (c *Context) measure() {
	c.len = lengths{
		text: 13 * c.scale, small: 11.5 * c.scale,
		row: c.px(22), tall: c.px(30), gap: c.px(4), pad: c.px(10), indent: c.px(14),
		radius: c.px(4), border: max(1, c.px(1)), thick: c.px(2), knob: c.px(14), bar: c.px(6),
	}
	m := c.atlas.Metrics(c.style(false))
	c.len.textCap, c.len.line = m.Capital, c.px(18)
	c.len.smallCap = c.atlas.Metrics(c.smallStyle()).Capital
}

func (c *Context) style(bold bool) renderer.TextStyle {
	s := renderer.TextStyle{Size: c.len.text}
	if bold {
		s.Font = renderer.FontBold
	}
	return s
}

func (c *Context) smallStyle() renderer.TextStyle { return renderer.TextStyle{Size: c.len.small} }
