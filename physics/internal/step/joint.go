package step

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// AddJoint puts a joint with the given values between its bodies.
func (sp *Step) AddJoint(values state.Joint, row solve.Joint, name string) int32 {
	index := sp.NewJoint(values, row, name)
	sp.attachJoint(index)
	if !values.Collide {
		sp.Separate(values.BodyA, values.BodyB)
	}
	return index
}

// attachJoint lists a new joint at its bodies, wakes them, and links their islands.
func (sp *Step) attachJoint(index int32) {
	j := &sp.Joints[index]
	for side, b := range [2]int32{j.BodyA, j.BodyB} {
		if b != state.None {
			sp.LinkJointEdge(index, int32(side), b)
			sp.Islands.Wake(b)
		}
	}
	sp.Islands.LinkJoint(index)
	if j.Color == state.None && !sp.Islands.JointSleeps(j) {
		sp.Islands.GraphJoint(index)
	}
}

// DisableJoint lets a joint hold nothing. Its bodies wake up.
func (sp *Step) DisableJoint(index int32) {
	sp.wakeJoint(index)
	j := &sp.Joints[index]
	if j.Color != state.None {
		sp.Islands.UngraphJoint(index)
	}
	sp.Islands.UnlinkJoint(index)
	j.Off = true
	row := &sp.Rows[index]
	row.ClearImpulses()
	// one that broke holds again when it is enabled (TestMending)
	row.Broken = false
}

// EnableJoint is the inverse of DisableJoint.
func (sp *Step) EnableJoint(index int32) {
	j := &sp.Joints[index]
	j.Off = false
	sp.wakeJoint(index)
	sp.Islands.LinkJoint(index)
	if j.Color == state.None && !sp.Islands.JointSleeps(j) {
		sp.Islands.GraphJoint(index)
	}
}

// wakeJoint wakes the bodies of a joint.
func (sp *Step) wakeJoint(index int32) {
	j := &sp.Joints[index]
	for _, b := range [2]int32{j.BodyA, j.BodyB} {
		if b != state.None {
			sp.Islands.Wake(b)
		}
	}
}

// DestroyJoint takes a joint out of the world. With wake set its bodies wake up.
func (sp *Step) DestroyJoint(index int32, wake bool) {
	j := &sp.Joints[index]
	if wake {
		// before anything is unlinked: waking puts the joint into the graph
		sp.wakeJoint(index)
	}
	if j.Color != state.None {
		sp.Islands.UngraphJoint(index)
	}
	sp.Islands.UnlinkJoint(index)
	if !j.Collide {
		// the two may collide from now on
		sp.Broad.Reunite(j.BodyB)
	}
	for side, b := range [2]int32{j.BodyA, j.BodyB} {
		if b != state.None {
			sp.UnlinkJointEdge(index, int32(side), b)
		}
	}
	if j.Kind == solve.PathJoint {
		sp.Rails.Drop(&sp.Rows[index])
	}
	sp.FreeJoint(index)
}

// breakJoints destroys or disables the joints that broke in this step, and restrains those that no force explains.
func (sp *Step) breakJoints() {
	sp.broken = sp.broken[:0]
	for _, index := range sp.Solver.ActiveJoints() {
		j, row := &sp.Joints[index], &sp.Rows[index]
		if sp.pullsBeyond(j, row) {
			sp.restrainJoint(index)
		}
		if row.Broken {
			sp.Sink.JointBroke(index, row.Load.Force, row.Load.Torque)
			sp.broken = append(sp.broken, index)
		}
	}
	for _, index := range sp.broken {
		if sp.Joints[index].Mendable {
			sp.DisableJoint(index)
			continue
		}
		sp.DestroyJoint(index, true)
	}
}

// reportPaths lists the joints that passed the start of a closed path in this step or came to an
// end of an open one.
func (sp *Step) reportPaths() {
	if len(sp.Knots) == 0 {
		return
	}
	for _, index := range sp.Solver.ActiveJoints() {
		j, row := &sp.Joints[index], &sp.Rows[index]
		if j.Kind != solve.PathJoint {
			continue
		}
		lap := row.Lap
		if !row.Closed {
			lap = 0
			if row.Phase >= row.Rest-collide.LinearSlop {
				lap = 1
			} else if row.Phase <= collide.LinearSlop {
				lap = -1
			}
		}
		if lap != j.Lap && (row.Closed || lap != 0) {
			sp.Sink.PathPassed(index, lap)
		}
		j.Lap = lap
	}
}

// RailFrame returns the frame (world) of the point of its path that a path joint is at.
func (sp *Step) RailFrame(row *solve.Joint) vec.Transform {
	sp.Solver.ReadJoints(sp.Sims, sp.States, sp.Knots)
	return sp.Solver.RailFrame(row)
}

// Coordinate returns the angle (rad) or distance (m) of an axis of a joint and its speed.
func (sp *Step) Coordinate(row *solve.Joint, axis int) (value, speed float32) {
	sp.Solver.ReadJoints(sp.Sims, sp.States, sp.Knots)
	return sp.Solver.Coordinate(row, axis)
}

// Mass returns the mass (kg, kg·m² about an angle) that an axis of a joint moves.
func (sp *Step) Mass(row *solve.Joint, axis int) float32 {
	sp.Solver.ReadJoints(sp.Sims, sp.States, sp.Knots)
	return sp.Solver.Mass(row, axis)
}

// DriveForce is the force of spring and motor of an axis of a joint in the last sub-step.
func (sp *Step) DriveForce(row *solve.Joint, axis int) float32 {
	h := sp.Length() / float32(sp.Settings.SubSteps)
	if h == 0 {
		return 0
	}
	sp.Solver.ReadJoints(sp.Sims, sp.States, sp.Knots)
	return sp.Solver.DriveImpulse(row, axis, h) / h
}

// ForgetLap lets the laps of a path joint be counted anew, after it got another path.
func (sp *Step) ForgetLap(index int32) { sp.Joints[index].Lap = 0 }
