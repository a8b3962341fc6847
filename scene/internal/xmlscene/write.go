package xmlscene

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
)

// Writer writes elements, indented by two blanks a level.
type Writer struct {
	text strings.Builder
	open []string
}

// Open begins an element with attributes, given as names and values in turn. Those with an empty value are left out.
func (w *Writer) Open(name string, attributes ...string) {
	w.begin(name, attributes)
	w.text.WriteString(">\n")
	w.open = append(w.open, name)
}

// Leaf writes an element without contents.
func (w *Writer) Leaf(name string, attributes ...string) {
	w.begin(name, attributes)
	w.text.WriteString("/>\n")
}

// Text writes an element with a text alone.
func (w *Writer) Text(name, text string) {
	w.indent()
	w.text.WriteString("<" + name + ">")
	// a strings.Builder takes everything
	_ = xml.EscapeText(&w.text, []byte(text))
	w.text.WriteString("</" + name + ">\n")
}

// Close ends the element that was begun last.
func (w *Writer) Close() {
	name := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.indent()
	w.text.WriteString("</" + name + ">\n")
}

// Bytes are all that was written.
func (w *Writer) Bytes() []byte { return []byte(w.text.String()) }

func (w *Writer) begin(name string, attributes []string) {
	w.indent()
	w.text.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] == "" {
			continue
		}
		w.text.WriteString(" " + attributes[i] + `="`)
		// a strings.Builder takes everything
		_ = xml.EscapeText(&w.text, []byte(attributes[i+1]))
		w.text.WriteString(`"`)
	}
}

func (w *Writer) indent() {
	for range w.open {
		w.text.WriteString("  ")
	}
}

// Format writes numbers with the fewest digits that read back to the same bits.
func Format(numbers ...float32) string {
	var b []byte
	for i, x := range numbers {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, float64(x+0), 'g', -1, 32)
	}
	return string(b)
}

// FormatVector writes a vector.
func FormatVector(v vec.Vec3) string { return Format(v.X, v.Y, v.Z) }

// FormatQuat writes a quaternion with w first.
func FormatQuat(q vec.Quat) string { return Format(q.W, q.X, q.Y, q.Z) }

// RollPitchYaw are the angles (rad) that RPY makes a rotation of. Where the pitch is upright, so that roll and yaw
// rotate about one axis, the yaw is 0.
func RollPitchYaw(q vec.Quat) vec.Vec3 {
	x, y, z, w := float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
	n := x*x + y*y + z*z + w*w
	if n == 0 {
		return vec.Vec3{}
	}
	at := func(a float64) float64 { return a / n }
	xx, xy := at(w*w+x*x-y*y-z*z), at(2*(x*y+w*z))
	xz := at(2 * (x*z - w*y))
	level := math.Hypot(xx, xy)
	pitch := math.Atan2(-xz, level)
	if level < 1e-6 {
		return vec.V3(float32(math.Atan2(at(-2*(y*z-w*x)), at(w*w-x*x+y*y-z*z))), float32(pitch), 0)
	}
	return vec.V3(float32(math.Atan2(at(2*(y*z+w*x)), at(w*w-x*x-y*y+z*z))), float32(pitch),
		float32(math.Atan2(xy, xx)))
}

// Insert adds all that another writer wrote, one level below what is open.
func (w *Writer) Insert(other *Writer) {
	for line := range strings.Lines(other.text.String()) {
		w.indent()
		w.text.WriteString(line)
	}
}
