package contact

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Bodies that were put into each other push each other out. Each contact does so at up to
// PushOutSpeed, and along a chain of overlaps the speeds would add up: a thousand balls made in
// one place would fly apart at hundreds of metres per second. So bodies that overlap deeply
// with several others push more slowly, and no body in touch with them gets faster than
// PushOutSpeed or than the fastest of its neighbours. That holds for the whole cluster of bodies that touch:
// a body squeezed out between two others leaves faster than they come together.

// DeepOverlaps limits the speeds of clusters of deeply overlapping bodies. A step calls Begin, Weigh, FreeSpeeds, Join,
// Close and Limit once; then PushRate for each contact, LimitPushes in every sub-step and LimitSpeeds at its end.
type DeepOverlaps struct {
	bodies  *motion.Bodies
	members []member   // per state; empty if there are no clusters
	joined  joining    // per state
	deep    graph.Bits // of manifolds, empty between uses
}

// Overlaps are the deep overlaps that the narrow phase found.
type Overlaps struct {
	// Clustered says that some body overlaps deeply with several others, see Deep.
	Clustered bool
	// Manifolds lists the manifolds with deep overlaps, in any order; Incomplete says that there may be others.
	Manifolds  []int32
	Incomplete bool
}

// member is a body in a cluster, per state.
type member struct {
	// push is the sum of the speeds (m/s) at which deep overlaps with others push it, and deep
	// their number.
	push float32
	deep int32
	// chain is set at the state that stands for all that touch, when one of them has several deep overlaps.
	chain bool
	// driven is set for bodies with joints: a motor may drive a body as fast as it likes.
	driven bool
	// spin is its own (rad/s) at the start of the step.
	spin float32
	// pushed and kept are its limits while it is pushed and at the end of the step; zero for
	// none.
	pushed, kept speedLimit
}

// joining is the union-find scratch of Join, packed so that it stays in the cache.
type joining struct {
	// parent leads to the state that stands for all that touch, which has the smallest index.
	parent []int32
	// free is the speed (m/s) a body would have if nothing touched it, fastest the largest of those that touch it,
	// both at the start of the step.
	free, fastest []float32
}

// speedLimit bounds speed (m/s) and spin (rad/s), both squared.
type speedLimit struct{ speed, spin float32 }

// Deep reports whether an overlap of two bodies is so deep that they must have been put there.
func Deep(a, b *motion.Sim, separation float32) bool {
	if !(separation < 0) {
		return false
	}
	least := float32(deepest / deepFraction)
	if a.InvMass > 0 {
		least = vec.Min(least, a.MinExtent)
	}
	if b.InvMass > 0 {
		least = vec.Min(least, b.MinExtent)
	}
	return -separation > float32(deepFraction*least)
}

// depth is the deepest overlap of a manifold (m), zero if there is none.
func (m *Manifold) depth() float32 {
	low := float32(0)
	for k := range m.Points[:m.Count] {
		low = vec.Min(low, m.Points[k].Separation)
	}
	return -low
}

// Begin makes room for the search for clusters, if there can be any.
func (d *DeepOverlaps) Begin(b *motion.Bodies, clustered bool) {
	d.bodies, d.members = b, d.members[:0]
	if !clustered {
		return
	}
	n, j := len(b.States), &d.joined
	if cap(d.members) < n {
		d.members = make([]member, n+n/2)
	}
	if len(j.parent) < n {
		j.parent, j.free, j.fastest = make([]int32, n+n/2), make([]float32, n+n/2), make([]float32, n+n/2)
	}
	d.members = d.members[:n]
	clear(d.members)
}

// Active reports whether the limiter has anything to do in this step.
func (d *DeepOverlaps) Active() bool { return len(d.members) > 0 }

// Weigh finds out how strongly deep overlaps push which bodies. The limits follow from it by FreeSpeeds, Join, Close
// and Limit. lanes lists the manifolds, jointed the bodies with joints.
func (d *DeepOverlaps) Weigh(manifolds []Manifold, lanes, jointed []int32, found *Overlaps) {
	if !d.Active() {
		return
	}
	if found.Incomplete {
		for _, index := range lanes {
			if index >= 0 {
				d.weighOverlap(&manifolds[index])
			}
		}
	} else {
		d.weighKnown(manifolds, lanes, found.Manifolds)
	}
	for _, body := range jointed {
		d.members[d.bodies.Sims[body].StateIndex].driven = true
	}
}

// weighKnown weighs the manifolds of a list in the order of the lanes, without a look at the others.
func (d *DeepOverlaps) weighKnown(manifolds []Manifold, lanes, list []int32) {
	for _, index := range list {
		d.deep.Set(index)
	}
	for _, index := range lanes {
		if index >= 0 && d.deep.Has(index) {
			d.weighOverlap(&manifolds[index])
		}
	}
	for _, index := range list {
		d.deep.Clear(index)
	}
}

// weighOverlap adds one manifold to the pushes on its bodies.
func (d *DeepOverlaps) weighOverlap(m *Manifold) {
	p := &d.bodies.Params
	a, b := &d.bodies.Sims[m.BodyA], &d.bodies.Sims[m.BodyB]
	if a.InvMass == 0 || b.InvMass == 0 {
		return
	}
	if depth := m.depth(); Deep(a, b, -depth) {
		ca, cb := &d.members[a.StateIndex], &d.members[b.StateIndex]
		push := vec.Min(float32(p.Contact.BiasRate*depth), p.PushOutSpeed)
		ca.push, cb.push = ca.push+push, cb.push+push
		ca.deep, cb.deep = ca.deep+1, cb.deep+1
	}
}

