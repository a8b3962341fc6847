package step

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// AddBody puts a body with the given values into the simulation, asleep.
func (sp *Step) AddBody(values state.Body, sim solve.Sim, name string) int32 {
	index := sp.NewBody(values, sim, name)
	sp.Masses.Update(index)
	if values.Kind == state.Dynamic && !values.Disabled {
		sp.Islands.Create(index)
	}
	return index
}

// RemoveBody takes a body with its shapes and joints out of the world.
func (sp *Step) RemoveBody(index int32) {
	r := &sp.Bodies[index]
	for r.FirstJoint != state.None {
		sp.DestroyJoint(r.FirstJoint>>1, true)
	}
	sp.detachBody(index)
	for r.FirstShape != state.None {
		sp.removeShape(r.FirstShape)
	}
	sp.FreeBody(index)
}

// MoveBody puts a body elsewhere, brings it back if it was quarantined, and wakes it with the bodies that it touched.
func (sp *Step) MoveBody(index int32, t vec.Transform) {
	sp.Islands.WakeTouching(index)
	sp.moveBody(index, t)
	sp.wakeNear(index)
	if r := &sp.Bodies[index]; r.Frozen {
		r.Frozen = false
		if !r.Disabled {
			sp.attachBody(index)
		}
	}
	sp.Islands.Wake(index)
}

// Show writes the pose of a body that follows a recording: nothing wakes of it.
func (sp *Step) Show(index int32, t vec.Transform) { sp.moveBody(index, t) }

// Count says how many steps there were, in a world that follows a recording.
func (sp *Step) Count(steps uint64) { sp.Steps = steps }

// moveBody writes the pose and all that follows from it: centre, inertia, bounds, proxies.
func (sp *Step) moveBody(index int32, t vec.Transform) {
	t.Q = t.Q.Norm()
	sp.Sims[index].Transform = t
	sp.Sims[index].Moved()
	sp.Broad.NoteChange()
	for s := sp.Bodies[index].FirstShape; s != state.None; s = sp.Shapes[s].Next {
		sp.Broad.RefreshProxy(s)
	}
}

// ChangeType changes how a body moves, which keeps its velocities v and omega.
func (sp *Step) ChangeType(index int32, kind state.BodyType, v, omega vec.Vec3) {
	r := &sp.Bodies[index]
	if !r.Disabled {
		sp.detachBody(index)
	}
	sp.SetType(index, kind)
	sp.Masses.Update(index)
	if r.Disabled {
		return
	}
	sp.attachBody(index)
	sp.Islands.Wake(index)
	if kind != state.Static {
		s := sp.StateOf(r)
		s.V, s.W = v, omega
	}
}

// Disable takes a body out of the simulation.
func (sp *Step) Disable(index int32) {
	sp.detachBody(index)
	sp.Bodies[index].Disabled = true
}

// Enable is the inverse of Disable. The body is awake then.
func (sp *Step) Enable(index int32) {
	r := &sp.Bodies[index]
	r.Disabled = false
	if !r.Frozen {
		sp.attachBody(index)
		sp.Islands.Wake(index)
	}
	// even a body that does not move holds what hangs on it by a joint
	sp.Islands.WakeTouching(index)
	sp.Islands.WakeJoints(index)
}
