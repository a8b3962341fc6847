package usd

import (
	"slices"
	"strings"

	"tumble/physics"
	"tumble/scene/usd/internal/usdstage"
)

// maxClasses is the number of kinds of colliders that collide alike, each with a bit of a filter.
const maxClasses = 63

// maxGroups bounds the collision groups.
const maxGroups = 256

// rules are the collision groups and filtered pairs of a stage.
type rules struct {
	groups []group
	pairs  map[[2]int]bool // of marks
	marks  map[string]int  // paths that pairs name
	sample []member        // one collider of each class
	masks  []uint64        // of the classes
	of     map[*collider]int

	includes, excludes map[string][]int // groups by the paths of their lists
}

// group is a collision group, or several that are merged.
type group struct {
	filtered, inverted map[int]bool // groups that it does not collide with; or that alone
}

// member is the group of a collider.
type member struct {
	groups []int
	marks  []int
}

// filters reads groups and pairs, and puts colliders into classes.
func (r *reader) filters() {
	rules := &rules{pairs: map[[2]int]bool{}, marks: map[string]int{}, of: map[*collider]int{},
		includes: map[string][]int{}, excludes: map[string][]int{}}
	rules.read(r.groups)
	r.pairs(r.stage.Root, rules)
	r.rules = rules
	if len(rules.groups) == 0 && len(rules.pairs) == 0 {
		return
	}
	index := map[string]int{}
	lost := 0
	for _, c := range r.colliders {
		m := rules.member(c)
		var key strings.Builder
		for _, list := range [][]int{m.groups, m.marks} {
			for _, i := range list {
				key.WriteString(itoa(i) + " ")
			}
			key.WriteByte(';')
		}
		k, ok := index[key.String()]
		if !ok {
			k = len(rules.sample)
			if k >= maxClasses {
				k = maxClasses
				lost++
			} else {
				index[key.String()] = k
				rules.sample = append(rules.sample, m)
			}
		}
		rules.of[c] = k
	}
	for a := range rules.sample {
		mask := ^uint64(0)
		for b := range rules.sample {
			if !rules.collide(&rules.sample[a], &rules.sample[b]) {
				mask &^= 1 << b
			}
		}
		rules.masks = append(rules.masks, mask)
	}
	if lost > 0 {
		r.f.Lossf(
			"",
			"more than %d kinds of colliders that collide in different ways: "+
				"the groups and pairs of %d colliders are left out", maxClasses, lost)
	}
}

// read reads the groups; those with the same merge name are one.
func (s *rules) read(prims []*usdstage.Prim) {
	merged := map[string]int{}
	byPath := map[string]int{}
	var of []int
	for _, p := range prims {
		if len(s.groups) >= maxGroups {
			p.Errorf("more than %d collision groups", maxGroups)
			return
		}
		name := p.Word("physics:mergeGroup", "")
		k, ok := merged[name]
		if name == "" || !ok {
			k = len(s.groups)
			s.groups = append(s.groups, group{filtered: map[int]bool{}, inverted: map[int]bool{}})
			merged[name] = k
		}
		of = append(of, k)
		byPath[p.Path] = k
		for _, path := range p.Targets("collection:colliders:includes") {
			s.includes[path] = append(s.includes[path], k)
		}
		for _, path := range p.Targets("collection:colliders:excludes") {
			s.excludes[path] = append(s.excludes[path], k)
		}
		if p.Flag("collection:colliders:includeRoot", false) {
			s.includes[""] = append(s.includes[""], k)
		}
	}
	for i, p := range prims {
		g := &s.groups[of[i]]
		to := g.filtered
		if p.Flag("physics:invertFilteredGroups", false) {
			to = g.inverted
			to[-1] = true // also without any other group
		}
		for _, target := range p.Targets("physics:filteredGroups") {
			if k, ok := byPath[target]; ok {
				to[k] = true
			} else {
				p.Warnf("there is no group %.100q", target)
			}
		}
	}
}

// pairs reads the pairs that prims name.
func (r *reader) pairs(p *usdstage.Prim, s *rules) {
	if p.Applied("PhysicsFilteredPairsAPI") && !p.Abstract {
		for _, target := range p.Targets("physics:filteredPairs") {
			a, b := s.mark(p.Path), s.mark(target)
			s.pairs[[2]int{a, b}], s.pairs[[2]int{b, a}] = true, true
		}
	}
	for _, c := range p.Children {
		r.pairs(c, s)
	}
}

func (s *rules) mark(path string) int {
	k, ok := s.marks[path]
	if !ok {
		k = len(s.marks)
		s.marks[path] = k
	}
	return k
}

// member finds the groups and marks of a collider.
func (s *rules) member(c *collider) member {
	var m member
	decided := map[int]bool{}
	for path := c.path; ; path = path[:max(strings.LastIndexByte(path, '/'), 0)] {
		if k, ok := s.marks[path]; ok {
			m.marks = append(m.marks, k)
		}
		// the longest path of the lists of a group that leads to the collider decides
		for _, k := range s.excludes[path] {
			decided[k] = true
		}
		for _, k := range s.includes[path] {
			if !decided[k] {
				decided[k] = true
				m.groups = append(m.groups, k)
			}
		}
		if path == "" {
			break
		}
	}
	slices.Sort(m.marks)
	slices.Sort(m.groups)
	return m
}

// collide reports whether colliders of two classes do.
func (s *rules) collide(a, b *member) bool {
	for _, i := range a.marks {
		for _, k := range b.marks {
			if s.pairs[[2]int{i, k}] {
				return false
			}
		}
	}
	return s.allows(a, b) && s.allows(b, a)
}

// allows reports whether the groups of one do not keep it from the other.
func (s *rules) allows(a, b *member) bool {
	for _, i := range a.groups {
		g := &s.groups[i]
		chosen := false
		for _, k := range b.groups {
			if g.filtered[k] {
				return false
			}
			chosen = chosen || g.inverted[k]
		}
		if g.inverted[-1] && !chosen {
			return false
		}
	}
	return true
}

// filter is that of the shapes of a collider.
func (r *reader) filter(c *collider, f *physics.Filter) {
	if c.body.kind != physics.Static {
		f.Group = -int32(r.tagOf(c.body.prim))
	}
	s := r.rules
	if len(s.sample) == 0 {
		return
	}
	own := s.of[c]
	f.Category, f.Mask = 1<<own, ^uint64(0)
	if own < len(s.masks) {
		f.Mask = s.masks[own]
	}
}

// tagOf is the number of the articulation around a body whose links do not collide with each other, 0 without one.
func (r *reader) tagOf(p *usdstage.Prim) int {
	for ; p != nil; p = p.Parent {
		if k := r.tags[p]; k != 0 {
			return k
		}
	}
	return 0
}
