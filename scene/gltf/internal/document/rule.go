package document

import (
	"math"
	"sort"
	"strings"

	"tumble/scene/gltf/internal/jsonvalue"
)

// A rule checks a part of the document that the glTF library is going to decode, so that what it
// decodes has no surprises: every type is right, every reference is in range, nothing is null.
type rule func(c *counts, v jsonvalue.Value)

// counts are the lengths of the arrays that references go into.
type counts map[string]int

// members is the rule of an object: a name that ends in ! is required. Other members may be there.
func members(rules map[string]rule) rule {
	names := make([]string, 0, len(rules))
	for name := range rules {
		names = append(names, name)
	}
	sort.Strings(names)
	return func(c *counts, v jsonvalue.Value) {
		if !v.IsObject() {
			if v.Missing() {
				v.Errorf("must not be null")
			}
			return
		}
		m := v.Data.(map[string]any)
		for _, name := range names {
			key, required := strings.CutSuffix(name, "!")
			x, ok := m[key]
			member := v.At(key)
			switch {
			case ok && x == nil:
				member.Errorf("must not be null")
			case ok:
				rules[name](c, member)
			case required:
				v.Errorf("has no %s", key)
			}
		}
	}
}

// each is the rule of an array of things alike.
func each(r rule) rule {
	return func(c *counts, v jsonvalue.Value) {
		for _, e := range v.List() {
			if e.Missing() {
				e.Errorf("must not be null")
				continue
			}
			r(c, e)
		}
	}
}

// index is the rule of a reference.
func index(array string) rule {
	return func(c *counts, v jsonvalue.Value) { v.Index((*c)[array], array) }
}

// floats is the rule of an array of n numbers, any number of them for 0.
func floats(n int) rule {
	return func(_ *counts, v jsonvalue.Value) {
		list := v.List()
		if n > 0 && len(list) != n {
			v.Errorf("must be an array of %d numbers", n)
			return
		}
		for _, e := range list {
			e.Float(0, -math.MaxFloat32, math.MaxFloat32)
			if e.Missing() {
				e.Errorf("must be a number")
			}
		}
	}
}

func anyNumber(_ *counts, v jsonvalue.Value) { v.Float(0, -math.MaxFloat32, math.MaxFloat32) }

func whole(lo, hi int) rule { return func(_ *counts, v jsonvalue.Value) { v.Integer(lo, lo, hi) } }

func text(_ *counts, v jsonvalue.Value) { v.Text("") }

func flag(_ *counts, v jsonvalue.Value) { v.Flag(false) }

func oneOf(names ...string) rule { return func(_ *counts, v jsonvalue.Value) { v.Choice(names...) } }
