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
	made       bool // after the branches parted: a body of the present branch with the same handle is another one
	Shapes     []TraceShape
}

// TraceShape is a shape of a body: its geometry in the frame of the body, and the box around it where the body was at At.
type TraceShape struct {
	Geometry physics.Geometry
	Bounds   physics.AABB
	At       physics.Transform
}

// traceBytes bounds the poses of a trace, tracePoseBytes is what one takes (bytes).
const (
	traceBytes     = 32 << 20
	tracePoseBytes = 32
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
	if !t.begun {
		t.begun = true
		if err := h.GoTo(t.common); err != nil {
			h.target = t.from
			return true, err
		}
		t.meet(h.session.World(), false)
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

// keep notes where the bodies are.
func (t *Trace) keep(w *physics.World) {
	t.meet(w, true)
	for _, b := range t.list {
		if b.Type() != physics.Static {
			t.poses = append(t.poses, TracePose{t.slots[b.Index()] - 1, b.Transform()})
		}
	}
	t.ends = append(t.ends, len(t.poses))
}

// meet notes the bodies that are new.
func (t *Trace) meet(w *physics.World, made bool) {
	t.list = w.Bodies(t.list[:0])
	for _, b := range t.list {
		if b.Type() == physics.Static {
			continue
		}
		for len(t.slots) <= b.Index() {
			t.slots = append(t.slots, 0)
		}
		if i := t.slots[b.Index()]; i > 0 && t.bodies[i-1].generation == b.Generation() {
			continue
		}
		t.bodies = append(t.bodies, TraceBody{slot: b.Index(), generation: b.Generation(), made: made})
		t.slots[b.Index()] = int32(len(t.bodies))
		x := &t.bodies[len(t.bodies)-1]
		t.shapes = b.Shapes(t.shapes[:0])
		for _, s := range t.shapes {
			x.Shapes = append(x.Shapes, TraceShape{s.Geometry(), s.Bounds(), b.Transform()})
		}
	}
}

// Of is the body that a pose is of.
func (t *Trace) Of(p *TracePose) *TraceBody { return &t.bodies[p.Body] }

// Twin is the same body in a world of the present branch; ok is false where that has none.
func (x *TraceBody) Twin(w *physics.World) (b physics.Body, ok bool) {
	if x.made {
		return b, false
	}
	b, ok = w.BodyAt(x.slot)
	return b, ok && b.Generation() == x.generation
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
