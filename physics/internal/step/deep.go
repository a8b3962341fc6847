package step

import (
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// pinch is the cosine of the angle between the normals of two immovable bodies, both towards the body between them,
// below which the body is pinched: 135° or more. At 1, every body that is deep in anything fixed begins cold, and the
// axles of newtons_cradle lose 6 % more of the balls' energy in their notches.
const pinch = -0.7

// outweighs (1) is the ratio of masses from which on the heavier body of a deep overlap holds the other one as
// something immovable does. Without it: the body of 500 g in TestTrustLightUnderHeavy slips out from between five tons
// and the floor at 16 m/s.
const outweighs = 100

// listDeep tells the solver about the bodies of deep overlaps and hard pushes that the narrow phase found. Their
// islands may gain energy. A body that is deep in something that it does not move, or pushed hard by it, and is pinched
// against another such thing, begins the step without impulses: they bear no load but each other, grow to a hundred
// times what moves the body, and fling it away when it slips. Without it: twice as many of TestTrustSqueezes in soak
// end too fast. So does a body that one other body pushes from both sides, as a dumb-bell around a box, whatever their
// masses: the impulses of both contacts cancel for the pair, and grow fivefold a step (TestTrustWedgedCompounds).
func (sp *Step) listDeep(f *narrowphase.Figures) {
	sp.Solver.ClearWeighed()
	for _, p := range f.Deep {
		movable := sp.Movable(p.A) && sp.Movable(p.B)
		if movable || p.Deep {
			sp.Solver.AddWeighed(p.A, p.B)
		}
		cold := p.Deep || p.Hard
		pinchedA, pinchedB := sp.pinched(p.A, p.B, p.Normal.Neg(), p.Deep), sp.pinched(p.B, p.A, p.Normal, p.Deep)
		if pinchedB {
			sp.weighPinched(p.B, cold)
		}
		if pinchedA {
			sp.weighPinched(p.A, cold)
		}
		if movable && p.Deep {
			sp.Solver.ExpectDeep(p.A, p.B, pinchedA || pinchedB)
		}
	}
}

// weighPinched lets the island of a pinched body be weighed, and the body begin the step cold, without impulses.
func (sp *Step) weighPinched(body int32, cold bool) {
	sp.Solver.AddPinched(body)
	if cold {
		sp.forgetContacts(&sp.Bodies[body])
	}
}

// holds reports whether nothing that body does moves other: it has infinite mass, or outweighs a body that is deep in
// it by far.
func (sp *Step) holds(other, body int32, deep bool) bool {
	a, b := sp.Sims[other].InvMass, sp.Sims[body].InvMass
	return a == 0 || deep && float32(outweighs*a) <= b
}

// pinched reports whether a body that pusher pushes along a normal is pushed back by the same body, or by something
// immovable where pusher is immovable, too. The walls of a notch that carries an axle lean away from each other: it
// bears a load and keeps its impulses (newtons_cradle).
func (sp *Step) pinched(body, pusher int32, normal vec.Vec3, deep bool) bool {
	held := sp.holds(pusher, body, deep)
	if !held && sp.Bodies[body].ShapeCount == 1 && sp.Bodies[pusher].ShapeCount == 1 {
		return false // two convex shapes meet on one side
	}
	list, wanted := body, pusher
	if !held && sp.Bodies[pusher].ContactCount < sp.Bodies[body].ContactCount {
		// only what both touch each other with counts, and a drum touches thousands (washer)
		list, wanted = pusher, body
	}
	for key := sp.Bodies[list].FirstContact; key != state.None; key = sp.Contacts[key>>1].Edges[key&1].Next {
		c := &sp.Contacts[key>>1]
		if !c.Touching || !held && c.Other(key) != wanted {
			continue
		}
		manifolds := sp.ManifoldsOf(c)
		for i := range manifolds {
			m := &manifolds[i]
			other, along := m.BodyA, m.Normal.Dot(normal)
			if other == body {
				other, along = m.BodyB, -along
			}
			if m.Count > 0 && along < pinch && (other == pusher || held && sp.holds(other, body, deep)) {
				return true
			}
		}
	}
	return false
}
