package history

import "tumble/physics"

// Trace is where the bodies were on another branch, from where it left the present one: it is drawn over the present.
type Trace struct {
	h      *History
	Branch int
	from   int // where the session stood
	common int // the last tick on both branches
	path   []span
	at     int // of path
	next   int // the tick that comes next
	stride int
	ends   []int // of poses, by every stride-th tick after common
	poses  []TracePose
	list   []physics.Body
	// Farthest is how far a body is from its twin at the moment that was drawn last (m).
	Farthest float32
}

// TracePose is a pose of the body in a slot.
type TracePose struct {
	Slot int
	Pose physics.Transform
}

// traceBytes bounds the poses of a trace, tracePoseBytes is what one takes (bytes).
const (
	traceBytes     = 32 << 20
	tracePoseBytes = 40
	// traceTicks is how many ticks a call of Next carries out.
	traceTicks = 8
)

// Trace begins to carry out another branch, to note where its bodies are. The session moves; Next brings it to the end, and Work
// back.
func (h *History) Trace(branch int) *Trace {
	tip := h.tree.branches[branch].Tip
	common := h.tree.common(tip, h.Tip())
	t := &Trace{h: h, Branch: branch, from: h.at, common: common, path: h.tree.path(nil, common, tip)}
	ticks := h.tree.depth(tip) - h.tree.depth(common)
	t.stride = 1 + ticks*h.session.World().BodyCount()*tracePoseBytes/traceBytes
	if len(t.path) > 0 {
		t.next = t.path[0].first
	}
	return t
}

// Next carries out some ticks of the branch.
func (t *Trace) Next() (done bool, err error) {
	h := t.h
	for range traceTicks {
		if t.at == len(t.path) {
			h.target = t.from
			return true, nil
		}
		if err := h.GoTo(t.next); err != nil {
			h.target = t.from
			return true, err
		}
		if (h.tree.depth(t.next)-h.tree.depth(t.common))%t.stride == 0 {
			t.keep(h.session.World())
		}
		if t.next++; t.next > t.path[t.at].last {
			if t.at++; t.at < len(t.path) {
				t.next = t.path[t.at].first
			}
		}
	}
	return false, nil
}

func (t *Trace) keep(w *physics.World) {
	t.list = w.Bodies(t.list[:0])
	for _, b := range t.list {
		if b.Type() != physics.Static {
			t.poses = append(t.poses, TracePose{b.Index(), b.Transform()})
		}
	}
	t.ends = append(t.ends, len(t.poses))
}

// At is where the bodies were so many ticks after the beginning, none where the branch had not left or had ended.
func (t *Trace) At(depth int) []TracePose {
	i := (depth-t.h.tree.depth(t.common))/t.stride - 1
	if i < 0 || i >= len(t.ends) {
		return nil
	}
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.poses[from:t.ends[i]]
}
