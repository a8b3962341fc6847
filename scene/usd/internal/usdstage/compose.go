package usdstage

import (
	"fmt"
	"slices"
	"strings"

	"tumble/scene/usd/internal/usda"
)

// site is a prim of a stack of layers, with the opinions of every layer, the strongest first.
type site struct {
	stack *stack
	specs []opinion
	paths *mapping
	depth int // of variants within variants
}

// visit counts what is looked at; false beyond the limit.
func (c *composer) visit() bool {
	if c.visits++; c.visits > moreVisits+visitsEach*c.specs && !c.full {
		c.full = true
		c.f.Errorf("", "there is too much to compose when references are followed: more than %d steps", c.visits-1)
	}
	return !c.full
}

// children composes the prims below a prim.
func (c *composer) children(p *Prim, depth int) {
	if depth >= maxDepth {
		p.Errorf("prims are nested more than %d deep", maxDepth)
		return
	}
	var names []string
	known := map[string][]opinion{}
	for i := len(p.opinions) - 1; i >= 0; i-- {
		for _, spec := range p.opinions[i].spec.Children {
			if !c.visit() {
				return
			}
			if known[spec.Name] == nil {
				names = append(names, spec.Name)
			}
			o := p.opinions[i]
			o.spec = spec
			known[spec.Name] = append(known[spec.Name], o)
		}
	}
	for _, name := range names {
		if !c.room(p, name) {
			return
		}
		list := known[name]
		slices.Reverse(list)
		if child := c.prim(p, name, list); child != nil {
			p.Children = append(p.Children, child)
			c.children(child, depth+1)
		}
	}
}

// room counts a prim; false beyond the limits.
func (c *composer) room(p *Prim, name string) bool {
	c.prims++
	c.paths += len(p.Path) + 1 + len(name)
	if most := morePrims + primsEach*c.specs; c.prims > most && !c.full {
		c.full = true
		p.Errorf("more than %d prims when references are followed", most)
	}
	if c.paths > maxPaths && !c.full {
		c.full = true
		c.f.Errorf("", "the paths of all prims have more than %d bytes", maxPaths)
	}
	return !c.full
}

// prim composes a prim from the opinions of its parent's sites; nil for one that is not active.
func (c *composer) prim(parent *Prim, name string, list []opinion) *Prim {
	p := &Prim{Name: name, Path: parent.Path + "/" + name, Parent: parent, stage: c.stage}
	// what comes from one stack of layers is one site
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].paths == list[0].paths {
			n++
		}
		s := site{specs: list[:n], paths: list[0].paths, stack: list[0].stack}
		c.expand(p, s)
		list = list[n:]
	}
	p.Abstract = parent.Abstract
	defined, class := false, false
	for i := range p.opinions {
		spec := p.opinions[i].spec
		if p.Type == "" {
			p.Type = spec.Type
		}
		if !defined && !class {
			class = spec.Specifier == "class"
		}
		defined = defined || spec.Specifier == "def"
	}
	p.Abstract = p.Abstract || class || !defined
	p.schemas = p.list("apiSchemas")
	c.visits += len(p.schemas)
	if v := p.metadata("active"); v != nil && !isTrue(v) {
		return nil
	}
	c.stage.byPath[p.Path] = p
	return p
}

// expand adds the opinions of a site about a prim, and those of all that it inherits, selects and refers to, the
// strongest first.
func (c *composer) expand(p *Prim, s site) {
	if !c.visit() {
		return
	}
	p.opinions = append(p.opinions, s.specs...)
	if s.depth > maxArcs {
		p.Lossf("more than %d variants within one another: the rest is left out", maxArcs)
		return
	}
	c.arcs(p, &s, "inherits")
	c.variants(p, &s)
	c.arcs(p, &s, "references")
	c.arcs(p, &s, "payload")
	c.arcs(p, &s, "specializes")
}

// arcs follows the arcs of a kind.
func (c *composer) arcs(p *Prim, s *site, kind string) {
	for _, o := range s.specs {
		v := o.spec.Meta[kind]
		if v == nil || v.Edit == "delete" {
			continue
		}
		for _, target := range items(v) {
			if !c.visit() {
				return
			}
			c.follow(p, s, o.layer, kind, target)
		}
		if v.Edit == "" {
			return // it stands for all that weaker layers have
		}
	}
}

