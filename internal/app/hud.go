package app

import (
	"strconv"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// Hud writes the figures of a running scene over the picture. Numbers are formatted into a
// buffer that is kept: a frame allocates nothing.
type Hud struct {
	atlas *renderer.Atlas
	line  []byte
	y     float32
	// free (pixels) is the part of the picture that no panel covers
	free ui.Rect
	// card is set while the time step in use is explained
	card bool

	frameNs, stepNs average
	toast           string
	toastUntil      int64
}

// average is an exponential mean over about half a second of frames.
type average float64

func (a *average) add(x float64) float64 {
	if *a == 0 {
		*a = average(x)
	}
	*a += (average(x) - *a) * 0.08
	return float64(*a)
}

const (
	hudSize    = 13   // pixels per em at scale 1
	hudPadding = 10   // pixels at scale 1
	toastTime  = 4e9  // ns
	hudWidth   = 27.5 // em
)

var (
	hudText   = renderer.Hex(0xf2f4f6)
	hudDim    = renderer.Hex(0xb4bcc6)
	hudWarn   = renderer.Hex(0xffb454)
	hudAccent = renderer.Hex(0x7fd1ff)
	hudBack   = renderer.Hex(0x14181d).WithAlpha(190)
)

// say shows a line for a few seconds.
func (h *Hud) say(now int64, text string) {
	if text != "" {
		h.toast, h.toastUntil = text, now+toastTime
	}
}

// figures are what the display shows.
type figures struct {
	controls []scenes.Control
	scene    string
	counters physics.Counters
	vsync    renderer.Vsync
	spawn    string
	strategy *timestep.StrategyInfo // nil without a loop
}

// Draw records the figures, the help screen and the last message.
func (h *Hud) Draw(f *engine.Frame, show *Show, fig *figures) {
	if show.Legend {
		h.drawLegend(f, show.Color)
	}
	if !show.Interface {
		return
	}
	if show.Hud {
		h.drawFigures(f, fig)
	}
	if h.card && fig.strategy != nil {
		h.drawCard(f, fig.strategy)
	}
	if show.Help {
		h.drawHelp(f)
	}
	h.drawToast(f)
}

func (h *Hud) style(f *engine.Frame) renderer.TextStyle {
	return renderer.TextStyle{Font: renderer.FontMono, Size: hudSize * f.Scale}
}

// panel draws the plate behind text.
func panel(p *renderer.Packet, x0, y0, x1, y1, scale float32) {
	p.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
		X0: x0, Y0: y0, X1: x1, Y1: y1, ColorTop: hudBack, ColorBottom: hudBack,
		Radius: uint16(16 * 6 * scale),
	})
}

// figureLines is how many lines drawFigures writes.
const figureLines = 9

