package model

import (
	"fmt"
	"sort"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Summary counts the world that a scene becomes.
type Summary struct {
	// Units are those of the file, see Scene.
	Units     string `json:"units"`
	Bodies    int    `json:"bodies"`
	Dynamic   int    `json:"dynamic"`
	Kinematic int    `json:"kinematic"`
	Static    int    `json:"static"`
	// Mass of all dynamic bodies, and of the lightest and heaviest of them (kg).
	Mass     float64 `json:"mass"`
	Lightest float64 `json:"lightest"`
	Heaviest float64 `json:"heaviest"`
	// Smallest and Largest are the lengths (m) of those dynamic bodies that have a shape, along the axis of the world
	// in which each is longest.
	Smallest float64        `json:"smallest"`
	Largest  float64        `json:"largest"`
	Shapes   map[string]int `json:"shapes"`
	Joints   map[string]int `json:"joints"`
	// Sensors of the file that are measured.
	Sensors int `json:"sensors"`

	// shapeless are the names of the dynamic bodies that have no shape.
	shapeless []string
}

// Summarize counts what is in the world of a run.
func Summarize(run *scenes.Run) Summary {
	s := Summary{Shapes: map[string]int{}, Joints: map[string]int{}, Sensors: len(run.Scene.Sensors)}
	var shapes []physics.Shape
	for _, b := range run.World.Bodies(nil) {
		s.Bodies++
		shapes = b.Shapes(shapes[:0])
		switch b.Type() {
		case physics.Static:
			s.Static++
		case physics.Kinematic:
			s.Kinematic++
		default:
			m := float64(b.Mass())
			if s.Dynamic == 0 || m < s.Lightest {
				s.Lightest = m
			}
			s.Heaviest = max(s.Heaviest, m)
			s.Mass += m
			s.Dynamic++
			s.addLength(shapes)
			if len(shapes) == 0 {
				s.shapeless = append(s.shapeless, fmt.Sprintf("%q", b.Name()))
			}
		}
		for _, shape := range shapes {
			s.Shapes[geometryName(shape)]++
		}
	}
	for _, j := range run.World.Joints(nil) {
		s.Joints[j.Kind().String()]++
	}
	return s
}

// addLength counts the length of a body with these shapes.
func (s *Summary) addLength(shapes []physics.Shape) {
	box := vec.EmptyAABB
	for _, shape := range shapes {
		box = box.Union(shape.Bounds())
	}
	if box == vec.EmptyAABB {
		return
	}
	length := float64(2 * box.Half().MaxComponent())
	if s.Smallest == 0 || length < s.Smallest {
		s.Smallest = length
	}
	s.Largest = max(s.Largest, length)
}

// Lengths (m) of moving bodies outside of these come from files whose unit is another one than that of the format.
const (
	leastLength = 5e-4
	mostLength  = 100
)

// CheckLengths warns of a file whose unit of length is hardly the one that it is read in.
func (s *Summary) CheckLengths(f *Faults) {
	switch {
	case s.Smallest > mostLength:
		f.Warnf("", "every moving body is %.3g m long or longer: is the file in millimetres or centimetres?",
			s.Smallest)
	case s.Largest > 0 && s.Largest < leastLength:
		f.Warnf("", "every moving body is %.3g m long or shorter: is the file in kilometres?", s.Largest)
	}
}

// mostNamed is how many bodies a remark names.
const mostNamed = 5

// CheckShapes remarks on moving bodies that nothing can touch.
func (s *Summary) CheckShapes(f *Faults) {
	names, more := s.shapeless, ""
	if len(names) == 0 {
		return
	}
	if n := len(names) - mostNamed; n > 0 {
		names, more = names[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	f.Ignoref("", "%d moving bodies have no shape, nothing can touch them: %s%s", len(s.shapeless),
		strings.Join(names, ", "), more)
}

// geometryName is the word for a shape: its kind, or trigger.
func geometryName(s physics.Shape) string {
	if s.Sensor() {
		return "trigger"
	}
	name := fmt.Sprintf("%T", s.Geometry())
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// Count returns the sum of the numbers of a table.
func Count(table map[string]int) int {
	n := 0
	for _, k := range table {
		n += k
	}
	return n
}

// Listed writes a table as "2 box, 1 hull", the most first.
func Listed(table map[string]int) string {
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return table[a] > table[b] || table[a] == table[b] && a < b
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", table[name], name)
	}
	return strings.Join(names, ", ")
}
