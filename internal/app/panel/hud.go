package panel

import (
	"strconv"
	"strings"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/plate"
	"tumble/internal/app/stage"
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
	free  ui.Rect // see Draw
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
	toastTime = 4e9  // ns
	hudWidth  = 27.5 // em
)

// NewHud writes with the letters of an atlas.
func NewHud(atlas *renderer.Atlas) *Hud { return &Hud{atlas: atlas, line: make([]byte, 0, 128)} }

// ShowCard shows the card that explains the time step in use, or hides it.
func (h *Hud) ShowCard(on bool) { h.card = on }

// Card reports whether the card is shown.
func (h *Hud) Card() bool { return h.card }

// Toast is the message that is shown now, empty for none.
func (h *Hud) Toast() string { return h.toast }

// Say shows a line for a few seconds; an empty line changes nothing.
func (h *Hud) Say(now int64, text string) {
	if text != "" {
		h.toast, h.toastUntil = text, now+toastTime
	}
}

// Figures are the figures of a running scene.
type Figures struct {
	Scene    string
	Controls []scenes.Control // of the arrow keys
	Counters physics.Counters
	Vsync    renderer.Vsync
	// Drops is the kind of body that is dropped next.
	Drops    string
	Strategy *timestep.StrategyInfo // nil without a loop
}

// Draw records the figures, the help screen and the last message. free (pixels) is the part of the picture that no
// panel covers.
func (h *Hud) Draw(f *engine.Frame, free ui.Rect, show *stage.Show, fig *Figures) {
	h.free = free
	if !show.Interface {
		return
	}
	// the table of keys would lie half over the figures
	if show.Hud && !show.Help {
		h.drawFigures(f, fig)
	}
	if h.card && fig.Strategy != nil {
		drawCard(f, h.atlas, free, fig.Strategy)
	}
	if show.Help {
		drawHelp(f, h.atlas, free)
	}
	h.drawToast(f)
}

// figureLines is how many lines drawFigures writes.
const figureLines = 9

func (h *Hud) drawFigures(f *engine.Frame, fig *Figures) {
	style := plate.Style(f)
	m := h.atlas.Metrics(style)
	pad := plate.Padding * f.Scale
	st := f.Status
	lines, width := float32(figureLines), hudWidth*style.Size
	if len(fig.Controls) > 0 {
		lines++
		h.line = appendControls(h.line[:0], fig.Controls)
		width = max(width, h.atlas.WidthBytes(style, h.line)+pad)
	}
	if h.free.W < 2*(width+pad) || h.free.H < lines*m.Line+4*pad {
		// the figures would hide the scene, and the bar has the most important figures
		return
	}
	plate.Draw(f.Packet, h.free.X+pad, h.free.Y+pad, h.free.X+pad+width, h.free.Y+3*pad+lines*m.Line, f.Scale)
	h.y = h.free.Y + 2*pad + m.Ascent

	h.line = append(h.line[:0], fig.Scene...)
	if st.Paused {
		h.line = append(h.line, "   PAUSED"...)
	}
	h.row(f, style, m, plate.Accent)

	frame := h.frameNs.add(float64(st.ShownNs))
	h.line = plate.Number(append(h.line[:0], "frame "...), frame/1e6, 2)
	h.line = append(h.line, " ms   "...)
	if frame > 0 {
		h.line = append(appendRate(h.line, frame), " fps"...)
	}
	h.row(f, style, m, plate.Text)

	step := h.stepNs.add(float64(st.TickCost))
	h.line = plate.Number(append(h.line[:0], "step  "...), step/1e6, 2)
	h.line = strconv.AppendInt(append(h.line, " ms   "...), st.Hz, 10)
	h.line = append(h.line, " Hz"...)
	h.row(f, style, m, plate.Text)

	c := &fig.Counters
	h.line = strconv.AppendInt(append(h.line[:0], "bodies   "...), int64(c.Bodies), 10)
	h.line = strconv.AppendInt(append(h.line, "   awake "...), int64(c.AwakeBodies), 10)
	h.row(f, style, m, plate.Text)

	h.line = strconv.AppendInt(append(h.line[:0], "contacts "...), int64(c.TouchingContacts), 10)
	h.line = strconv.AppendInt(append(h.line, "   islands "...), int64(c.Islands), 10)
	h.row(f, style, m, plate.Text)

	h.rowRealTime(f, style, m)
	h.rowVsync(f, style, m, fig)
	h.rowStrategy(f, style, m)

	h.line = append(append(h.line[:0], "F1 help   N: drop a "...), fig.Drops...)
	h.row(f, style, m, plate.Dim)
	if len(fig.Controls) > 0 {
		h.line = appendControls(h.line[:0], fig.Controls)
		h.row(f, style, m, plate.Dim)
	}
}

