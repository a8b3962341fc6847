package usdstage

import (
	"fmt"
	"strings"

	"tumble/scene/model"
	"tumble/scene/usd/internal/usda"
)

// Stage is a composed scene.
type Stage struct {
	Root   *Prim
	meta   map[string]*usda.Value // of the first layer
	c      *composer
	byPath map[string]*Prim
}

// Prim is a composed prim. Its attributes are looked up in the opinions of the layers, the strongest first.
type Prim struct {
	Name, Path string
	Type       string
	Parent     *Prim
	Children   []*Prim
	// Abstract prims are classes or have no definition: they are not part of the scene.
	Abstract bool
	opinions []opinion
	stage    *Stage
	schemas  []string
}

// opinion is the content of one layer about a prim.
type opinion struct {
	spec  *usda.Prim
	layer *layer
	stack *stack // that the layer is in
	paths *mapping
}

// mapping takes the paths of a layer to those of the stage.
type mapping struct {
	from, to string
	outer    *mapping // for paths outside of from, nil where that is out of reach
	by       *origin  // the reference that leads here, nil for the layers of the scene
}

// origin is where a reference is written.
type origin struct {
	stack  *stack
	path   string
	before *origin // the reference that leads there
	depth  int
}

// source is the path in a layer of a prim of the stage.
func (m *mapping) source(path string) string { return m.from + strings.TrimPrefix(path, m.to) }

// apply returns the path of the stage, empty for one that is out of reach.
func (m *mapping) apply(path string) string {
	for ; m != nil; m = m.outer {
		if rest, ok := strings.CutPrefix(path, m.from); ok && (rest == "" || m.from == "" || rest[0] == '/' ||
			rest[0] == '.') {
			return m.to + rest
		}
	}
	return ""
}

// Open composes a scene from its first layer, which may be an archive (USDZ). With errors in the faults the stage is
// nil.
func Open(data []byte, name string, beside model.Beside, f *model.Faults) *Stage {
	c := newComposer(beside, f)
	top, err := c.open(data)
	if err != nil {
		f.Errorf("", "%v", err)
		return nil
	}
	s := &Stage{meta: top.layers[0].Meta, c: c, byPath: map[string]*Prim{}}
	c.stage = s
	s.Root = &Prim{stage: s}
	paths := &mapping{}
	for _, l := range top.layers {
		s.Root.opinions = append(s.Root.opinions, opinion{&usda.Prim{Children: l.Prims}, l, top, paths})
	}
	c.children(s.Root, 0)
	if f.Failed() {
		return nil
	}
	return s
}

// Prim returns the prim at a path, nil if there is none.
func (s *Stage) Prim(path string) *Prim { return s.byPath[path] }

// Number returns a number of the metadata of the stage, or other without it.
func (s *Stage) Number(name string, other float64) float64 {
	if v := s.meta[name]; v != nil && v.Shape == usda.Number {
		return v.Numbers[0]
	}
	return other
}

// Text returns a string of the metadata of the stage, or other without it.
func (s *Stage) Text(name, other string) string {
	if v := s.meta[name]; v != nil && v.Shape == usda.String {
		return v.Text
	}
	return other
}

// Has reports whether the metadata of the stage have a field.
func (s *Stage) Has(name string) bool { return s.meta[name] != nil }

// where names a prim in faults.
func (p *Prim) where() string {
	if len(p.opinions) == 0 {
		return p.Path
	}
	o := p.opinions[0]
	if o.layer.name != "" {
		return fmt.Sprintf("%s (%s line %d)", p.Path, o.layer.name, o.spec.Line)
	}
	return fmt.Sprintf("%s (line %d)", p.Path, o.spec.Line)
}

// Errorf adds an error at the prim.
func (p *Prim) Errorf(format string, args ...any) { p.stage.c.f.Errorf(p.where(), format, args...) }

// Lossf adds a loss at the prim.
func (p *Prim) Lossf(format string, args ...any) { p.stage.c.f.Lossf(p.where(), format, args...) }

// Warnf adds a warning at the prim.
func (p *Prim) Warnf(format string, args ...any) { p.stage.c.f.Warnf(p.where(), format, args...) }

// Ignoref adds something that is left out at the prim.
func (p *Prim) Ignoref(format string, args ...any) { p.stage.c.f.Ignoref(p.where(), format, args...) }
