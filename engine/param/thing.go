package param

import (
	"errors"
	"fmt"
	"math"

	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

// thing is a setting of bodies or joints that a key names by their paths, as body("crate").mass. Its value is applied
// to every world that is built, and not a number where nobody has chosen one.
type thing struct {
	spec    Spec
	setting *meter.Setting
	value   float64
	// in is the world in which the setting has replaced own values
	in *physics.World
}

// asBuilt is how a value is written that nobody has chosen.
const asBuilt = "scene"

// findThing is the setting of a key. Before a world is built only the key itself can be checked.
func (c *Config) findThing(key string) (*thing, error) {
	setting, err := meter.FindSetting(key)
	if err != nil {
		return nil, fmt.Errorf("param: %w: %w", ErrUnknownKey, err)
	}
	for _, t := range c.things {
		if t.spec.Key == setting.Key {
			return t, nil
		}
	}
	t := &thing{setting: setting, value: math.NaN()}
	t.spec = Spec{Key: setting.Key, Label: setting.Key, Heading: things, Unit: setting.Unit, Min: setting.Low,
		Max: setting.High, Default: math.NaN(), Unset: asBuilt, Text: setting.Text}
	if c.run != nil {
		if err := setting.Bind(c.run.World, c.Scene); err != nil {
			return nil, fmt.Errorf("param: %w: %w", ErrUnknownKey, err)
		}
		t.around(setting.Value())
	}
	c.things = append(c.things, t)
	return t, nil
}

// around lets a slider show the values near one, unless all of them are few.
func (t *thing) around(v float64) {
	s := &t.spec
	s.Start, s.Unit = min(max(v, s.Min), s.Max), t.setting.Unit
	const near = 4
	switch {
	case s.Max-s.Min <= 2 || math.IsNaN(v):
	case v == 0:
		s.Low, s.High = max(s.Min, -near), min(s.Max, near)
	case s.Min < 0:
		s.Low, s.High = max(s.Min, -near*math.Abs(v)), min(s.Max, near*math.Abs(v))
	default:
		s.Low, s.High = max(s.Min, v/near), min(s.Max, v*near)
	}
}

// addThing binds a thing to a registry.
func (r *Registry) addThing(t *thing) *Param {
	p := &Param{Spec: t.spec, get: func() float64 { return t.value }, set: func(v float64) error {
		t.value = v
		return nil
	}}
	p.fill()
	r.params = append(r.params, p)
	r.index[p.Key] = p
	return p
}

// IsThing reports whether the parameter is a setting of bodies or joints, for ApplyThing.
func (p *Param) IsThing() bool { return p.Heading == things }

// ApplyThing gives the bodies or joints that a key names its value in the world of a run, or their own values back. The
// error names the thing that the world lacks.
func (c *Config) ApplyThing(key string, w *physics.World) error {
	for _, t := range c.things {
		if t.spec.Key == key {
			return t.apply(w, c.Scene)
		}
	}
	return nil
}

// KeepThing notes the values of the bodies or joints of a key in a world, for giving them back, before something else
// than ApplyThing changes them. ReadThing returns their value afterwards. The error names the thing that the world
// lacks.
func (c *Config) KeepThing(key string, w *physics.World) error {
	t, err := c.findThing(key)
	if err != nil || t.in == w && t.setting.There() {
		return err
	}
	if err := t.setting.Bind(w, c.Scene); err != nil {
		return err
	}
	t.keep(w)
	return nil
}

// keep notes the values in the world that the setting is bound to, once for each world.
func (t *thing) keep(w *physics.World) {
	if t.in != w {
		t.in = w
		t.setting.Keep()
	}
}

// ReadThing is the value of the bodies or joints of a key that KeepThing was called with.
func (c *Config) ReadThing(key string) (float64, error) {
	t, err := c.findThing(key)
	if err != nil {
		return 0, err
	}
	return t.setting.Value(), nil
}

// Things are the values that are chosen for bodies and joints, appended to list, for GiveThings.
func (c *Config) Things(list []float64) []float64 {
	for _, t := range c.things {
		list = append(list, t.value)
	}
	return list
}

// GiveThings takes back the values of Things without touching a world. Settings that have come later are not chosen.
func (c *Config) GiveThings(list []float64) {
	for i, t := range c.things {
		t.value = math.NaN()
		if i < len(list) {
			t.value = list[i]
		}
	}
}

// applyThings gives all bodies and joints of a world that was built what is chosen for them. A value may be possible
// only after another, as a lower limit above the old upper one.
func (c *Config) applyThings(w *physics.World) error {
	list := c.things
	for {
		var refused []*thing
		var failed error
		for _, t := range list {
			if err := t.apply(w, c.Scene); err != nil {
				refused, failed = append(refused, t), errors.Join(failed, err)
			}
		}
		if failed == nil || len(refused) == len(list) {
			return failed
		}
		list = refused
	}
}

func (t *thing) apply(w *physics.World, scene *scenes.Scene) error {
	chosen := t.value == t.value
	if !chosen && t.in != w {
		return nil
	}
	if err := t.setting.Bind(w, scene); err != nil {
		return err
	}
	if !chosen {
		t.in = nil
		return t.setting.GiveBack()
	}
	t.keep(w)
	return t.setting.Set(t.value)
}
