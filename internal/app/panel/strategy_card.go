package panel

import (
	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/app/plate"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// cardWidth is the width of the card's text in em, cardLabel that of the first column.
const (
	cardWidth = 46
	cardLabel = 6
)

// drawCard explains the strategy in use: what it is good for, how it fails, who described it.
// It stands in the lower left corner, where it covers little of the scene and no panel covers it.
func drawCard(f *engine.Frame, atlas *renderer.Atlas, free ui.Rect, info *timestep.StrategyInfo) {
	text := renderer.TextStyle{Size: plate.Size * f.Scale}
	bold := renderer.TextStyle{Font: renderer.FontBold, Size: plate.Size * f.Scale}
	m := atlas.Metrics(text)
	pad := plate.Padding * f.Scale
	width := min(cardWidth*text.Size, free.W-6*pad)
	fails := "fails"
	if info.Broken {
		fails = "broken"
	}
	rows := [...]struct{ label, text string }{
		{"good for", info.Good}, {fails, info.Failure}, {"article", info.Source}, {"next", strategyKeys},
	}
	lines := 1
	for _, r := range rows {
		lines += plate.Wrap(atlas, nil, text, plate.Dim, 0, 0, width-cardLabel*text.Size, r.text)
	}
	height := float32(lines)*m.Line + 2*pad
	x := free.X + 2*pad
	// above the line that messages take
	y := free.Y + free.H - height - 7*pad
	plate.Draw(f.Packet, x-pad, y, x+width+pad, y+height, f.Scale)
	y += pad + m.Ascent
	w := atlas.Text(f.Packet, 1, renderer.Rect{}, bold, x, y, plate.Accent, info.Name)
	atlas.Text(f.Packet, 1, renderer.Rect{}, text, x+w+text.Size, y, plate.Dim, info.Title)
	y += m.Line
	for _, r := range rows {
		atlas.Text(f.Packet, 1, renderer.Rect{}, bold, x, y, plate.Text, r.label)
		n := plate.Wrap(atlas, f.Packet, text, plate.Dim, x+cardLabel*text.Size, y, width-cardLabel*text.Size, r.text)
		y += float32(n) * m.Line
	}
}

// strategyKeys names the keys that change the strategy, from the table of bindings.
var strategyKeys = command.KeyName(command.NextStrategy) + ", back " + command.KeyName(command.PreviousStrategy) +
	", this card " + command.KeyName(command.StrategyCard)
