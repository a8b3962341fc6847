package xmlscene

import (
	"strconv"
	"strings"

	"tumble/physics/vec"
)

// Content is the text within an element, without the blanks around it; it is empty for nil.
func (e *Element) Content() string {
	if e == nil {
		return ""
	}
	e.used = true
	return strings.TrimSpace(string(e.content))
}

// SetContent gives an element a text.
func (e *Element) SetContent(text string) { e.content = []byte(text) }

// ContentOf is the text within the first child of a name, or other without it.
func (e *Element) ContentOf(name, other string) string {
	if s := e.First(name).Content(); s != "" {
		return s
	}
	return other
}

// ContentNumbers reads up to len(to) numbers within ±1e9 from the text of an element and returns how many there are.
func (e *Element) ContentNumbers(to []float32) int {
	fields := strings.Fields(e.Content())
	if len(fields) > len(to) {
		e.Errorf("%.60q: has more than %d numbers", e.Content(), len(to))
		return 0
	}
	for i, x := range fields {
		v, err := strconv.ParseFloat(x, 32)
		if err != nil || !(v >= -1e9 && v <= 1e9) {
			e.Errorf("%.40q is no number between −1e9 and 1e9", x)
			return 0
		}
		to[i] = float32(v)
	}
	return len(fields)
}

// NumberOf reads the number within the first child of a name, or other without it.
func (e *Element) NumberOf(name string, other float32) float32 {
	x := [1]float32{other}
	if c := e.First(name); c != nil && c.ContentNumbers(x[:]) == 0 {
		return other
	}
	return x[0]
}

// VectorOf reads the three numbers within the first child of a name, or other without it.
func (e *Element) VectorOf(name string, other vec.Vec3) vec.Vec3 {
	c := e.First(name)
	if c == nil {
		return other
	}
	var x [3]float32
	if n := c.ContentNumbers(x[:]); n != 3 {
		if n > 0 || c.Content() == "" {
			c.Errorf("must have 3 numbers")
		}
		return other
	}
	return vec.V3(x[0], x[1], x[2])
}

// FlagOf is true or false within the first child of a name, or other without it.
func (e *Element) FlagOf(name string, other bool) bool {
	switch strings.ToLower(e.First(name).Content()) {
	case "true", "1":
		return true
	case "false", "0":
		return false
	}
	return other
}
