// Package bodyname says how a body is called in texts, tables and conditions: by its name, or without one as "body" and
// its slot, like body12; and joints, without a name as "joint" and their order, like joint7.
package bodyname

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tumble/physics"
)

const nameless = "body"

// Of is the name of a body.
func Of(b physics.Body) string {
	if name := b.Name(); name != "" {
		return name
	}
	return nameless + strconv.Itoa(b.Index())
}

// Find returns the body that is called so.
func Find(w *physics.World, name string) (physics.Body, bool) {
	if b, ok := w.Body(name); ok {
		return b, true
	}
	if text, ok := strings.CutPrefix(name, nameless); ok {
		if slot, err := strconv.Atoi(text); err == nil {
			return w.BodyAt(slot)
		}
	}
	return physics.Body{}, false
}

// Path is how a body is called that several others are called like: wheel[2] is the second wheel in the order in
// which they were made.
func Path(b physics.Body) string { return Paths(b.World(), []physics.Body{b})[0] }

// Paths are those of some bodies of a world.
func Paths(w *physics.World, list []physics.Body) []string {
	all := named(w)
	paths := make([]string, len(list))
	for i, b := range list {
		paths[i] = Of(b)
		if same := all[b.Name()]; b.Name() != "" && len(same) > 1 {
			paths[i] = numbered(b.Name(), slices.Index(same, b))
		}
	}
	return paths
}

// AppendJoint appends how a joint is called among all joints of its world, in the order of World.Joints: by its name,
// as elbow[2] where it is the second of several with that name, or as joint7, by its order.
func AppendJoint(text []byte, j physics.Joint, all []physics.Joint) []byte {
	name := j.Name()
	if name == "" {
		return AppendNumbered(text, j)
	}
	same, before := 0, 0
	for _, other := range all {
		if other.Name() != name {
			continue
		}
		same++
		if other.Index() <= j.Index() {
			before++
		}
	}
	text = append(text, name...)
	if same > 1 {
		text = append(strconv.AppendInt(append(text, '['), int64(before), 10), ']')
	}
	return text
}

// AppendNumbered appends the name that every joint has: joint7, by its order.
func AppendNumbered(text []byte, j physics.Joint) []byte {
	return strconv.AppendUint(append(text, "joint"...), j.Order(), 10)
}

func numbered(name string, i int) string { return name + "[" + strconv.Itoa(i+1) + "]" }

// named are the bodies of each name in the order in which they were made.
func named(w *physics.World) map[string][]physics.Body {
	all := map[string][]physics.Body{}
	for _, b := range w.Bodies(nil) {
		all[b.Name()] = append(all[b.Name()], b)
	}
	for _, same := range all {
		slices.SortFunc(same, func(a, b physics.Body) int { return cmp.Compare(a.Order(), b.Order()) })
	}
	return all
}

// Lookup returns the body of a path: of a name that one body has, of name[2], or of body12. Where several bodies have
// the name it returns their paths, and where none has it neither.
func Lookup(w *physics.World, path string) (b physics.Body, candidates []string) {
	all := named(w)
	same := all[path]
	if path != "" && len(same) > 1 {
		for i := range same {
			candidates = append(candidates, numbered(path, i))
		}
		return b, candidates
	}
	name, text, isNumbered := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	if n, err := strconv.Atoi(text); len(same) == 0 && isNumbered && err == nil && n > 0 && n <= len(all[name]) &&
		numbered(name, n-1) == path {
		return all[name][n-1], nil
	}
	b, _ = Find(w, path)
	return b, nil
}
