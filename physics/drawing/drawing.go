// Package drawing adds lines, points, texts, values and marks of a program to the recording of its world. The sandbox
// draws them at the step after which they were made, also while it follows the program (physics/debug), and switches
// them by category.
//
//	pen := drawing.NewPen(recorder, "aim")
//	pen.Color = drawing.RGB(255, 80, 80)
//	pen.Arrow(muzzle, target)
//	pen.Value("distance", 12.5)
package drawing

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"tumble/physics"
)

// EntryKind is the kind of the entries of a recording that are drawings, see physics.Recorder.Append.
const EntryKind uint16 = 100

// Kind is a kind of drawing. The numbers are part of the format.
type Kind uint8

const (
	// Line leads from From to To, Arrow has its head at To, Point is at From.
	Line Kind = 1 + iota
	Arrow
	Point
	// Text stands at From.
	Text
	// Value is a number with the name Text.
	Value
	// Mark is a moment of the timeline with the name Text.
	Mark

	kindCount
)

// Color is a colour: red, green, blue and opacity, a byte each from the highest on.
type Color uint32

// RGB is an opaque colour.
func RGB(r, g, b uint8) Color { return Color(r)<<24 | Color(g)<<16 | Color(b)<<8 | 255 }

// Drawing is one line, point, text, value or mark. Points are in the frame of the world (m).
type Drawing struct {
	Kind     Kind
	Category string
	Color    Color
	From, To physics.Vec3
	Text     string
	Value    float64
}

// The lengths of texts (bytes); longer ones are cut.
const (
	maxCategory = 64
	maxText     = 200
)

// size is the number of bytes before the texts: kind, colour, two points, value, length of the category.
const size = 1 + 4 + 6*4 + 8 + 1

// Append appends the entry of a drawing.
func Append(b []byte, d *Drawing) []byte {
	category := d.Category[:min(len(d.Category), maxCategory)]
	b = append(b, byte(d.Kind))
	b = binary.LittleEndian.AppendUint32(b, uint32(d.Color))
	for _, x := range [...]float32{d.From.X, d.From.Y, d.From.Z, d.To.X, d.To.Y, d.To.Z} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(d.Value))
	b = append(append(b, byte(len(category))), category...)
	return append(b, d.Text[:min(len(d.Text), maxText)]...)
}

// Decode reads the entry of a drawing. Entries that no Append made are an error.
func Decode(data []byte) (Drawing, error) {
	if len(data) < size {
		return Drawing{}, fmt.Errorf("drawing: %d bytes: at least %d are needed", len(data), size)
	}
	d := Drawing{Kind: Kind(data[0]), Color: Color(binary.LittleEndian.Uint32(data[1:]))}
	at := 5
	for _, x := range [...]*float32{&d.From.X, &d.From.Y, &d.From.Z, &d.To.X, &d.To.Y, &d.To.Z} {
		*x = math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))
		at += 4
	}
	d.Value = math.Float64frombits(binary.LittleEndian.Uint64(data[at:]))
	category := int(data[size-1])
	if category > maxCategory || size+category > len(data) || len(data)-size-category > maxText {
		return Drawing{}, errors.New("drawing: a text is too long")
	}
	d.Category = strings.ToValidUTF8(string(data[size:size+category]), "")
	d.Text = strings.ToValidUTF8(string(data[size+category:]), "")
	return d, d.check()
}

// check refuses numbers that cannot be drawn.
func (d *Drawing) check() error {
	switch {
	case d.Kind == 0 || d.Kind >= kindCount:
		return fmt.Errorf("drawing: kind %d is not known", d.Kind)
	case !finite(d.From) || !finite(d.To):
		return errors.New("drawing: a point is not finite")
	}
	return nil
}

func finite(p physics.Vec3) bool {
	sum := float64(p.X) + float64(p.Y) + float64(p.Z)
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// Recorder takes the entries of drawings: a physics.Recorder, or a debug.Server.
type Recorder interface {
	Append(kind uint16, data []byte) error
}

// Pen draws in one category. Drawings with points that are not finite are left out; errors of the recording stay with
// the recorder. A Pen allocates nothing.
type Pen struct {
	Color Color

	out      Recorder
	category string
	buf      []byte
}

// NewPen makes a white pen.
func NewPen(out Recorder, category string) *Pen {
	return &Pen{Color: RGB(255, 255, 255), out: out, category: category}
}

// Line draws a line between two points (m).
func (p *Pen) Line(from, to physics.Vec3) { p.draw(&Drawing{Kind: Line, From: from, To: to}) }

// Arrow draws an arrow with its head at to (m).
func (p *Pen) Arrow(from, to physics.Vec3) { p.draw(&Drawing{Kind: Arrow, From: from, To: to}) }

// Point draws a point (m).
func (p *Pen) Point(at physics.Vec3) { p.draw(&Drawing{Kind: Point, From: at}) }

// Text writes at a point (m).
func (p *Pen) Text(at physics.Vec3, text string) { p.draw(&Drawing{Kind: Text, From: at, Text: text}) }

// Value shows a number under a name.
func (p *Pen) Value(name string, value float64) {
	p.draw(&Drawing{Kind: Value, Text: name, Value: value})
}

// Mark marks the step on the timeline.
func (p *Pen) Mark(name string) { p.draw(&Drawing{Kind: Mark, Text: name}) }

func (p *Pen) draw(d *Drawing) {
	d.Category, d.Color = p.category, p.Color
	if d.check() != nil {
		return
	}
	p.buf = Append(p.buf[:0], d)
	// the recorder keeps its error
	_ = p.out.Append(EntryKind, p.buf)
}
