package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// edit carries out CommandEdit, on the bodies of CommandAlso, too.
func (s *Session) edit(e *input.Event) error {
	if !(e.Y >= 0 && e.Y < float64(PropertyCount)) {
		return fmt.Errorf("app: edit of property %g: must be below %d", e.Y, PropertyCount)
	}
	p := Property(e.Y)
	bodies, err := s.targets(e.ID)
	if err != nil {
		return fmt.Errorf("app: edit of %w", err)
	}
	main := bodies[len(bodies)-1]
	away := e.P.Sub(main.Position())
	keys := s.bodySettings(bodies, p)
	for i, b := range bodies {
		s.changes(b, p.parts())
		if p == PropertyPosition && b != main {
			// bodies that are moved together keep their distances
			b.SetPosition(b.Position().Add(away))
			b.SetLinearVelocity(vec.Vec3{})
			b.SetAwake(true)
			continue
		}
		err := s.choose(keys[i], func() error {
			if err := writeProperty(b, p, e); err != nil {
				return fmt.Errorf("app: edit of body %d: %w", b.Index(), err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if p != PropertyAwake && b.Type() != physics.Static {
			b.SetAwake(true)
		}
	}
	s.log.current.callAll(propertyVerbs[p], bodies)
	return nil
}
