package history

import (
	"sort"
	"strings"

	"tumble/engine/record"
)

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

// Rename gives a branch another name and returns a tick that lies on it, its newest. Blanks around the name go; one
// that no recording can have is refused.
func (h *History) Rename(branch int, name string) (tick int, ok bool) {
	name = strings.TrimSpace(name)
	if branch < 0 || branch >= len(h.tree.branches) || h.tree.branches[branch].Gone ||
		record.CheckBranchName(name) != nil {
		return 0, false
	}
	b := &h.tree.branches[branch]
	b.Name, b.Named = name, true
	h.tree.revision++
	return b.Tip, true
}

// Revision changes with the list of branches and their names.
func (h *History) Revision() int { return h.tree.revision }

// BranchOf is the branch that a tick was done on.
func (h *History) BranchOf(tick int) int { return h.tree.of(tick).branch }

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
	h.tree.revision++
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

// Step is the number of a tick by the steps of the session: those before the history began count, too.
func (h *History) Step(n int) int { return h.base + h.Depth(n) }

// Scene is the step of its scene that a tick did, counted from where the scene was built last, and how much of it was
// simulated then (s).
func (h *History) Scene(n int) (step int, time float64) {
	for at := n; ; {
		s := h.tree.of(at)
		i := sort.SearchInts(h.builds, at+1) - 1
		switch {
		case i >= 0 && h.builds[i] >= s.first:
			built := h.builds[i]
			return h.Depth(n) - h.Depth(built) + 1, h.ticks[n].time - h.ticks[h.tree.step(built)].time
		case s.first == 0:
			return h.Step(n), h.ticks[n].time
		}
		at = s.parent
	}
}

// OfScene is the tick of the present branch that did a step of the scene that is looked at; ok is false where it was
// not simulated yet.
func (h *History) OfScene(step int) (tick int, ok bool) {
	at, _ := h.Scene(h.target)
	depth := h.Depth(h.target) + step - at
	if depth < 0 || depth > h.Ticks() {
		return 0, false
	}
	tick = h.TickAt(depth)
	of, _ := h.Scene(tick)
	return tick, of == step
}

// AtStep is the tick of the present branch with a number by the steps of the session, or the nearest there is.
func (h *History) AtStep(step int) int { return h.TickAt(step - h.base) }

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

// TickBy is the tick of the present branch that ends at a time (s), or the nearest there is.
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
