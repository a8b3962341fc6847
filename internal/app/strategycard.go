package app

import (
	"strings"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// cardWidth is the width of the card's text in em, cardLabel that of the first column.
const (
	cardWidth = 46
	cardLabel = 6
)

// drawCard explains the strategy in use: what it is good for, how it fails, who described it.
// It stands in the lower left corner, where it covers little of the scene and no panel covers it.
func (h *Hud) drawCard(f *engine.Frame, info *timestep.StrategyInfo) {
	text := renderer.TextStyle{Size: hudSize * f.Scale}
	bold := renderer.TextStyle{Font: renderer.FontBold, Size: hudSize * f.Scale}
	m := h.atlas.Metrics(text)
	pad := hudPadding * f.Scale
	width := min(cardWidth*text.Size, h.free.W-6*pad)
	rows := [...]struct{ label, text string }{
		{"good for", info.Good}, {"fails", info.Failure}, {"article", info.Source}, {"next", strategyKeys},
	}
	lines := 1
	for _, r := range rows {
		lines += h.wrap(nil, text, m, 0, 0, width-cardLabel*text.Size, r.text)
	}
	height := float32(lines)*m.Line + 2*pad
	x := h.free.X + 2*pad
	// above the line that messages take
	y := h.free.Y + h.free.H - height - 7*pad
	panel(f.Packet, x-pad, y, x+width+pad, y+height, f.Scale)
	y += pad + m.Ascent
	w := h.atlas.Text(f.Packet, 1, renderer.Rect{}, bold, x, y, hudAccent, info.Name)
	h.atlas.Text(f.Packet, 1, renderer.Rect{}, text, x+w+text.Size, y, hudDim, info.Title)
	y += m.Line
	for _, r := range rows {
		h.atlas.Text(f.Packet, 1, renderer.Rect{}, bold, x, y, hudText, r.label)
		n := h.wrap(f.Packet, text, m, x+cardLabel*text.Size, y, width-cardLabel*text.Size, r.text)
		y += float32(n) * m.Line
	}
}

// wrap writes text in lines no wider than width and returns their number; without a packet it
// only counts. A word that is wider stands alone.
func (h *Hud) wrap(p *renderer.Packet, style renderer.TextStyle, m renderer.TextMetrics, x, y, width float32, text string) int {
	lines := 0
	for len(text) > 0 {
		end := h.fit(style, width, text)
		if p != nil {
			h.atlas.Text(p, 1, renderer.Rect{}, style, x, y+float32(lines)*m.Line, hudDim, text[:end])
		}
		lines++
		for end < len(text) && text[end] == ' ' {
			end++
		}
		text = text[end:]
	}
	return lines
}

// fit is the length of the longest part of text that ends with a word and is no wider than width.
func (h *Hud) fit(style renderer.TextStyle, width float32, text string) int {
	n, _ := h.atlas.Fit(style, text, width)
	if n == len(text) {
		return n
	}
	if space := strings.LastIndexByte(text[:n+1], ' '); space > 0 {
		return space
	}
	if space := strings.IndexByte(text, ' '); space > 0 {
		return space
	}
	return len(text)
}

// strategyKeys names the keys that change the strategy, from the table of bindings.
var strategyKeys = keyNameOf(ActionNextStrategy) + ", back " + keyNameOf(ActionPreviousStrategy) +
	", this card " + keyNameOf(ActionStrategyCard)

// rowStrategy shows the strategy in use and the state of its clock.
func (h *Hud) rowStrategy(f *engine.Frame, style renderer.TextStyle, m renderer.TextMetrics) {
	h.line = append(append(h.line[:0], "loop  "...), f.Status.Strategy...)
	h.line = append(append(h.line, "   "...), f.Status.Lock.String()...)
	h.row(f, style, m, hudText)
}