// FreeSpeeds begins the search for clusters for the awake bodies begin to end (exclusive), before anything
// moves them.
func (d *DeepOverlaps) FreeSpeeds(begin, end int) {
	j := &d.joined
	for i := begin + 1; i <= end; i++ {
		j.parent[i], j.free[i], j.fastest[i] = int32(i), d.freeSpeed(i), 0
		d.members[i].spin = d.bodies.States[i].W.Len()
	}
}

// Join joins the bodies that touch and finds the fastest of the neighbours of each, after FreeSpeeds. It reads
// of the bodies only data that stay the same in a step.
func (d *DeepOverlaps) Join(g *graph.Graph) {
	j, sims := &d.joined, d.bodies.Sims
	j.parent[0], j.free[0], j.fastest[0] = 0, 0, 0 // static and sleeping bodies
	for color := range int32(graph.ColorCount) {
		list := g.Contacts(color)
		for i := range list {
			if i+joinAhead < len(list) {
				next := &list[i+joinAhead]
				prefetch.Lines(unsafe.Pointer(&sims[next.BodyA]), 1)
				prefetch.Lines(unsafe.Pointer(&sims[next.BodyB]), 1)
			}
			j.join(&sims[list[i].BodyA], &sims[list[i].BodyB])
		}
	}
}

// join notes that two bodies touch.
func (j *joining) join(simA, simB *motion.Sim) {
	a, b := simA.StateIndex, simB.StateIndex
	j.fastest[a], j.fastest[b] = vec.Max(j.fastest[a], j.free[b]), vec.Max(j.fastest[b], j.free[a])
	if simA.InvMass == 0 || simB.InvMass == 0 {
		return
	}
	a, b = j.find(a), j.find(b)
	j.parent[max(a, b)] = min(a, b)
}

// find returns the state that stands for all that touch state i so far.
func (j *joining) find(i int32) int32 {
	for j.parent[i] != i {
		j.parent[i] = j.parent[j.parent[i]]
		i = j.parent[i]
	}
	return i
}

// Close finds out which bodies hang together with one that has several deep overlaps, after Join and Weigh.
func (d *DeepOverlaps) Close() {
	parent := d.joined.parent
	// a parent has the smaller index
	for i := range d.members {
		parent[i] = parent[parent[i]]
		if d.members[i].deep > 1 {
			d.members[parent[i]].chain = true
		}
	}
}

// Limit finds the limits of the awake bodies begin to end (exclusive), after Close.
func (d *DeepOverlaps) Limit(begin, end int) {
	j, s := &d.joined, d.bodies
	for i := begin + 1; i <= end; i++ {
		c := &d.members[i]
		if c.driven || !d.members[j.parent[i]].chain {
			continue
		}
		own := vec.Max(j.fastest[i], j.free[i])
		reach := vec.Max(s.Sims[s.Awake[i-1]].MaxExtent, kernel.Tiny)
		c.pushed = newSpeedLimit(vec.Max(own, s.PushOutSpeed), c.spin, reach)
		c.kept = newSpeedLimit(vec.Max(own, float32(0.5*s.PushOutSpeed)), c.spin, reach)
	}
}

// newSpeedLimit allows the spin it has and one at which no point is faster than speed.
func newSpeedLimit(speed, spin, reach float32) speedLimit {
	spin = vec.Max(spin, speed/reach)
	return speedLimit{float32(speed * speed), float32(spin * spin)}
}

// freeSpeed is the speed (m/s) of a state at the end of the step if nothing touched it; of a
// body that impulses do not move that of its fastest point.
func (d *DeepOverlaps) freeSpeed(i int) float32 {
	s := d.bodies
	sim, st := &s.Sims[s.Awake[i-1]], &s.States[i]
	if sim.InvMass == 0 {
		return st.V.Len() + float32(st.W.Len()*sim.MaxExtent)
	}
	return st.V.MulAdd(s.Dt, s.Acceleration(sim)).Len()
}

// PushRate returns the rate (1/s) at which two bodies are pushed apart: less than rate for movable ones
// with a deep overlap in a cluster. Of n contacts about the cube root of n are in line; the fourth
// root is at hand. The one with fewer overlaps decides, so that those outside can leave.
func (d *DeepOverlaps) PushRate(m *Manifold, a, b *motion.Sim, rate float32) float32 {
	if !d.Active() {
		return rate
	}
	depth := m.depth()
	if a.InvMass == 0 || b.InvMass == 0 || !Deep(a, b, -depth) {
		return rate
	}
	most := d.bodies.PushOutSpeed
	push := vec.Min(d.members[a.StateIndex].push, d.members[b.StateIndex].push)
	if push <= most {
		return rate
	}
	own := vec.Min(float32(rate*depth), most)
	return float32(own*vec.Sqrt(vec.Sqrt(most/push))) / depth
}

// LimitSpeeds takes from the bodies at the places begin to end (exclusive) the speed beyond their limit at the end of a
// step.
func (d *DeepOverlaps) LimitSpeeds(begin, end int) {
	for k := begin; k < end; k++ {
		i := d.bodies.Place(k)
		d.members[i+1].kept.apply(&d.bodies.States[i+1])
	}
}

// LimitPushes does the same before the bodies move.
func (d *DeepOverlaps) LimitPushes(begin, end int) {
	for k := begin; k < end; k++ {
		i := d.bodies.Place(k)
		d.members[i+1].pushed.apply(&d.bodies.States[i+1])
	}
}

func (l *speedLimit) apply(st *kernel.State) {
	if l.speed == 0 {
		return
	}
	if square := st.V.Len2(); square > l.speed {
		st.V = st.V.Mul(vec.Sqrt(l.speed / square))
	}
	if square := st.W.Len2(); square > l.spin {
		st.W = st.W.Mul(vec.Sqrt(l.spin / square))
	}
}
