package model

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// PieceShare is the share of the lighter of two bodies that a piece between them has, where a joint of the file is
// several of the engine.
const PieceShare = 0.01

// MassData returns the mass that a body is going to have, ok false if it has none.
func (b *Body) MassData() (physics.MassData, bool) {
	m := &b.Mass
	if m.Mass > 0 && m.Center != nil && m.Inertia != nil {
		return physics.MassData{Mass: m.Mass, Center: *m.Center, Inertia: *m.Inertia}, true
	}
	data, ok := b.ShapeMass()
	if !ok || data.Mass <= 0 {
		return data, false
	}
	if m.Mass > 0 {
		data.Mass, data.Inertia = m.Mass, data.Inertia.Scale(m.Mass/data.Mass)
	}
	if m.Center != nil {
		data.Center = *m.Center
	}
	if m.Inertia != nil {
		data.Inertia = *m.Inertia
	}
	return data, true
}

// TakePiece takes the mass of a piece between two bodies, of which one moves at least, from the lighter one. Bodies
// below 0 are the world. The centre of the piece is left open.
func (s *Model) TakePiece(a, b int) Mass {
	lighter, least := -1, physics.MassData{}
	for _, i := range []int{a, b} {
		if i < 0 || s.Bodies[i].Def.Type != physics.Dynamic {
			continue
		}
		if data, ok := s.Bodies[i].MassData(); ok && (lighter < 0 || data.Mass < least.Mass) {
			lighter, least = i, data
		}
	}
	if lighter < 0 {
		tensor := vec.Diag(vec.V3(PieceShare, PieceShare, PieceShare))
		return Mass{Mass: PieceShare, Inertia: &tensor}
	}
	x := PieceShare / 3 * (least.Inertia.XX + least.Inertia.YY + least.Inertia.ZZ)
	tensor, rest := vec.Diag(vec.V3(x, x, x)), least.Inertia.Scale(1-PieceShare)
	s.Bodies[lighter].Mass = Mass{Mass: least.Mass * (1 - PieceShare), Center: &least.Center, Inertia: &rest}
	return Mass{Mass: vec.Max(PieceShare*least.Mass, physics.MinMass), Inertia: &tensor}
}
