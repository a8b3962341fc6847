package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/engine/param"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
)

// target is what a parameter sets: a parameter of the registry, or a number of a body or a joint of the built world, as
// body("crate").velocity.x or joint("arm", "wall").friction.
type target struct {
	key, unit string
	lo, hi    float64
	kind      param.Kind
	// spec is that of a parameter of the registry, nil otherwise.
	spec *param.Param
	// set writes to a world that was just built.
	set func(r *scenes.Run, v float64) error
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
	if strings.HasPrefix(key, "body(") || strings.HasPrefix(key, "joint(") {
		return findNumber(s, key)
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

// call reads body("a").x.y or joint("a", "b").x into its names and what follows.
func call(text string) (function string, names []string, rest string, err error) {
	function, inside, ok := strings.Cut(text, "(")
	if !ok {
		return "", nil, "", fmt.Errorf("%s: must be as body(\"crate\").velocity.x or joint(\"arm\", \"wall\").friction", text)
	}
	for {
		inside = strings.TrimLeft(inside, " ")
		quoted, err := strconv.QuotedPrefix(inside)
		if err != nil {
			return "", nil, "", fmt.Errorf("%s: names stand in quotes", text)
		}
		name, _ := strconv.Unquote(quoted)
		names = append(names, name)
		inside = strings.TrimLeft(inside[len(quoted):], " ")
		if after, ok := strings.CutPrefix(inside, ")."); ok {
			return function, names, after, nil
		}
		if inside, ok = strings.CutPrefix(inside, ","); !ok {
			return "", nil, "", fmt.Errorf("%s: a dot and a name must follow the bracket", text)
		}
	}
}

// findNumber finds a number of a body or a joint in a world of the scene.
func findNumber(s *Study, key string) (*target, error) {
	function, names, field, err := call(key)
	if err != nil {
		return nil, err
	}
	run, err := s.Scene.New(s.Scene.WorldDef(), nil)
	if err != nil {
		return nil, err
	}
	defer run.World.Close()
	t := &target{key: key, kind: param.Float}
	if function == "body" && len(names) == 1 {
		f, ok := bodyFields[field]
		if !ok {
			return nil, fmt.Errorf("%s: a body has no %s; it has %s", key, field, known(bodyFields))
		}
		t.unit, t.lo, t.hi = f.unit, f.lo, f.hi
		b, ok := bodyname.Find(run.World, names[0])
		if !ok {
			return nil, fmt.Errorf("%s: there is no body %q", key, names[0])
		}
		t.start = f.get(b)
		t.set = func(r *scenes.Run, v float64) error {
			b, ok := bodyname.Find(r.World, names[0])
			if !ok || !f.set(b, float32(v)) {
				return fmt.Errorf("%s cannot be %g", key, v)
			}
			return nil
		}
		return t, nil
	}
	if function != "joint" || len(names) > 2 {
		return nil, fmt.Errorf("%s: must be body(NAME).FIELD or joint(NAME, NAME).FIELD", key)
	}
	f, ok := jointFields[field]
	if !ok {
		return nil, fmt.Errorf("%s: a joint has no %s; it has %s", key, field, known(jointFields))
	}
	t.unit, t.lo, t.hi = f.unit, f.lo, f.hi
	j, i, ok := findJoint(run.World, names)
	if !ok {
		return nil, fmt.Errorf("%s: there is no joint of these bodies that has an axis", key)
	}
	axis := j.Axis(i)
	t.start = float64(*f.in(&axis))
	t.set = func(r *scenes.Run, v float64) error {
		j, i, ok := findJoint(r.World, names)
		if !ok {
			return fmt.Errorf("%s: there is no such joint", key)
		}
		axis := j.Axis(i)
		*f.in(&axis) = float32(v)
		if !j.SetAxis(i, axis) {
			return fmt.Errorf("%s cannot be %g", key, v)
		}
		return nil
	}
	return t, nil
}

// findJoint finds the first joint whose bodies are called so, or whose second body is, and its main axis: the twist of a
// ball joint, the suspension of a wheel, the first axis that is free of others.
func findJoint(w *physics.World, names []string) (physics.Joint, int, bool) {
	for _, j := range w.Joints(nil) {
		a, b := j.Bodies()
		x, y := bodyname.Of(a), bodyname.Of(b)
		if len(names) == 1 && y != names[0] || len(names) == 2 && !(x == names[0] && y == names[1] || x == names[1] && y == names[0]) {
			continue
		}
		for i := range j.AxisCount() {
			if j.Kind() == physics.BallJoint && i == 0 {
				continue
			}
			if axis := j.Axis(i); j.SetAxis(i, axis) {
				return j, i, true
			}
		}
	}
	return physics.Joint{}, 0, false
}
