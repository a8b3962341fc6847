package session

import (
	"cmp"
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
)

// PaintCommand gives a body another material: friction, restitution, rolling resistance and density (kg/m³), 0 for the
// value that it has.
func PaintCommand(b physics.Body, m physics.Material, density float32) input.Event {
	e := onBody(CommandPaint, b)
	e.P.X, e.P.Y, e.P.Z, e.S = m.Friction, m.Restitution, m.RollingResistance, density
	return e
}

// paint carries out CommandPaint, on the bodies of CommandAlso, too.
func (s *Session) paint(e *input.Event) error {
	bodies, err := s.targets(e.ID)
	if err != nil {
		return fmt.Errorf("app: material of %w", err)
	}
	for _, b := range bodies {
		s.changes(b, partSurface|partMass)
		for _, shape := range b.Shapes(nil) {
			m := shape.Material()
			m.Friction, m.Restitution, m.RollingResistance = e.P.X, e.P.Y, e.P.Z
			density := e.S
			if density == 0 {
				density = shape.Density()
			}
			if err := cmp.Or(shape.SetMaterial(m), shape.SetDensity(density)); err != nil {
				return fmt.Errorf("app: material of body %d: %w", b.Index(), err)
			}
		}
		if b.Type() != physics.Static {
			b.SetAwake(true)
		}
	}
	s.log.current.callAll("paint", bodies)
	return nil
}
