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

// reduction makes one number of the values of the things that a pattern names.
type reduction uint8

const (
	overNone reduction = iota
	// overAll sets all of them, and reads the first
	overAll
	overMax
	overMin
	overMean
	overSum
)

// reductions are those that expressions name.
var reductions = map[string]reduction{"max": overMax, "min": overMin, "mean": overMean, "sum": overSum}

// isPattern reports whether a name may stand for many: a star is any text.
func isPattern(name string) bool { return strings.Contains(name, "*") }

// isMany reports whether the names of an input are a pattern.
func (in *input) isMany() bool { return slices.ContainsFunc(in.o.names, isPattern) }

// over reads max(body("wheel*").speed): the largest of the values of the things that a pattern names.
func (c *compiler) over(n *node, over reduction) (part, error) {
	inner := compiler{source: c.source}
	p, err := inner.read(n.parts[0])
	if err != nil {
		return part{}, err
	}
	if len(inner.ops) != 1 || len(inner.inputs) != 1 || p.is != number || !inner.inputs[0].isMany() {
		return c.failf(n, `%s of one value takes a quantity of a pattern, as %s(body("wheel*").speed)`, n.text, n.text)
	}
	in := inner.inputs[0]
	switch in.o.kind {
	case objectBody, objectJoint, objectWheel, objectIsland:
	default:
		return c.failf(n, "a pattern stands for bodies, joints, wheels and islands, not for %s", in.thing.Call)
	}
	in.over, in.key = over, n.text+"("+in.key+")"
	return c.load(in)
}

// bindPattern looks for the things that the pattern names. The error lists those that are there if it names none.
func (in *input) bindPattern(w *physics.World, scene *scenes.Scene) error {
	in.found = in.found[:0]
	unlike := ""
	add := func(o object) {
		one := input{q: in.q, thing: in.thing, o: in.o}
		one.o.names, one.o.a, one.o.joint, one.o.known = nil, o.a, o.joint, false
		if in.o.kind == objectWheel {
			one.o.a, one.o.b = o.joint.Bodies()
		}
		if in.q.axis && one.bindAxis() != nil {
			return // a joint without such an axis
		}
		if in.found = append(in.found, one.o); len(in.found) > 1 {
			if first := (&input{q: in.q, o: in.found[0]}).unit(); first != one.unit() {
				unlike = first + " and " + one.unit()
			}
		}
	}
	paths := in.match(w, scene, add)
	switch {
	case len(in.found) == 0:
		return fmt.Errorf("%s: %w", in.key, thereIs(in.thing.Call, in.o.names[0], paths))
	case unlike != "":
		return fmt.Errorf("%s: the pattern has quantities in %s", in.key, unlike)
	}
	first := &in.found[0]
	in.o.a, in.o.b, in.o.joint, in.o.axis = first.a, first.b, first.joint, first.axis
	return nil
}

// match finds bodies by their paths, and joints by their names, by the path of the second body, or by those of both.
// It returns the names of all.
func (in *input) match(w *physics.World, scene *scenes.Scene, add func(object)) (paths []string) {
	bodies, n := w.Bodies(nil), in.o.names
	bodyPaths := bodyname.Paths(w, bodies)
	if in.o.kind != objectJoint && in.o.kind != objectWheel {
		for i, b := range bodies {
			if matches(n[0], bodyPaths[i]) {
				add(object{a: b})
			}
		}
		return bodyPaths
	}
	path := map[physics.Body]string{}
	for i, b := range bodies {
		path[b] = bodyPaths[i]
	}
	for _, j := range namedJoints(w, scene) {
		if in.o.kind == objectWheel && j.Kind() != physics.KindWheel {
			continue
		}
		paths = append(paths, j.path)
		first, second := j.Bodies()
		a, b := path[first], path[second]
		if len(n) == 1 && (matches(n[0], b) || matches(n[0], j.path)) ||
			len(n) == 2 && (matches(n[0], a) && matches(n[1], b) || matches(n[0], b) && matches(n[1], a)) {
			add(object{joint: j.Joint})
		}
	}
	return paths
}

// objects are the things of the input: one, or those of its pattern.
func (in *input) objects() []object {
	if in.over != overNone {
		return in.found
	}
	return []object{in.o}
}

// reduce reads the things of a pattern; those that are gone and those that have no number do not count.
func (in *input) reduce(r *reading) float64 {
	sum, n := 0.0, 0
	most, least := math.Inf(-1), math.Inf(1)
	for i := range in.found {
		o := &in.found[i]
		if !o.there() {
			continue
		}
		v := in.q.value(r, o)
		if v != v {
			continue
		}
		sum, most, least = sum+v, max(most, v), min(least, v)
		n++
	}
	switch {
	case in.over == overSum:
		return sum
	case n == 0:
		return math.NaN()
	case in.over == overMax:
		return most
	case in.over == overMin:
		return least
	}
	return sum / float64(n)
}

// matches reports whether a text is one of a pattern, in which a star stands for any text.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok || last == 0 {
		return ok && rest == ""
	}
	for _, part := range parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[last])
}
