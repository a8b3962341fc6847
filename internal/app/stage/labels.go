package stage

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/internal/app/plate"
	"tumble/renderer"
)

// labelDistance (m) and labelCount limit the labels that are written.
const (
	labelDistance = 60
	labelCount    = 250
	labelSize     = 12 // pixels per em at scale 1
	// labelGap (pixels at scale 1) is the room between a point and its label.
	labelGap = 6
)

// label is a text at a point of the world that asks for a place in the picture.
type label struct {
	at       mgl32.Vec3
	from, to int     // in the text of all labels
	far      float32 // from the eye (m): near labels choose first
	color    renderer.Color
}

// labels places texts so that none covers another. Its buffers are kept.
type labels struct {
	atlas *renderer.Atlas
	list  []label
	text  []byte
	taken []labelBox
}

// labelBox is a part of the picture (pixels).
type labelBox struct{ x0, y0, x1, y1 float32 }

func (b labelBox) meets(o labelBox) bool {
	return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1
}

// labelShifts are tried in turn: above the point, below, beside it, and a line further. Shares of the width and
// the height of the label.
var labelShifts = [...][2]float32{{0, 0}, {0, 1.6}, {0.65, 0.8}, {-0.65, 0.8}, {0, -1.1}, {0.65, -0.3}, {-0.65, -0.3},
	{0, 2.7}}

func (l *labels) begin() { l.list, l.text = l.list[:0], l.text[:0] }

// add asks for a place for the text appended since from.
func (l *labels) add(eye, at mgl32.Vec3, from int, color renderer.Color) {
	far := at.Sub(eye).Len()
	if l.atlas == nil || far > labelDistance {
		l.text = l.text[:from]
		return
	}
	l.list = append(l.list, label{at, from, len(l.text), far, color})
}

// number asks for a place for a number with a unit.
func (l *labels) number(eye, at mgl32.Vec3, x float32, decimals int, unit string, color renderer.Color) {
	from := len(l.text)
	l.text = strconv.AppendFloat(l.text, float64(x), 'f', decimals, 32)
	if string(l.text[from:]) == "-0" {
		l.text = append(l.text[:from], '0')
	}
	l.text = append(l.text, unit...)
	l.add(eye, at, from, color)
}

// draw writes the labels, the nearest first. One that finds no place is left out.
func (l *labels) draw(f *engine.Frame) {
	slices.SortStableFunc(l.list, func(a, b label) int { return cmp.Compare(a.far, b.far) })
	l.taken = l.taken[:0]
	scale := max(f.Scale, 0.5)
	style := renderer.Label{
		Style: renderer.TextStyle{Size: labelSize * scale}, Back: plate.Back, Align: renderer.AlignCentre,
		Depth: renderer.DepthNone,
	}
	for i := range l.list {
		if len(l.taken) == labelCount {
			return
		}
		l.write(f.Packet, style, &l.list[i], labelGap*scale)
	}
}

// write writes a label at the first place where it covers no other one.
func (l *labels) write(p *renderer.Packet, style renderer.Label, one *label, gap float32) {
	text := l.text[one.from:one.to]
	style.Color, style.DY = one.color, -gap
	x0, y0, x1, y1, ok := l.atlas.LabelBox(p, style, one.at, text)
	if !ok {
		return
	}
	w, h := x1-x0+2*gap, y1-y0+gap/2
	for _, shift := range labelShifts {
		dx, dy := shift[0]*w, shift[1]*h
		box := labelBox{x0 + dx, y0 + dy, x1 + dx, y1 + dy}
		if slices.ContainsFunc(l.taken, box.meets) {
			continue
		}
		style.DX, style.DY = dx, dy-gap
		if l.atlas.LabelBytes(p, style, one.at, text) {
			l.taken = append(l.taken, box)
		}
		return
	}
}
