package mjcf

import (
	"slices"

	"tumble/physics"
	"tumble/scene/internal/xmlscene"
)

// maxGroups is the number of groups of geoms that collide alike, each with a bit of a filter.
const maxGroups = 63

// contactRules are the exclude and pair elements of a model.
type contactRules struct {
	excluded, paired map[[2]string]bool
	own              map[string]bool // bodies and geoms that they name
}

func readContactRules(top *xmlscene.Element) contactRules {
	c := contactRules{map[[2]string]bool{}, map[[2]string]bool{}, map[string]bool{}}
	for _, list := range top.All("contact") {
		for _, e := range list.All("exclude") {
			a, b := e.Text("body1", ""), e.Text("body2", "")
			c.excluded[[2]string{a, b}], c.excluded[[2]string{b, a}] = true, true
			c.own["body "+a], c.own["body "+b] = true, true
		}
		for _, e := range list.All("pair") {
			a, b := e.Text("geom1", ""), e.Text("geom2", "")
			c.paired[[2]string{a, b}], c.paired[[2]string{b, a}] = true, true
			c.own["geom "+a], c.own["geom "+b] = true, true
			if e.Has("friction") || e.Has("solref") {
				e.Warnf("the pair has the materials of its geoms")
			}
		}
	}
	return c
}

// checkContactNames tells which excludes are about nothing, as those of bodies that were replicated.
func (r *reader) checkContactNames(top *xmlscene.Element) {
	for _, list := range top.All("contact") {
		for _, e := range list.All("exclude") {
			for _, side := range []string{"body1", "body2"} {
				name := e.Text(side, "")
				if _, ok := r.bodies[name]; !ok && name != "world" {
					e.Lossf("there is no body %q: it has no effect", name)
				}
			}
		}
	}
}

// collide reports whether two geoms collide.
func (c *contactRules) collide(a, b *collisionType) bool {
	if a.geom != "" && b.geom != "" && c.paired[[2]string{a.geom, b.geom}] {
		return true
	}
	return !c.excluded[[2]string{a.body, b.body}] && (a.contype&b.conaffinity != 0 || b.contype&a.conaffinity != 0)
}

// groups returns one geom of each group of geoms that collide alike, and the group of every geom.
func (c *contactRules) groups(types []collisionType) (groups []*collisionType, of []int) {
	type key struct {
		contype, conaffinity uint32
		body, geom           string
	}
	index := map[key]int{}
	for i := range types {
		t := &types[i]
		k := key{contype: t.contype, conaffinity: t.conaffinity}
		if c.own["body "+t.body] {
			k.body = t.body
		}
		if t.geom != "" && c.own["geom "+t.geom] {
			k.geom = t.geom
		}
		g, ok := index[k]
		if !ok {
			g = len(groups)
			index[k] = g
			groups = append(groups, t)
		}
		of = append(of, g)
	}
	return groups, of
}

// contacts gives every shape its filter. Geoms that collide with the same others are a group with a bit
// of its own, so that the rule of MuJoCo, by which one matching side is enough, holds exactly, and so
// do exclude and pair elements.
func (r *reader) contacts(top *xmlscene.Element) {
	r.checkContactNames(top)
	rules := readContactRules(top)
	groups, of := rules.groups(r.types)
	if len(groups) > maxGroups {
		r.f.Lossf("", "%d groups of geoms that collide in different ways: those beyond %d are one", len(groups),
			maxGroups)
	}
	for i := range r.types {
		filter := physics.Filter{Category: 1 << min(of[i], maxGroups)}
		for k, other := range groups {
			if !r.noContact && rules.collide(&r.types[i], other) {
				filter.Mask |= 1 << min(k, maxGroups)
			}
		}
		r.filter(r.types[i].shape, filter)
	}
	r.dropSilent()
}

func (r *reader) filter(g geomRef, f physics.Filter) {
	shapes := r.scene.Bodies[g.body].Shapes
	for k := range g.count {
		shapes[g.first+k].Def.Filter = f
	}
}

// dropSilent takes shapes away that collide with nothing, where neither their mass nor their picture is
// needed: a mesh is drawn without them.
func (r *reader) dropSilent() {
	for i := range r.scene.Bodies {
		b := &r.scene.Bodies[i]
		given := b.Def.Type != physics.Dynamic || b.Mass.Mass > 0
		for k := len(b.Shapes) - 1; k >= 0; k-- {
			s := &b.Shapes[k]
			if s.Def.Filter.Mask == 0 && (given || s.Def.Density == 0) && len(b.Drawings) > 0 {
				b.Shapes = slices.Delete(b.Shapes, k, k+1)
			}
		}
	}
}
