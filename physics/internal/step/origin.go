package step

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// CheckShift returns an error if a shift of the origin would take a body out of the world.
func (sp *Step) CheckShift(offset vec.Vec3) error {
	for i := range sp.Bodies {
		if !sp.Bodies[i].Alive() || sp.Bodies[i].Frozen {
			continue
		}
		if err := state.CheckVector("position after a shift of the origin", sp.Sims[i].Transform.P.Sub(offset),
			state.MaxPosition); err != nil {
			return err
		}
	}
	return nil
}

// ShiftOrigin moves the origin of the world to offset (m). Everything the rooms keep goes along; nothing wakes up.
func (sp *Step) ShiftOrigin(offset vec.Vec3) {
	sp.Broad.Shift(offset)
	for i := range sp.Bodies {
		if sp.Bodies[i].Alive() {
			sp.shiftBody(int32(i), offset)
		}
	}
	for i := range sp.Joints {
		if sp.Joints[i].Alive() {
			shiftJoint(&sp.Rows[i], offset)
		}
	}
	sp.Islands.JointsChanged()
	sp.Broad.NoteChange()
}

// shiftBody moves a body and the bounds of its shapes.
func (sp *Step) shiftBody(index int32, offset vec.Vec3) {
	r, sim := &sp.Bodies[index], &sp.Sims[index]
	// the pose follows from the centre of mass, as it does in a step
	sim.Center, sim.Center0 = sim.Center.Sub(offset), sim.Center0.Sub(offset)
	sim.Transform.P = sim.Transform.P.Sub(offset)
	sp.Islands.ShiftRest(index, offset)
	if r.Frozen && !state.ValidVector(sim.Transform.P, state.MaxPosition) {
		sim.Transform.P = state.ClampVector(sim.Transform.P, state.MaxPosition)
		sim.Center = sim.Transform.Apply(sim.LocalCenter)
	}
	sp.Broad.ShiftBounds(index, offset)
}

// shiftJoint moves the points of a joint in the world.
func shiftJoint(j *solve.Joint, offset vec.Vec3) {
	if j.BodyA == solve.World {
		j.FrameA.P = j.FrameA.P.Sub(offset)
	}
	if j.Kind == solve.PulleyJoint {
		j.GroundA, j.GroundB = j.GroundA.Sub(offset), j.GroundB.Sub(offset)
	}
}
