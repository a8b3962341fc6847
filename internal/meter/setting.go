package meter

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
)

// Setting is a quantity of a thing that can be set.
type Setting struct {
	// Key is how it is written, Low and High (Unit) bound it.
	Key, Unit string
	Low, High float64

	in input
	r  reading
}

// FindSetting reads the key of a setting, as body("crate").mass or joint("arm", "wall").friction. It has to be bound.
func FindSetting(key string) (*Setting, error) {
	m, err := Expression(key)
	if err != nil {
		return nil, err
	}
	if len(m.ops) != 1 || len(m.inputs) != 1 || !m.inputs[0].q.Settable() {
		return nil, fmt.Errorf("%s cannot be set; %s", key, whatCanBeSet())
	}
	in := m.inputs[0]
	return &Setting{Key: in.key, Unit: in.q.Unit, Low: in.q.low, High: in.q.high, in: in}, nil
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

// Bind looks for the thing in a world, for Value and Set.
func (s *Setting) Bind(w *physics.World, sensors []scenes.Sensor) error {
	err := s.in.bind(w, sensors)
	s.Unit = s.in.unit()
	return err
}

// Value is the value in the world that was bound last.
func (s *Setting) Value() float64 { return s.in.read(&s.r) }

// Set writes the value in the world that was bound last.
func (s *Setting) Set(v float64) error {
	if !s.in.o.there() || !s.in.q.set(&s.in.o, float32(v)) {
		return fmt.Errorf("%s cannot be %g", s.Key, v)
	}
	return nil
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