// rowRealTime shows the speed of time and the time given up.
func (h *Hud) rowRealTime(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics) {
	st := f.Status
	color := plate.Text
	h.line = plate.Number(append(h.line[:0], "real time x"...), st.RealTime, 2)
	if st.SpeedNum != st.SpeedDen {
		h.line = plate.Number(append(h.line, "  of x"...), float64(st.SpeedNum)/float64(max(st.SpeedDen, 1)), 2)
	}
	h.line = plate.Number(append(h.line, "   dropped "...), float64(st.DroppedNs)/1e9, 2)
	h.line = append(h.line, " s"...)
	if st.DroppedNs > 0 {
		color = plate.Warn
	}
	h.row(f, style, m, color)
}

var vsyncNames = [...]string{renderer.VsyncOn: "on", renderer.VsyncOff: "off", renderer.VsyncAdaptive: "adaptive"}

func (h *Hud) rowVsync(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics, fig *Figures) {
	color := plate.Text
	h.line = append(append(h.line[:0], "vsync "...), vsyncNames[fig.Vsync]...)
	if f.Status.VsyncIgnored {
		h.line = append(h.line, ", not honoured: limited"...)
		color = plate.Warn
	}
	h.row(f, style, m, color)
}

func (h *Hud) row(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics, color renderer.Color) {
	h.atlas.TextBytes(f.Packet, 0, renderer.Rect{}, style, h.free.X+2*plate.Padding*f.Scale, h.y, color, h.line)
	h.y += m.Line
}

func (h *Hud) drawToast(f *engine.Frame) {
	if h.toast == "" {
		return
	}
	if f.Now >= h.toastUntil {
		h.toast = ""
		return
	}
	style := renderer.TextStyle{Size: (plate.Size + 1) * f.Scale}
	m := h.atlas.Metrics(style)
	pad := plate.Padding * f.Scale
	lines := [2]string{h.toast}
	if most := float32(f.Width) - 4*pad; h.atlas.Width(style, h.toast) > most {
		n, _ := h.atlas.Fit(style, h.toast, most)
		n = max(strings.LastIndexByte(h.toast[:n], ' ')+1, 1)
		rest := h.toast[n:]
		end, _ := h.atlas.Fit(style, rest, most)
		lines = [2]string{h.toast[:n], rest[:end]}
	}
	w := max(h.atlas.Width(style, lines[0]), h.atlas.Width(style, lines[1]))
	x := (float32(f.Width) - w) / 2
	// above the legend of the colours
	y := float32(f.Height) - 6*pad
	if lines[1] != "" {
		y -= m.Line
	}
	plate.Draw(f.Packet, x-pad, y-m.Ascent-pad/2, x+w+pad, float32(f.Height)-6*pad+m.Descent+pad/2, f.Scale)
	h.atlas.Text(f.Packet, 2, renderer.Rect{}, style, x, y, plate.Text, lines[0])
	h.atlas.Text(f.Packet, 2, renderer.Rect{}, style, x, y+m.Line, plate.Text, lines[1])
	f.Redraw(h.toastUntil - f.Now)
}

// rowStrategy shows the strategy in use and the state of its clock.
func (h *Hud) rowStrategy(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics) {
	h.line = append(append(h.line[:0], "loop  "...), f.Status.Strategy...)
	h.line = append(append(h.line, "   "...), f.Status.Lock.String()...)
	h.row(f, style, m, plate.Text)
}

// appendControls appends the actions of the arrow keys in a scene.
func appendControls(b []byte, list []scenes.Control) []byte {
	for i, c := range list {
		if i < len(arrowNames) {
			b = append(append(append(b, arrowNames[i]...), c.Text...), "   "...)
		}
	}
	return b
}

var arrowNames = [...]string{"left/right: ", "up/down: "}
