package plate

import (
	"tumble/engine"
	"tumble/renderer"
)

// widest (em) is the longest line of a caption; a narrow pane has shorter lines, not letters too small to read.
const (
	widest   = 19
	narrow   = 9.5
	smallest = 9 // pixels per em at scale 1
)

// Captions writes lines over panes that stand side by side.
type Captions struct {
	// Text is memory for the line being written.
	Text []byte

	atlas *renderer.Atlas
	f     *engine.Frame
	style renderer.TextStyle
	clip  renderer.Rect
	line  float32 // height of one
	x, y  float32
	width float32 // of a line
	short bool
}

// NewCaptions writes with the letters of an atlas.
func NewCaptions(atlas *renderer.Atlas) *Captions { return &Captions{atlas: atlas} }

// Panes are n parts of equal size, side by side in a part of the picture (pixels).
type Panes struct {
	X, Y, W, H float32
	N          int
}

// Rects are the places of the panes, of whole pixels.
func (p Panes) Rects() (all [renderer.MaxPanes]renderer.Rect) {
	side := int(p.W) / p.N
	for i := range p.N {
		x, y := int(p.X+.5)+i*side, int(p.Y+.5)
		all[i] = renderer.Rect{X0: int16(x), Y0: int16(y), X1: int16(x + side), Y1: int16(y + int(p.H+.5))}
	}
	return all
}

// View gives a packet the panes, and the view of a camera, through which all of them show their world.
func (p Panes) View(packet *renderer.Packet, camera *renderer.Camera) {
	packet.Panes.Count, packet.Panes.Rects = int32(p.N), p.Rects()
	first := packet.Panes.Rects[0]
	packet.View = camera.View(int(first.X1-first.X0), int(first.Y1-first.Y0))
}

// Begin begins the caption of pane i at its bottom: so many lines, and below them a note, which may be empty, over as
// many lines as it needs.
func (c *Captions) Begin(f *engine.Frame, p Panes, i, lines int, note string) {
	c.f, c.style = f, Style(f)
	// as in Rects
	w := float32(int(p.W) / p.N)
	pad := Padding * f.Scale
	width := float32(widest)
	if c.short = (w-4*pad)/width < smallest*f.Scale; c.short {
		width = narrow
	}
	c.style.Size = max(min(c.style.Size, (w-4*pad)/width), 6)
	c.line = c.atlas.Metrics(c.style).Line
	x := p.X + w*float32(i)
	if i > 0 {
		f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
			X0: x - f.Scale, Y0: p.Y, X1: x + f.Scale, Y1: p.Y + p.H, ColorTop: Back, ColorBottom: Back,
		})
	}
	c.clip = renderer.Rect{X0: int16(x), Y0: int16(p.Y), X1: int16(x + w), Y1: int16(p.Y + p.H)}
	right := min(w-pad, width*c.style.Size+3*pad)
	c.x, c.width = x+2*pad, right-3*pad
	height := float32(lines+Wrap(c.atlas, nil, c.style, Dim, 0, 0, c.width, note)) * c.line
	c.y = p.Y + p.H - height - 2*pad
	Draw(f.Packet, x+pad, c.y, x+right, c.y+height+pad, f.Scale)
	Wrap(c.atlas, f.Packet, c.style, Dim, c.x, c.y+float32(lines+1)*c.line, c.width, note)
}

// Short reports whether there is only room for short lines.
func (c *Captions) Short() bool { return c.short }

// Line writes a line, made in Text.
func (c *Captions) Line(color renderer.Color, b []byte) {
	c.y += c.line
	c.atlas.TextBytes(c.f.Packet, 0, c.clip, c.style, c.x, c.y, color, b)
	c.Text = b[:0]
}
