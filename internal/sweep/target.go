package sweep

import (
	"fmt"
	"math"
	"strings"

	"tumble/engine/param"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

// target is the quantity that a parameter sets: a parameter of the registry, which has settings of bodies and joints,
// too, as body("crate").velocity.x or joint("arm", "wall").friction.
type target struct {
	key, unit string
	lo, hi    float64
	kind      param.Kind
	spec      *param.Param
	// start is the value without the study.
	start float64
}

// fixed is a value that all cells have.
type fixed struct {
	target *target
	value  float64
}

// Varies reports whether a parameter of the registry can differ between cells: most of the loop belongs to a window.
func Varies(key string) bool {
	return !strings.HasPrefix(key, "loop.") || key == "loop.hertz" || key == "loop.workers"
}

// findTarget finds the parameter or quantity that a key sets; that of a thing has to be found in a world.
func findTarget(r *param.Registry, key string) (*target, error) {
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

// find looks for a setting of a thing in a world of the scene.
func (t *target) find(w *physics.World, scene *scenes.Scene) error {
	x, err := meter.FindSetting(t.key)
	if err != nil {
		return err
	}
	if err := x.Bind(w, scene); err != nil {
		return err
	}
	t.unit, t.start = x.Unit, x.Value()
	return nil
}
