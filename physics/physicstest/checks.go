package physicstest

import (
	"errors"
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// AtRest holds while the centres of mass move at most at speed (m/s) and the bodies rotate at most at spin (rad/s): the
// bodies given, without any all dynamic ones. Bodies that sleep are at rest; one that does not exist is an error.
func AtRest(speed, spin float32, bodies ...physics.Body) Check {
	slow := func(b physics.Body) error {
		v, omega := b.LinearVelocity().Len(), b.AngularVelocity().Len()
		if !(v <= speed) {
			return fmt.Errorf("%s moves at %.3g m/s, more than %g m/s", nameOf(b), v, speed)
		}
		if !(omega <= spin) {
			return fmt.Errorf("%s rotates at %.3g rad/s, more than %g rad/s", nameOf(b), omega, spin)
		}
		return nil
	}
	return func(w *physics.World) error {
		list := bodies
		if len(list) == 0 {
			list = w.Bodies(nil)
		}
		for _, b := range list {
			if len(bodies) > 0 && (!b.Valid() || b.World() != w) {
				return errors.New("a body that has to rest does not exist in the world")
			}
			if len(bodies) == 0 && b.Type() != physics.Dynamic {
				continue
			}
			err := slow(b)
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// Penetration holds while no contact is deeper than depth (m), as the last step found them at its start.
func Penetration(depth float32) Check {
	return func(w *physics.World) error {
		var deepest physics.ContactInfo
		worst := float32(0)
		for _, c := range w.Contacts(nil) {
			for _, p := range c.Points[:c.Count] {
				if -p.Separation > worst {
					worst, deepest = -p.Separation, c
				}
			}
		}
		switch {
		case !(depth >= 0):
			return fmt.Errorf("%g m is no depth", depth)
		case worst <= depth:
			return nil
		}
		return fmt.Errorf("%s and %s overlap by %.3g m, more than %g m",
			nameOf(deepest.ShapeA.Body()), nameOf(deepest.ShapeB.Body()), worst, depth)
	}
}

// Energy holds while the mechanical energy of a world is at most rise (J) above its value at the call of Energy: the
// kinetic and potential energy of dynamic bodies, with World.JointEnergy. The energy in springs of axes is left out, so
// that a spring that relaxes, a motor or a force of the program raises the sum.
func Energy(w *physics.World, rise float64) Check {
	start := energyOf(w)
	return func(w *physics.World) error {
		now := energyOf(w)
		if now-start <= rise {
			return nil
		}
		return fmt.Errorf("the mechanical energy rose by %.6g J from %.6g J to %.6g J, more than %g J",
			now-start, start, now, rise)
	}
}

// energyOf returns the mechanical energy of the dynamic bodies (J): ½mv² + ½ω·L − m g·x, with the energy of joints.
func energyOf(w *physics.World) float64 {
	if w == nil {
		return 0
	}
	sum, gravity := 0.0, w.Gravity()
	for _, b := range w.BodyMotions(nil) {
		if b.Type != physics.Dynamic {
			continue
		}
		mass := float64(b.Mass)
		sum += float64(0.5*mass*dot(b.Velocity, b.Velocity)) + float64(0.5*dot(b.Spin, b.Momentum))
		sum -= float64(mass * float64(b.GravityScale) * dot(gravity, b.Center))
	}
	kinetic, stored := w.JointEnergy()
	return sum + kinetic + stored
}

// dot returns a scalar product in double precision.
func dot(a, b vec.Vec3) float64 {
	return float64(float64(a.X)*float64(b.X)) + float64(float64(a.Y)*float64(b.Y)) + float64(float64(a.Z)*float64(b.Z))
}

// Within holds while a quantity of the given name and unit lies between low and high. NaN lies nowhere.
func Within(name, unit string, low, high float64, quantity func(w *physics.World) float64) Check {
	return func(w *physics.World) error {
		value := quantity(w)
		if value >= low && value <= high {
			return nil
		}
		return fmt.Errorf("%s is %.6g %s, not within %g and %g %s", name, value, unit, low, high, unit)
	}
}

// Finite holds while all numbers of the world are finite, no body has been frozen because of a number that was not or
// because it left the world, and everything that the world keeps fits together. It costs the time of many steps.
func Finite() Check {
	return func(w *physics.World) error {
		for _, b := range w.Bodies(nil) {
			if b.Frozen() {
				return fmt.Errorf("%s is frozen: a number of it was not finite, or it left the world", nameOf(b))
			}
		}
		quarantined := w.Counters().Quarantined
		if quarantined > 0 {
			return fmt.Errorf("bodies frozen so far: %d; a number was not finite, or they left the world", quarantined)
		}
		return w.Validate()
	}
}

// nameOf returns the name of a body for a message.
func nameOf(b physics.Body) string {
	name := b.Name()
	if name == "" {
		return fmt.Sprintf("body %d", b.Index())
	}
	return fmt.Sprintf("body %q", name)
}
