package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/engine/param"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// target is the quantity that a parameter sets: a parameter of the registry, or a setting of a thing of the built
// world, as body("crate").velocity.x or joint("arm", "wall").friction.
type target struct {
	key, unit string
	lo, hi    float64
	kind      param.Kind
	// spec is that of a parameter of the registry, nil otherwise.
	spec *param.Param
	// start is the value without the study.
	start float64
}

// fixed is a value that all cells have.
type fixed struct {
	target *target
	value  float64
}

// parse reads a value and checks it.
func (t *target) parse(text string) (float64, error) {
	if t.spec != nil {
		return t.spec.Parse(text)
	}
	v, err := strconv.ParseFloat(text, 32)
	if err != nil || !(v >= t.lo && v <= t.hi) {
		return 0, fmt.Errorf("%s=%s: must be a number in %g … %g %s", t.key, text, t.lo, t.hi, t.unit)
	}
	return v, nil
}

// format writes a value so that parse reads it back.
func (t *target) format(v float64) string {
	if t.spec != nil {
		return t.spec.Format(v)
	}
	return strconv.FormatFloat(v, 'g', -1, 32)
}

// Varies reports whether a parameter of the registry can differ between cells: most of the loop belongs to a window.
func Varies(key string) bool {
	return !strings.HasPrefix(key, "loop.") || key == "loop.hertz" || key == "loop.workers"
}

// findTarget finds what a key sets.
func findTarget(s *Study, r *param.Registry, key string) (*target, error) {
	if meter.IsSetting(key) {
		return findSetting(s, key)
	}
	p, err := r.Lookup(key)
	if err != nil {
		return nil, err
	}
	if !Varies(p.Key) {
		return nil, fmt.Errorf("%s: has no effect without a window", p.Key)
	}
	t := &target{key: p.Key, unit: p.Unit, lo: p.Min, hi: p.Max, kind: p.Kind, spec: p, start: p.Default}
	if math.IsNaN(t.start) {
		t.start = p.Start
	}
	return t, nil
}

// findSetting finds a number of a thing in a world of the scene.
func findSetting(s *Study, key string) (*target, error) {
	x, err := meter.FindSetting(key)
	if err != nil {
		return nil, err
	}
	run, err := s.Scene.New(s.Scene.WorldDef(), nil)
	if err != nil {
		return nil, err
	}
	defer run.World.Close()
	if err := x.Bind(run.World, s.Scene.Sensors); err != nil {
		return nil, err
	}
	return &target{key: key, unit: x.Unit, lo: x.Low, hi: x.High, kind: param.Float, start: x.Value()}, nil
}

// set writes the setting in a world that was just built.
func (t *target) set(r *scenes.Run, v float64) error {
	x, err := meter.FindSetting(t.key)
	if err == nil {
		err = x.Bind(r.World, r.Scene.Sensors)
	}
	if err == nil {
		err = x.Set(v)
	}
	return err
}
