package stage

import (
	"tumble/engine"
	"tumble/internal/app/mglvec"
	"tumble/physics/drawing"
	"tumble/renderer"
)

// Drawings are the drawings of a program at the step that is shown. Categories stay from step to step with their
// switches.
type Drawings struct {
	Categories []DrawingCategory
	// Values are the values of the step.
	Values []drawing.Drawing

	list []sortedDrawing
}

// DrawingCategory is a category of drawings.
type DrawingCategory struct {
	Name   string
	Hidden bool
}

// sortedDrawing is a drawing and the number of its category.
type sortedDrawing struct {
	drawing.Drawing
	category int
}

// maxDrawings is how many drawings of a step are shown, maxCategories how many categories have a switch of their own:
// the last switch is that of all further ones.
const (
	maxDrawings   = 20_000
	maxCategories = 32
)

// Any reports whether there are categories or values to show. There are none in nil.
func (d *Drawings) Any() bool { return d != nil && len(d.Categories)+len(d.Values) > 0 }

// Begin begins another step.
func (d *Drawings) Begin() { d.list, d.Values = d.list[:0], d.Values[:0] }

// Add adds a drawing of the step.
func (d *Drawings) Add(one *drawing.Drawing) {
	switch {
	case len(d.list)+len(d.Values) >= maxDrawings || one.Kind == drawing.Mark:
	case one.Kind == drawing.Value:
		d.Values = append(d.Values, *one)
	default:
		d.list = append(d.list, sortedDrawing{*one, d.category(one.Category)})
	}
}

// category returns the number of a category.
func (d *Drawings) category(name string) int {
	for i := range d.Categories {
		if d.Categories[i].Name == name {
			return i
		}
	}
	if len(d.Categories) < maxCategories {
		d.Categories = append(d.Categories, DrawingCategory{Name: name})
	}
	return len(d.Categories) - 1
}

// draw draws those of the categories that are switched on.
func (d *Drawings) draw(f *engine.Frame, labels *labels) {
	for i := range d.list {
		one := &d.list[i]
		if d.Categories[one.category].Hidden {
			continue
		}
		pen := renderer.Pen{Color: colorOf(one.Color), Width: 2, Depth: renderer.DepthHint}
		at := mglvec.Of(one.From)
		switch one.Kind {
		case drawing.Line:
			f.Packet.Segment(pen, at, mglvec.Of(one.To))
		case drawing.Arrow:
			f.Packet.Arrow(pen, at, mglvec.Of(one.To), 0)
		case drawing.Point:
			f.Packet.Mark(pen, at, 7, renderer.PointDisc)
		case drawing.Text:
			from := len(labels.text)
			labels.text = append(labels.text, one.Text...)
			labels.add(f.Packet.View.Eye, at, from, pen.Color)
		}
	}
}

// colorOf is a colour of a program as one of the renderer.
func colorOf(c drawing.Color) renderer.Color { return renderer.Hex(uint32(c >> 8)).WithAlpha(uint8(c)) }