// follow adds the opinions of the target of an arc.
func (c *composer) follow(p *Prim, s *site, from *layer, kind string, v *usda.Value) {
	to, path, outer := s.stack, v.Text, s.paths
	lost := func(format string, args ...any) {
		what := fmt.Sprintf(format, args...)
		c.lossf(kind+v.Text+v.Target, from.name, v.Line, "%s %.100q of %s: %s: it is left out", kind, v.Text+v.Target,
			p.Path, what)
	}
	switch v.Shape {
	case usda.Path:
	case usda.Asset:
		if v.Text != "" {
			var err error
			if to, err = c.stackOf(beside(from.name, v.Text)); err != nil {
				lost("%v", err)
				return
			}
			outer = nil
		}
		if path = v.Target; path == "" {
			path = to.defaultPrim()
		}
	default:
		lost("it is no reference")
		return
	}
	if path == "" {
		lost("the layer has no defaultPrim")
		return
	}
	if to == nil {
		lost("the layer is not known")
		return
	}
	by := &origin{stack: s.stack, path: s.paths.source(p.Path), before: s.paths.by}
	if by.before != nil {
		by.depth = by.before.depth + 1
	}
	if by.leadsTo(to, path) {
		lost("it leads back to itself")
		return
	}
	if by.depth > maxArcs {
		lost("it is more than %d references deep", maxArcs)
		return
	}
	next := site{stack: to, paths: &mapping{path, p.Path, outer, by}}
	for _, l := range to.layers {
		if spec := c.find(l, path); spec != nil {
			next.specs = append(next.specs, opinion{spec, l, to, next.paths})
		}
	}
	if len(next.specs) == 0 {
		if kind == "references" || kind == "payload" { // the others may name what is nowhere
			lost("there is no such prim")
		}
		return
	}
	c.expand(p, next)
}

// leadsTo reports whether a prim is around one of the places that references lead through.
func (o *origin) leadsTo(to *stack, path string) bool {
	for ; o != nil; o = o.before {
		if rest, ok := strings.CutPrefix(o.path, path); ok && o.stack == to && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// defaultPrim is the path of the prim that a reference without a target means.
func (s *stack) defaultPrim() string {
	v := s.layers[0].Meta["defaultPrim"]
	if v == nil || v.Text == "" {
		return ""
	}
	return "/" + strings.TrimPrefix(v.Text, "/")
}

// find returns the prim of a layer at a path, nil without it.
func (c *composer) find(l *layer, path string) *usda.Prim {
	names := strings.Split(strings.Trim(path, "/"), "/")
	p := l.byName[names[0]]
	for _, name := range names[1:] {
		if p == nil {
			return nil
		}
		p = c.childOf(p, name)
	}
	return p
}

func (c *composer) childOf(p *usda.Prim, name string) *usda.Prim {
	if len(p.Children) <= fewChildren {
		for _, child := range p.Children {
			if child.Name == name {
				return child
			}
		}
		return nil
	}
	index := c.index[p]
	if index == nil {
		index = make(map[string]*usda.Prim, len(p.Children))
		for _, child := range p.Children {
			index[child.Name] = child
		}
		c.index[p] = index
	}
	return index[name]
}

// variants adds the opinions of the selected variants. A selection of a stronger layer counts.
func (c *composer) variants(p *Prim, s *site) {
	var sets []string
	for _, o := range s.specs {
		for set := range o.spec.Variants {
			if !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
	}
	slices.Sort(sets)
	for _, set := range sets {
		selected := p.selection(set)
		next := *s
		next.specs = nil
		next.depth++
		for _, o := range s.specs {
			if v := o.spec.Variants[set][selected]; v != nil {
				o.spec = v
				next.specs = append(next.specs, o)
			}
		}
		if len(next.specs) > 0 {
			c.expand(p, next)
		} else if selected != "" {
			c.lossf(p.Path+set, s.specs[0].layer.name, s.specs[0].spec.Line,
				"%s selects the variant %.60q of %.60q, which is not there", p.Path, selected, set)
		}
	}
}

// selection is the variant of a set that is selected, empty without one.
func (p *Prim) selection(set string) string {
	for _, o := range p.opinions {
		v := o.spec.Meta["variants"]
		if v == nil || v.Shape != usda.Dictionary {
			continue
		}
		if i := slices.Index(v.Keys, set); i >= 0 {
			return v.List[i].Text
		}
	}
	return ""
}