func (h *Hud) drawFigures(f *engine.Frame, fig *figures) {
	style := h.style(f)
	m := h.atlas.Metrics(style)
	pad := hudPadding * f.Scale
	st := f.Status
	lines, width := float32(figureLines), hudWidth*style.Size
	if len(fig.controls) > 0 {
		lines++
		h.line = appendControls(h.line[:0], fig.controls)
		width = max(width, h.atlas.WidthBytes(style, h.line)+pad)
	}
	panel(f.Packet, h.free.X+pad, h.free.Y+pad, h.free.X+pad+width, h.free.Y+3*pad+lines*m.Line, f.Scale)
	h.y = h.free.Y + 2*pad + m.Ascent

	h.line = append(h.line[:0], fig.scene...)
	if st.Paused {
		h.line = append(h.line, "   PAUSED"...)
	}
	h.row(f, style, m, hudAccent)

	frame := h.frameNs.add(float64(st.FrameNs))
	h.line = number(append(h.line[:0], "frame "...), frame/1e6, 2)
	h.line = append(h.line, " ms   "...)
	if frame > 0 {
		h.line = append(number(h.line, 1e9/frame, 0), " fps"...)
	}
	h.row(f, style, m, hudText)

	step := h.stepNs.add(float64(st.TickCost))
	h.line = number(append(h.line[:0], "step  "...), step/1e6, 2)
	h.line = strconv.AppendInt(append(h.line, " ms   "...), st.Hz, 10)
	h.line = append(h.line, " Hz"...)
	h.row(f, style, m, hudText)

	c := &fig.counters
	h.line = strconv.AppendInt(append(h.line[:0], "bodies   "...), int64(c.Bodies), 10)
	h.line = strconv.AppendInt(append(h.line, "   awake "...), int64(c.AwakeBodies), 10)
	h.row(f, style, m, hudText)

	h.line = strconv.AppendInt(append(h.line[:0], "contacts "...), int64(c.TouchingContacts), 10)
	h.line = strconv.AppendInt(append(h.line, "   islands "...), int64(c.Islands), 10)
	h.row(f, style, m, hudText)

	h.rowRealTime(f, style, m)
	h.rowVsync(f, style, m, fig)
	h.rowStrategy(f, style, m)

	h.line = append(append(h.line[:0], "F1 help   N: drop a "...), fig.spawn...)
	h.row(f, style, m, hudDim)
	if len(fig.controls) > 0 {
		h.line = appendControls(h.line[:0], fig.controls)
		h.row(f, style, m, hudDim)
	}
}

// rowRealTime shows how fast time runs and what had to be given up.
func (h *Hud) rowRealTime(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics) {
	st := f.Status
	color := hudText
	h.line = number(append(h.line[:0], "real time x"...), st.RealTime, 2)
	if st.SpeedNum != st.SpeedDen {
		h.line = number(append(h.line, "  of x"...), float64(st.SpeedNum)/float64(max(st.SpeedDen, 1)), 2)
	}
	h.line = number(append(h.line, "   dropped "...), float64(st.DroppedNs)/1e9, 2)
	h.line = append(h.line, " s"...)
	if st.DroppedNs > 0 {
		color = hudWarn
	}
	h.row(f, style, m, color)
}

var vsyncNames = [...]string{renderer.VsyncOn: "on", renderer.VsyncOff: "off", renderer.VsyncAdaptive: "adaptive"}

func (h *Hud) rowVsync(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics, fig *figures) {
	color := hudText
	h.line = append(append(h.line[:0], "vsync "...), vsyncNames[fig.vsync]...)
	if f.Status.VsyncIgnored {
		h.line = append(h.line, ", not honoured: limited"...)
		color = hudWarn
	}
	h.row(f, style, m, color)
}

func (h *Hud) row(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics, color renderer.Color) {
	h.atlas.TextBytes(f.Packet, 0, renderer.Rect{}, style, h.free.X+2*hudPadding*f.Scale, h.y, color, h.line)
	h.y += m.Line
}

// number appends a number with fixed decimals.
func number(b []byte, x float64, decimals int) []byte {
	return strconv.AppendFloat(b, x, 'f', decimals, 64)
}

func (h *Hud) drawToast(f *engine.Frame) {
	if h.toast == "" {
		return
	}
	if f.Now >= h.toastUntil {
		h.toast = ""
		return
	}
	style := renderer.TextStyle{Size: (hudSize + 1) * f.Scale}
	m := h.atlas.Metrics(style)
	pad := hudPadding * f.Scale
	w := h.atlas.Width(style, h.toast)
	x := (float32(f.Width) - w) / 2
	// above the legend of the colours
	y := float32(f.Height) - 6*pad
	panel(f.Packet, x-pad, y-m.Ascent-pad/2, x+w+pad, y+m.Descent+pad/2, f.Scale)
	h.atlas.Text(f.Packet, 2, renderer.Rect{}, style, x, y, hudText, h.toast)
	f.Redraw(h.toastUntil - f.Now)
}
