package usdstage

import (
	"slices"
	"strings"

	"tumble/scene/usd/internal/usda"
)

// metadata returns the strongest value of a field of the metadata, nil without it.
func (p *Prim) metadata(name string) *usda.Value {
	for i := range p.opinions {
		if v := p.opinions[i].spec.Meta[name]; v != nil {
			return v
		}
	}
	return nil
}

// list composes a list of words of the metadata from the edits of all layers, the weakest first.
func (p *Prim) list(name string) []string {
	var out []string
	for i := len(p.opinions) - 1; i >= 0; i-- {
		v := p.opinions[i].spec.Meta[name]
		if v == nil {
			continue
		}
		if v.Edit == "" {
			out = nil
		}
		for _, item := range items(v) {
			k := slices.Index(out, item.Text)
			switch {
			case v.Edit == "delete" && k >= 0:
				out = slices.Delete(out, k, k+1)
			case v.Edit != "delete" && v.Edit != "reorder" && k < 0:
				out = append(out, item.Text)
			}
		}
	}
	return out
}

// Schemas are the API schemas that are applied to the prim.
func (p *Prim) Schemas() []string { return p.schemas }

// Applied reports whether an API schema is applied to the prim.
func (p *Prim) Applied(name string) bool { return slices.Contains(p.schemas, name) }

// AppliedTo returns the instances of an API schema that is applied several times, as X of PhysicsDriveAPI:X.
func (p *Prim) AppliedTo(name string) []string {
	var out []string
	for _, s := range p.schemas {
		if instance, ok := strings.CutPrefix(s, name+":"); ok {
			out = append(out, instance)
		}
	}
	return out
}

// Value returns the strongest value of an attribute: its default or, without one, its first sample in time. It is nil
// without either.
func (p *Prim) Value(name string) *usda.Value {
	v, _ := p.value(name)
	return v
}

func (p *Prim) value(name string) (*usda.Value, *mapping) {
	for i := range p.opinions {
		a := p.opinions[i].spec.Attributes[name]
		if a == nil {
			continue
		}
		v := a.Value
		if v == nil && a.Samples != nil && len(a.Samples.List) > 0 {
			v = a.Samples.List[0]
		}
		if v != nil {
			if v.Shape == usda.None {
				return nil, nil // blocked
			}
			return v, p.opinions[i].paths
		}
	}
	return nil, nil
}

// Animated reports whether an attribute has samples in time.
func (p *Prim) Animated(name string) bool {
	for i := range p.opinions {
		if a := p.opinions[i].spec.Attributes[name]; a != nil && a.Samples != nil && len(a.Samples.List) > 1 {
			return true
		}
	}
	return false
}

// Attributes calls a function with the names of all attributes, some of them several times.
func (p *Prim) Attributes(do func(name string)) {
	for i := range p.opinions {
		for name := range p.opinions[i].spec.Attributes {
			do(name)
		}
	}
}

// Number returns a number, or other without it.
func (p *Prim) Number(name string, other float64) float64 {
	v := p.Value(name)
	if v == nil {
		return other
	}
	if v.Shape != usda.Number {
		p.Lossf("%s: must be a number: it is left out", name)
		return other
	}
	return v.Numbers[0]
}

// Numbers returns the numbers of a list or tuple, nil without it.
func (p *Prim) Numbers(name string) []float64 {
	v := p.Value(name)
	if v == nil || v.Shape == usda.List && len(v.List) == 0 {
		return nil
	}
	if v.Shape != usda.Numbers {
		p.Lossf("%s: must be numbers: they are left out", name)
		return nil
	}
	return v.Numbers
}

// Tuple reads a tuple over what is there; it reports whether there is one.
func (p *Prim) Tuple(name string, to []float64) bool {
	list := p.Numbers(name)
	if list == nil {
		return false
	}
	if len(list) != len(to) {
		p.Lossf("%s: must have %d numbers: they are left out", name, len(to))
		return false
	}
	copy(to, list)
	return true
}

// Word returns a token or string, or other without it.
func (p *Prim) Word(name, other string) string {
	if v := p.Value(name); v != nil && (v.Shape == usda.String || v.Shape == usda.Word) {
		return v.Text
	}
	return other
}

// Words returns a list of tokens.
func (p *Prim) Words(name string) []string {
	var out []string
	for _, v := range items(p.Value(name)) {
		out = append(out, v.Text)
	}
	return out
}

// Flag returns true or false, or other without the attribute.
func (p *Prim) Flag(name string, other bool) bool {
	if v := p.Value(name); v != nil {
		return isTrue(v)
	}
	return other
}

func isTrue(v *usda.Value) bool {
	if v.Shape == usda.Number {
		return v.Numbers[0] != 0
	}
	return strings.EqualFold(v.Text, "true")
}

// Targets returns the paths of a relationship in the stage. Those that a reference cannot reach are left out.
func (p *Prim) Targets(name string) []string {
	v, paths := p.value(name)
	var out []string
	for _, item := range items(v) {
		path := item.Text
		if !strings.HasPrefix(path, "/") {
			path = p.resolve(path)
		} else {
			path = paths.apply(path)
		}
		if path == "" {
			p.Lossf("%s: %.100q is outside of what is referenced: it is left out", name, item.Text)
			continue
		}
		out = append(out, path)
	}
	return out
}

// resolve returns the path that one relative to the prim stands for.
func (p *Prim) resolve(path string) string {
	at := p
	for strings.HasPrefix(path, "../") && at != nil {
		path, at = path[3:], at.Parent
	}
	if at == nil || path == "" {
		return ""
	}
	return at.Path + "/" + path
}
