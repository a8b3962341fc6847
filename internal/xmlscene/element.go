// Package xmlscene is what URDF and MJCF have in common: a tree of XML elements that notes what was
// read of it, so that everything else can be listed as ignored; meshes in files beside the scene; and
// the turn from the z axis upwards to the y axis.
package xmlscene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"tumble/internal/scenefile"
	"tumble/physics/vec"
)

const (
	// MaxFile bounds the size of a file.
	MaxFile     = 64 << 20
	maxDepth    = 200
	maxElements = 1 << 18
)

// Element is a part of an XML document.
type Element struct {
	Name     string
	Line     int
	Children []*Element
	attrs    map[string]string
	read     map[string]bool
	used     bool
	f        *scenefile.Faults
}

// Parse reads a document whose root element has a name.
func Parse(data []byte, root string, f *scenefile.Faults) (*Element, error) {
	if len(data) > MaxFile {
		return nil, fmt.Errorf("the file has %d bytes: at most %d are read", len(data), MaxFile)
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	var stack []*Element
	var top *Element
	count := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("no XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > maxElements || len(stack) >= maxDepth {
				return nil, fmt.Errorf("more than %d elements, or deeper than %d", maxElements, maxDepth)
			}
			line, _ := d.InputPos()
			e := &Element{Name: t.Name.Local, Line: line, attrs: map[string]string{}, read: map[string]bool{}, f: f}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			if len(stack) > 0 {
				p := stack[len(stack)-1]
				p.Children = append(p.Children, e)
			} else if top == nil {
				top = e
			}
			stack = append(stack, e)
		case xml.EndElement:
			if len(stack) == 0 {
				return nil, errors.New("no XML: an element ends that did not begin")
			}
			stack = stack[:len(stack)-1]
		}
	}
	if top == nil || top.Name != root {
		return nil, fmt.Errorf("the root element is not %s", root)
	}
	top.used = true
	return top, nil
}

// Place says where the element is in the file.
func (e *Element) Place() string {
	if name := e.attrs["name"]; name != "" {
		return fmt.Sprintf("line %d <%s name=%q>", e.Line, e.Name, name)
	}
	return fmt.Sprintf("line %d <%s>", e.Line, e.Name)
}

// Errorf and Warnf add faults at the element.
func (e *Element) Errorf(format string, args ...any) { e.f.Errorf(e.Place(), format, args...) }

// Warnf adds a warning at the element.
func (e *Element) Warnf(format string, args ...any) { e.f.Warnf(e.Place(), format, args...) }

// All returns the children of a name, which count as read.
func (e *Element) All(name string) []*Element {
	var list []*Element
	if e == nil {
		return nil
	}
	for _, c := range e.Children {
		if c.Name == name {
			c.used = true
			list = append(list, c)
		}
	}
	return list
}

// First returns the first child of a name, or nil.
func (e *Element) First(name string) *Element {
	if list := e.All(name); len(list) > 0 {
		return list[0]
	}
	return nil
}

// Use marks an element as read.
func (e *Element) Use() { e.used = true }

// Has reports whether there is an attribute.
func (e *Element) Has(name string) bool {
	if e == nil {
		return false
	}
	_, ok := e.attrs[name]
	return ok
}

// Text returns an attribute, or other without it.
func (e *Element) Text(name, other string) string {
	if e == nil {
		return other
	}
	e.read[name] = true
	if s, ok := e.attrs[name]; ok {
		return s
	}
	return other
}

// SetDefault gives an attribute a value if it has none.
func (e *Element) SetDefault(name, value string) {
	if _, ok := e.attrs[name]; !ok {
		e.attrs[name] = value
	}
}

// Attributes returns the names of all attributes, sorted.
func (e *Element) Attributes() []string {
	names := make([]string, 0, len(e.attrs))
	for name := range e.attrs {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Numbers reads an attribute of up to len(to) numbers within ±1e9 and returns how many there are.
func (e *Element) Numbers(name string, to []float32) int {
	s := e.Text(name, "")
	fields := strings.Fields(s)
	if len(fields) > len(to) {
		e.Errorf("%s=%q: has more than %d numbers", name, s, len(to))
		return 0
	}
	for i, x := range fields {
		v, err := strconv.ParseFloat(x, 32)
		if err != nil || !(v >= -1e9 && v <= 1e9) {
			e.Errorf("%s=%q: %q is no number between −1e9 and 1e9", name, s, x)
			return 0
		}
		to[i] = float32(v)
	}
	return len(fields)
}

// Number reads one number, or other without it.
func (e *Element) Number(name string, other float32) float32 {
	x := [1]float32{other}
	if e != nil && e.Has(name) && e.Numbers(name, x[:]) == 0 {
		return other
	}
	return x[0]
}

// Vector reads three numbers, or other without them.
func (e *Element) Vector(name string, other vec.Vec3) vec.Vec3 {
	if e == nil || !e.Has(name) {
		return other
	}
	var x [3]float32
	if n := e.Numbers(name, x[:]); n != 3 {
		if n > 0 {
			e.Errorf("%s: must have 3 numbers", name)
		}
		return other
	}
	return vec.V3(x[0], x[1], x[2])
}

// ReportIgnored adds a warning for every element and attribute below that nothing has read.
func (e *Element) ReportIgnored() {
	for _, name := range e.Attributes() {
		if !e.read[name] && name != "name" {
			e.Warnf("the attribute %s is ignored", name)
		}
	}
	for _, c := range e.Children {
		if !c.used {
			c.Warnf("is ignored")
			continue
		}
		c.ReportIgnored()
	}
}

// Upright is the rotation that takes the z axis to the y axis: files have z upwards, worlds y.
func Upright() vec.Quat { return vec.Quat{X: -0.70710677, W: 0.70710677} }

// RPY is the rotation by roll, pitch and yaw (rad) about the fixed axes x, y, z.
func RPY(r vec.Vec3) vec.Quat {
	return vec.QuatAxisAngle(vec.AxisZ, r.Z).Mul(vec.QuatAxisAngle(vec.AxisY, r.Y)).Mul(vec.QuatAxisAngle(vec.AxisX, r.X)).Norm()
}

// Turn is the shortest rotation from a unit vector to an axis of any length.
func Turn(from, axis vec.Vec3) vec.Quat {
	if n := axis.Norm(); n != (vec.Vec3{}) {
		return vec.QuatBetween(from, n)
	}
	return vec.QuatIdentity
}

// Numbers4 reads up to four numbers over those that are there.
func (e *Element) Numbers4(name string, to *[4]float32) {
	if e != nil && e.Has(name) {
		e.Numbers(name, to[:])
	}
}
