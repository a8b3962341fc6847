package looplab

import (
	"tumble/engine"
	"tumble/internal/app/plate"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// captionWidth is the longest line of a caption in em; in a narrow pane the lines are shorter rather than too small
// to be read.
const (
	captionWidth       = 19
	narrowCaptionWidth = 9.5
	smallestCaption    = 9 // pixels per em at scale 1
)

// Captions writes over each pane what it shows and how well.
type Captions struct {
	atlas *renderer.Atlas
	text  []byte
}

// NewCaptions writes with the letters of an atlas.
func NewCaptions(atlas *renderer.Atlas) *Captions { return &Captions{atlas: atlas} }

// Draw writes the captions of all panes, which stand side by side in the viewport r (pixels).
func (c *Captions) Draw(f *engine.Frame, l *Lab, r ui.Rect) {
	if !l.Open() {
		return
	}
	style := plate.Style(f)
	// as in rects
	w := float32(int(r.W) / l.count)
	pad := plate.Padding * f.Scale
	width, narrow := float32(captionWidth), false
	if (w-4*pad)/width < smallestCaption*f.Scale {
		width, narrow = narrowCaptionWidth, true
	}
	style.Size = max(min(style.Size, (w-4*pad)/width), 6)
	m := c.atlas.Metrics(style)
	for i := range l.count {
		x := r.X + w*float32(i)
		if i > 0 {
			f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
				X0: x - f.Scale, Y0: r.Y, X1: x + f.Scale, Y1: r.Y + r.H, ColorTop: plate.Back, ColorBottom: plate.Back,
			})
		}
		clip := renderer.Rect{X0: int16(x), Y0: int16(r.Y), X1: int16(x + w), Y1: int16(r.Y + r.H)}
		y := r.Y + r.H - 4*m.Line - 2*pad
		plate.Draw(f.Packet, x+pad, y, x+min(w-pad, width*style.Size+3*pad), y+4*m.Line+pad, f.Scale)
		c.caption(f, l, i, narrow, func(color renderer.Color, b []byte) {
			y += m.Line
			c.atlas.TextBytes(f.Packet, 0, clip, style, x+2*pad, y, color, b)
			c.text = b
		})
	}
}

// caption gives the lines about one pane to write.
func (c *Captions) caption(f *engine.Frame, l *Lab, i int, narrow bool, write func(renderer.Color, []byte)) {
	fig, lost, _ := l.Meters(f.Status, i)
	write(plate.Accent, append(c.text[:0], l.StrategyOf(i)...))
	b := append(plate.Number(append(c.text[:0], "judder "...), fig.JudderRMS, 2), " %"...)
	if !narrow {
		b = append(plate.Number(append(b, "  p99 "...), fig.JudderP99, 1), " %"...)
	}
	write(plate.Text, b)
	b = append(plate.Number(append(c.text[:0], "age    "...), fig.AgeMean, 1), " ms"...)
	if !narrow {
		b = append(plate.Number(append(b, "  most "...), fig.AgeMax, 1), " ms"...)
	}
	write(plate.Text, b)
	color := plate.Text
	if lost > 0 {
		color = plate.Warn
	}
	b = append(plate.Number(append(c.text[:0], "lost   "...), float64(lost)/1e9, 2), " s"...)
	if !narrow {
		b = plate.Number(append(b, "   steps "...), fig.StepsMean, 2)
	}
	write(color, b)
}
