package history

import (
	"fmt"
	"slices"
	"sort"
)

// Branch is one course of the session: the ticks from the beginning up to its tip.
type Branch struct {
	Name string
	// From is the tick at which it left another branch, 0 for the first; Tip its newest tick.
	From, Tip int
	// Gone says that it was deleted, Named that the user gave it its name.
	Gone, Named bool
}

// span is a stretch of ticks that followed each other without a jump.
type span struct {
	first, last int
	parent      int // the tick before first
	depth       int // the number of ticks from the beginning to first
	branch      int
}

// tree says which tick follows which.
type tree struct {
	spans    []span // in the order of their ticks, without gaps
	branches []Branch
	present  int
	revision int    // changes with the list of branches and their names
	version  uint64 // changes with the way to the tip of the present branch
	routed   uint64
}

func newTree() tree {
	return tree{spans: []span{{}}, branches: []Branch{{Name: "start"}}, version: 1}
}

// of is the span that a tick is in.
func (t *tree) of(n int) *span {
	return &t.spans[sort.Search(len(t.spans), func(i int) bool { return t.spans[i].last >= n })]
}

// depth is the number of ticks from the beginning to a tick.
func (t *tree) depth(n int) int {
	s := t.of(n)
	return s.depth + n - s.first
}

// grow adds the tick n after the tick at.
func (t *tree) grow(n, at int) {
	s := &t.spans[len(t.spans)-1]
	if at == s.last && t.branches[s.branch].Tip == at {
		s.last, t.present = n, s.branch
		t.branches[s.branch].Tip = n
		return
	}
	b := slices.IndexFunc(t.branches, func(b Branch) bool { return b.Tip == at && !b.Gone })
	if b < 0 {
		b = len(t.branches)
		t.revision++
		t.branches = append(t.branches, Branch{Name: fmt.Sprintf("branch %d", b), From: at})
	}
	t.spans = append(t.spans, span{first: n, last: n, parent: at, depth: t.depth(at) + 1, branch: b})
	t.branches[b].Tip, t.present = n, b
	t.version++
}

// step is the tick before n on its way from the beginning, 0 for 0.
func (t *tree) step(n int) int {
	if s := t.of(n); n == s.first {
		return s.parent
	}
	return n - 1
}

// follows reports whether tick a lies on the way from the beginning to tick b, or is it.
func (t *tree) follows(a, b int) bool {
	for {
		s := t.of(b)
		if a > b {
			return false
		}
		if a >= s.first {
			return true
		}
		b = s.parent
	}
}

// common is the last tick that lies on the way to both of two ticks.
func (t *tree) common(a, b int) int {
	x, y := a, b
	for !t.follows(x, b) {
		x = t.of(x).parent
	}
	for !t.follows(y, a) {
		y = t.of(y).parent
	}
	// one of them left the other within a span: that gave the later one
	if t.depth(x) < t.depth(y) {
		return y
	}
	return x
}

// path appends the spans of the ticks after from up to its successor to.
func (t *tree) path(buf []span, from, to int) []span {
	for to != from {
		s := *t.of(to)
		s.last = to
		if from >= s.first {
			s.depth += from + 1 - s.first
			s.first = from + 1
			buf = append(buf, s)
			break
		}
		buf = append(buf, s)
		to = s.parent
	}
	slices.Reverse(buf)
	return buf
}
