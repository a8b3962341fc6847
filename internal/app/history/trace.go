package history

import "tumble/physics"

// Trace is where the bodies were on another branch, from where it left the present one: it is drawn over the present.
type Trace struct {
	h      *History
	Branch int
	from   int // where the session stood
	common int // the last tick on both branches
	path   []span
	begun  bool
	at     int // of path
	next   int // the tick that comes next
	stride int
	ends   []int // of poses, by every stride-th tick after common
	poses  []TracePose
	bodies []TraceBody
	slots  []int32 // of bodies, the newest in each slot, and 1
	list   []physics.Body
	shapes []physics.Shape
	shared int // the depth up to which the branch is the present one, at the moment that was asked for last
	// Farthest is how far a body is from its twin at the moment that was drawn last (m).
	Farthest float32
}

// TracePose is a pose of a body.
type TracePose struct {
	Body int32 // of Bodies
	Pose physics.Transform
}

// TraceBody is a body of the other branch.
type TraceBody struct {
	slot       int
	generation uint32
	// the depth at which it was there first: on a branch that left before, its handle is that of another body
	met    int
	Shapes []TraceShape
}

// TraceShape is a shape of a body: its geometry in the frame of the body, and the box around it where the body was
// at At.
type TraceShape struct {
	Geometry physics.Geometry
	Bounds   physics.AABB
	At       physics.Transform
}

// traceBytes bounds the poses of a trace, tracePoseBytes is the size of one (bytes).
const (
	traceBytes     = 32 << 20
	tracePoseBytes = 32
	// traceTicks is how many ticks a call of Next carries out.
	traceTicks = 8
)

// Trace begins to carry out another branch, to note where its bodies are. The session moves; Next brings it to the
// end, and Work back.
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
	if !t.begun {
		t.begun = true
		// bodies from the beginning are on every branch
		for _, n := range [...]int{0, t.common} {
			if err := h.GoTo(n); err != nil {
				h.target = t.from
				return true, err
			}
			t.meet(h.session.World(), h.tree.depth(n))
		}
	}
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
			t.keep(h.session.World(), h.tree.depth(t.next))
		}
		if t.next++; t.next > t.path[t.at].last {
			if t.at++; t.at < len(t.path) {
				t.next = t.path[t.at].first
			}
		}
	}
	return false, nil
}

// keep notes where the bodies are at a depth.
func (t *Trace) keep(w *physics.World, depth int) {
	t.meet(w, depth)
	for _, b := range t.list {
		if b.Type() != physics.Static {
			t.poses = append(t.poses, TracePose{t.slots[b.Index()] - 1, b.Transform()})
		}
	}
	t.ends = append(t.ends, len(t.poses))
}

// meet notes the bodies that are new at a depth. Shapes may change up to where the branches part.
func (t *Trace) meet(w *physics.World, depth int) {
	t.list = w.Bodies(t.list[:0])
	for _, b := range t.list {
		if b.Type() == physics.Static {
			continue
		}
		for len(t.slots) <= b.Index() {
			t.slots = append(t.slots, 0)
		}
		i := t.slots[b.Index()]
		known := i > 0 && t.bodies[i-1].generation == b.Generation()
		if known && len(t.ends) > 0 {
			continue
		}
		if !known {
			t.bodies = append(t.bodies, TraceBody{slot: b.Index(), generation: b.Generation(), met: depth})
			i = int32(len(t.bodies))
			t.slots[b.Index()] = i
		}
		x := &t.bodies[i-1]
		x.Shapes = x.Shapes[:0]
		t.shapes = b.Shapes(t.shapes[:0])
		for _, s := range t.shapes {
			x.Shapes = append(x.Shapes, TraceShape{s.Geometry(), s.Bounds(), b.Transform()})
		}
	}
}

// Of is the body that a pose is of.
func (t *Trace) Of(p *TracePose) *TraceBody { return &t.bodies[p.Body] }

// Twin is the same body in a world of the present branch; ok is false where that has none. The branch is that of the
// last At.
func (t *Trace) Twin(x *TraceBody, w *physics.World) (b physics.Body, ok bool) {
	if x.met > t.shared {
		return b, false
	}
	b, ok = w.BodyAt(x.slot)
	return b, ok && b.Generation() == x.generation
}

// At is where the bodies were so many ticks after the beginning, none where the branch had not left or had ended.
func (t *Trace) At(depth int) []TracePose {
	t.shared = t.h.tree.depth(t.h.tree.common(t.h.tree.branches[t.Branch].Tip, t.h.Tip()))
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

// Share is how much of the branch was carried out, from 0 to 1.
func (t *Trace) Share() float64 { return float64(t.at) / float64(max(len(t.path), 1)) }
