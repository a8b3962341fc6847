package physics

// A disabled body is out of the simulation until it is enabled again, without losing anything but
// its velocity. It has no contacts, no query of the world finds it, no sensor sees it and its own
// sensors see nothing, its joints hold nothing. What it touched gets its end events and wakes up.
// Questions put to the body or its shapes are answered as before: they have a place and a form.

// Enabled reports whether the body takes part in the simulation, see SetEnabled.
func (b Body) Enabled() bool { r := b.record(); return r != nil && !r.Disabled }

// SetEnabled takes the body out of the simulation, or puts it back.
//
// Out of it the body keeps its pose, shapes, joints, mass and settings and loses its velocity. Its
// contacts end with their end events in the next step, as do the overlaps with sensors, and what
// it touched or held wakes up. It does not move, is not found by queries of the world, and refuses
// velocities, forces and impulses; SetTransform places it elsewhere. Back in it the body is awake and
// at rest, its joints hold again, and contacts and overlaps begin anew with their events.
func (b Body) SetEnabled(enabled bool) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetEnabled(b, enabled)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if enabled == !r.Disabled {
		return true
	}
	w := b.world
	w.revision++
	if enabled {
		w.step.Enable(b.index)
	} else {
		w.step.Disable(b.index)
	}
	return true
}
