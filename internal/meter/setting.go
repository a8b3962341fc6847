package meter

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Setting is a quantity of a thing, or of all things of a pattern, that can be set.
type Setting struct {
	// Key is how it is written, Text one sentence, Low and High (Unit) bound it.
	Key, Unit, Text string
	Low, High       float64

	in  input
	r   reading
	own []float64 // values that Keep found
}

// FindSetting reads the key of a setting, as body("crate").mass or joint("arm", "wall").friction; body("wheel*").mass
// is that of every body of the pattern. It has to be bound.
func FindSetting(key string) (*Setting, error) {
	c := compiler{source: key, many: true}
	tree, err := parse(key)
	if err == nil {
		_, err = c.read(tree)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", key, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if len(c.ops) != 1 || len(c.inputs) != 1 || !c.inputs[0].q.Settable() {
		return nil, fmt.Errorf("%s cannot be set; %s", key, whatCanBeSet())
	}
	in := c.inputs[0]
	return &Setting{Key: in.key, Unit: in.q.Unit, Text: in.q.Text, Low: in.q.low, High: in.q.high, in: in}, nil
}

// BodyKey is how a quantity of a body is written.
func BodyKey(path, quantity string) string { return keyOf("body", []string{path}, quantity) }

// JointAxisKey is how a quantity of an axis of a joint is written, see JointKey.
func JointAxisKey(j physics.Joint, axis int, quantity string) string {
	if axis != mainAxis(j) {
		quantity = fmt.Sprintf("axis%d.%s", axis+1, quantity)
	}
	return JointKey(j, quantity)
}

// JointKey is how a quantity of a joint is written, by its name where it has one.
func JointKey(j physics.Joint, quantity string) string {
	return keyOf("joint", []string{jointPath(j)}, quantity)
}

// whatCanBeSet lists the settings.
func whatCanBeSet() (text string) {
	for i := range Things {
		t := Things[i]
		t.Quantities = nil
		for _, q := range Things[i].Quantities {
			if q.Settable() {
				t.Quantities = append(t.Quantities, q)
			}
		}
		if len(t.Quantities) > 0 {
			text += ", a " + t.Call + " has " + t.names()
		}
	}
	return text[2:]
}

// Bind looks for the thing, or for the things of a pattern, in a world, for the other methods.
func (s *Setting) Bind(w *physics.World, scene *scenes.Scene) error {
	err := s.in.bind(w, scene)
	s.Unit = s.in.unit()
	return err
}

// There reports whether all things that were bound last exist.
func (s *Setting) There() bool {
	return !slices.ContainsFunc(s.in.objects(), func(o object) bool { return !o.there() })
}

// Value is the value in the world that was bound last; of several things that of the first.
func (s *Setting) Value() float64 {
	return s.valueOf(s.in.objects()[0])
}

// valueOf is the value of one of the things.
func (s *Setting) valueOf(o object) float64 {
	one := input{q: s.in.q, o: o}
	return one.read(&s.r)
}

// Set writes the value in the world that was bound last.
func (s *Setting) Set(v float64) error {
	if math.IsNaN(v) {
		return fmt.Errorf("%s cannot be %g", s.Key, v)
	}
	for _, o := range s.in.objects() {
		if err := s.write(o, v); err != nil {
			return err
		}
	}
	return nil
}

// write sets the value of one of the things.
func (s *Setting) write(o object, v float64) error {
	if err := s.in.q.set(&o, float32(v)); err != nil {
		return fmt.Errorf("%s cannot be %g: %w", s.Key, v, err)
	}
	return nil
}

// Keep notes the values in the world that was bound last, for GiveBack.
func (s *Setting) Keep() {
	s.own = s.own[:0]
	for _, o := range s.in.objects() {
		s.own = append(s.own, s.valueOf(o))
	}
}

// GiveBack writes the values that Keep found to the things that were bound last, as many as then.
func (s *Setting) GiveBack() error {
	for i, o := range s.in.objects() {
		if i >= len(s.own) || !o.there() {
			continue
		}
		if err := s.write(o, s.own[i]); err != nil {
			return err
		}
	}
	return nil
}

// Settings are the keys of all settings in a world, by the paths of its bodies and joints.
func Settings(w *physics.World, scene *scenes.Scene) (keys []string) {
	add := func(call string, quantities []*Quantity, path string) {
		for _, q := range quantities {
			if q.Settable() {
				keys = append(keys, keyOf(call, []string{path}, q.Name))
			}
		}
	}
	bodies, surface := w.Bodies(nil), bodySurface()
	for i, path := range bodyname.Paths(w, bodies) {
		if bodies[i].Type() == physics.Dynamic {
			add("body", thing("body").Quantities, path)
		} else {
			add("body", surface, path)
		}
	}
	for _, j := range namedJoints(w, scene) {
		add("joint", thing("joint").Quantities, j.path)
	}
	return keys
}

// IsSetting reports whether a key is that of a thing rather than of a parameter.
func IsSetting(key string) bool {
	for i := range Things[1:] {
		if call := Things[i+1].Call + "("; len(key) > len(call) && key[:len(call)] == call {
			return true
		}
	}
	return false
}
