package history

import (
	"fmt"
	"slices"
	"sort"
)

// Branch is one course of the session: what happened from the beginning up to its tip.
type Branch struct {
	Name string
	// From is the tick at which it left another branch, 0 for the first; Tip its newest tick.
	From, Tip int
	// Of is the branch that it left.
	Of int
	// Gone says that it was deleted.
	Gone bool
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
		t.branches = append(t.branches, Branch{Name: fmt.Sprintf("branch %d", b), From: at, Of: t.present})
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

// path appends the spans from tick from, which follows() to, up to tick to: the ticks after from.
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

// Branches are the courses of the session; Present is the index of the one the session is on.
func (h *History) Branches() []Branch { return h.tree.branches }

// Present is the index of the branch that the session is on.
func (h *History) Present() int { return h.tree.present }

// First is the first tick of a branch, 0 for the first branch.
func (h *History) First(branch int) int {
	for i := range h.tree.spans {
		if s := &h.tree.spans[i]; s.branch == branch {
			return s.first
		}
	}
	return 0
}

// Choose makes another branch the present one, and turns to its tick that lies as far from the beginning as the
// session stands, which Work brings the session to.
func (h *History) Choose(branch int) {
	if branch < 0 || branch >= len(h.tree.branches) || h.tree.branches[branch].Gone {
		return
	}
	depth := h.tree.depth(h.at)
	h.tree.present = branch
	h.tree.version++
	h.Seek(h.TickAt(depth))
}

// Delete takes a branch away that is not the present one and that no other has left. It reports whether it did.
func (h *History) Delete(branch int) bool {
	list := h.tree.branches
	if branch <= 0 || branch >= len(list) || branch == h.tree.present || list[branch].Gone {
		return false
	}
	for i := range list {
		if b := &list[i]; i != branch && !b.Gone && h.tree.of(b.From).branch == branch {
			return false
		}
	}
	list[branch].Gone = true
	h.keys.forget(&h.tree, branch)
	return true
}

// present is the way from the beginning to the tip of the present branch, without tick 0.
func (h *History) present() []span {
	if n := len(h.route); h.tree.routed != h.tree.version || n == 0 {
		h.tree.routed = h.tree.version
		h.route = h.tree.path(h.route[:0], 0, h.Tip())
	} else {
		h.route[n-1].last = h.Tip()
	}
	return h.route
}

// Depth is the number of ticks from the beginning to a tick, on its branch.
func (h *History) Depth(n int) int { return h.tree.depth(n) }

// Ticks is the number of ticks of the present branch.
func (h *History) Ticks() int { return h.tree.depth(h.Tip()) }

// TickAt is the tick of the present branch that is depth ticks from the beginning, or the nearest there is.
func (h *History) TickAt(depth int) int {
	if depth <= 0 {
		return 0
	}
	for _, s := range h.present() {
		if depth <= s.depth+s.last-s.first {
			return s.first + depth - s.depth
		}
	}
	return h.Tip()
}

// TickBy is the tick of the present branch that ends a time after the beginning (s), or the nearest there is.
func (h *History) TickBy(time float64) int {
	d := sort.Search(h.Ticks(), func(d int) bool { return h.ticks[h.TickAt(d)].time >= time })
	n := h.TickAt(d)
	if d > 0 && time-h.ticks[h.TickAt(d-1)].time < h.ticks[n].time-time {
		n = h.TickAt(d - 1)
	}
	return n
}

// On reports whether a tick lies on the present branch.
func (h *History) On(n int) bool { return h.tree.follows(n, h.Tip()) }

// Along reports whether a tick lies before the one at which the session stands or after it, and not on another branch.
func (h *History) Along(n int) bool { return h.tree.follows(n, h.at) || h.tree.follows(h.at, n) }

// Before is the tick before another one, 0 for the first.
func (h *History) Before(n int) int { return h.tree.step(n) }
