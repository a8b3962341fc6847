package model

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
)

// check tells which claim of the file does not hold.
func (s *Model) check(r *scenes.Run) error {
	e := &s.Expect
	awake := r.World.Counters().AwakeBodies
	if e.AsleepBy > 0 && awake > 0 {
		return fmt.Errorf("%d bodies are awake, all should sleep", awake)
	}
	if e.Awake != nil && awake != *e.Awake {
		return fmt.Errorf("%d bodies are awake, not %d", awake, *e.Awake)
	}
	if e.MaxPenetration > 0 {
		for _, c := range r.World.Contacts(nil) {
			for _, p := range c.Points[:c.Count] {
				if -p.Separation > e.MaxPenetration {
					return fmt.Errorf("%q and %q overlap by %g m, more than %g m", c.ShapeA.Body().Name(),
						c.ShapeB.Body().Name(), -p.Separation, e.MaxPenetration)
				}
			}
		}
	}
	if e.MaxSpeed > 0 {
		for _, b := range r.Bodies {
			if v := b.LinearVelocity().Len(); v > e.MaxSpeed {
				return fmt.Errorf("%q moves at %g m/s, faster than %g m/s", b.Name(), v, e.MaxSpeed)
			}
		}
	}
	for _, p := range e.Places {
		if err := p.check(r.World); err != nil {
			return err
		}
	}
	return nil
}

func (p *Place) check(w *physics.World) error {
	for _, b := range w.Bodies(nil) {
		if b.Name() != p.Name {
			continue
		}
		if d := b.Position().Dist(p.Position); !(d <= p.Within) {
			return fmt.Errorf("%q is %g m from %v, farther than %g m", p.Name, d, p.Position, p.Within)
		}
		return nil
	}
	return fmt.Errorf("there is no body %q any more", p.Name)
}
