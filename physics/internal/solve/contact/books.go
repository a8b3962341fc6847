package contact

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// rowCount is the number of impulses of a manifold: of its points, along both tangents, about the normal, and of
// rolling.
const rowCount = kernel.MaxPoints + 6

// Rows are the impulses of a manifold.
type Rows [rowCount]float32

// NoteRows returns the impulses of all lanes, in list if it is large enough.
func (s *Solver) NoteRows(list []Rows) []Rows {
	list = list[:0]
	for i := range s.blocks {
		for j := range kernel.Width {
			list = append(list, impulsesOf(&s.blocks[i], j))
		}
	}
	return list
}

func impulsesOf(b *kernel.Block, j int) (x Rows) {
	j &= kernel.Width - 1
	for k := range kernel.MaxPoints {
		x[k] = b.Points[k].Impulse[j]
	}
	x[kernel.MaxPoints], x[kernel.MaxPoints+1], x[kernel.MaxPoints+2] = b.FrictionX[j], b.FrictionY[j],
		b.TwistImpulse[j]
	if b.Has&kernel.HasRolling != 0 {
		r := b.RollingImpulse.At(j)
		x[kernel.MaxPoints+3], x[kernel.MaxPoints+4], x[kernel.MaxPoints+5] = r.X, r.Y, r.Z
	}
	return x
}

// BookRows books the change of the impulses, at the present poses. bias says that overlaps are pushed out.
func (s *Solver) BookRows(books *energy.Books, before []Rows, bias bool) {
	for i := range s.blocks {
		b := &s.blocks[i]
		for j := range int(b.Lanes) {
			now := impulsesOf(b, j)
			if old := &before[i*kernel.Width+j]; now != *old {
				s.bookLane(books, b, j, s.lanes[i*kernel.Width+j], &now, old, bias)
			}
		}
	}
}

// bookLane books a manifold.
func (s *Solver) bookLane(books *energy.Books, b *kernel.Block, j int, manifold int32, now, old *Rows, bias bool) {
	j &= kernel.Width - 1
	p := energy.Impulse{Source: manifold, A: b.A[j], B: b.B[j]}
	n, t := b.Normal.At(j), b.Tangent.At(j)
	u := n.Cross(t)
	separations := s.separations(b, j)
	for k := range int(b.Count) {
		q := &b.Points[k]
		p.Entry, p.Driver, p.Surface = energy.ContactNormal, energy.PushOut, 0
		overlap := -separations[k]
		if bias && overlap > 0 {
			// the speed at which the row leaves its impulse as it is: softness gives way to a part of it
			give := now[k] * (1 - b.MassScale[j]) / float32(q.Mass[j]*b.MassScale[j])
			p.Surface = float64(vec.Min(float32(b.BiasRate[j]*overlap), s.bodies.PushOutSpeed)) - float64(give)
		}
		p.Row = energy.Row{LinearA: n.Neg(), AngularA: q.ArmA.At(j).Neg(), LinearB: n, AngularB: q.ArmB.At(j)}
		s.bookRow(books, b, j, &p, float64(now[k])-float64(old[k]))
	}
	ra, rb := b.CenterA.At(j), b.CenterB.At(j)
	for i, e := range [2]vec.Vec3{t, u} {
		surface := [2]float32{b.SurfaceX[j], b.SurfaceY[j]}[i]
		p.Entry, p.Driver, p.Surface = energy.ContactFriction, energy.Belts, float64(surface)
		p.Row = energy.Row{LinearA: e.Neg(), AngularA: ra.Cross(e).Neg(), LinearB: e, AngularB: rb.Cross(e)}
		s.bookRow(books, b, j, &p, float64(now[kernel.MaxPoints+i])-float64(old[kernel.MaxPoints+i]))
	}
	p.Surface = 0
	for i, e := range [4]vec.Vec3{n, {X: 1}, {Y: 1}, {Z: 1}} {
		p.Entry = energy.ContactRolling
		if i == 0 {
			p.Entry = energy.ContactTwist
		}
		p.Row = energy.Row{AngularA: e.Neg(), AngularB: e}
		s.bookRow(books, b, j, &p, float64(now[kernel.MaxPoints+2+i])-float64(old[kernel.MaxPoints+2+i]))
	}
}

// bookRow books an impulse of a row of lane j, and what added inertia makes of it by itself.
func (s *Solver) bookRow(books *energy.Books, b *kernel.Block, j int, p *energy.Impulse, amount float64) {
	if amount == 0 {
		return
	}
	p.Amount = amount
	inertiaA, inertiaB := b.InertiaA.At(j), b.InertiaB.At(j)
	ownA, stiffA := s.ownInertia(p.A, inertiaA)
	ownB, stiffB := s.ownInertia(p.B, inertiaB)
	p.ResponseA, p.ResponseB = ownA.Mul(p.Row.AngularA), ownB.Mul(p.Row.AngularB)
	books.Impulse(p)
	if stiffA || stiffB {
		p.Stiff = true
		p.ResponseA = inertiaA.Mul(p.Row.AngularA).Sub(p.ResponseA)
		p.ResponseB = inertiaB.Mul(p.Row.AngularB).Sub(p.ResponseB)
		books.Impulse(p)
		p.Stiff = false
	}
}

// ownInertia is the inverse inertia of a state without what is added for contacts, and whether that is another one.
func (s *Solver) ownInertia(state int32, solved kernel.Inertia) (own kernel.Inertia, stiff bool) {
	if state <= 0 || !s.bodies.Stiffened(state) {
		return solved, false
	}
	return s.bodies.OwnInertia(state), true
}
