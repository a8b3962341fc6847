package physics

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// ContactPoint is one point of a contact.
type ContactPoint struct {
	// Point lies midway between the surfaces (m); Separation (m) is negative for overlap.
	Point      Vec3
	Separation float32
	// Impulse along the normal in the last step (N·s).
	Impulse float32
	// ID stays the same while the same features of the shapes meet.
	ID uint32
}

// contactPoint is a point of a manifold whose body A has its centre of mass at center.
func contactPoint(center Vec3, p *solve.ManifoldPoint) ContactPoint {
	return ContactPoint{Point: center.Add(p.AnchorA), Separation: p.Separation, Impulse: p.TotalNormalImpulse, ID: p.ID}
}

// ContactInfo describes two shapes in touch.
type ContactInfo struct {
	ShapeA, ShapeB Shape
	// Normal points from A to B.
	Normal Vec3
	// Points[:Count] are in use.
	Points [4]ContactPoint
	Count  int
	// Friction is the combined coefficient.
	Friction float32
	// FrictionImpulse (N·s, on B) acts in the middle of the points.
	FrictionImpulse Vec3
	// Work is the energy (J) that the contact gave to its bodies in the last step, negative where it took some; 0
	// without a ledger of energy.
	Work float64
	// Color is that of the constraint graph, −1 while the contact sleeps.
	Color int32
}

// Contacts appends all touching contacts to buf, in the order of their indices: one entry for
// each manifold, of which only meshes, height fields and compounds have several.
func (w *World) Contacts(buf []ContactInfo) []ContactInfo {
	for i := range w.state.Contacts {
		buf = w.appendContact(buf, &w.state.Contacts[i])
	}
	return buf
}

// Contacts appends the touching contacts of the body to buf.
func (b Body) Contacts(buf []ContactInfo) []ContactInfo {
	w := b.world
	for key := b.read().FirstContact; key != state.None; key = w.state.Contacts[key>>1].Edges[key&1].Next {
		buf = w.appendContact(buf, &w.state.Contacts[key>>1])
	}
	return buf
}

// ContactSum is how hard the shapes of indices A and B press on each other: Impulse (N·s) is that of the last step.
// Slot stays while the bounds of the shapes overlap.
type ContactSum = state.ContactSum

// ContactTotals count Manifolds, Points and Overlaps; Deepest and Overlap (m) are the largest and the sum of these,
// Peak (N·s) the largest push.
type ContactTotals = state.ContactTotals

// ContactSums appends a sum for each pair that touches to buf, in any order. It is quick after each step.
func (w *World) ContactSums(buf []ContactSum) ([]ContactSum, ContactTotals) {
	return w.step.ContactSums(buf)
}

func (w *World) appendContact(buf []ContactInfo, c *state.Contact) []ContactInfo {
	if !c.Touching {
		return buf
	}
	center, manifolds := w.state.Sims[c.BodyA].Center, w.state.ManifoldsOf(c)
	for k := range manifolds {
		m := &manifolds[k]
		info := ContactInfo{
			ShapeA: w.shapeHandle(c.ShapeA), ShapeB: w.shapeHandle(c.ShapeB),
			Normal: m.Normal, Count: int(m.Count), Friction: m.Friction,
			// that of the last sub-step stands for all
			FrictionImpulse: m.FrictionImpulse.Mul(float32(w.state.Settings.SubSteps)), Color: c.Color,
		}
		if books := w.step.Solver.Books; books != nil {
			info.Work = energy.Share(books.OfManifold, c.Manifold+int32(k))
		}
		for i := range m.Points[:m.Count] {
			info.Points[i] = contactPoint(center, &m.Points[i])
		}
		buf = append(buf, info)
	}
	return buf
}
