package physics

import "tumble/physics/internal/solve"

// addJoint puts a joint with the given values between its bodies.
func (w *World) addJoint(values joint, row solve.Joint) int32 {
	index := w.newJoint(values, row)
	w.attachJoint(index)
	if !values.collide {
		w.separate(values.bodyA, values.bodyB)
	}
	return index
}

// attachJoint lists a new joint at its bodies, wakes them, and links their islands.
func (w *World) attachJoint(index int32) {
	j := &w.joints[index]
	for side, b := range [2]int32{j.bodyA, j.bodyB} {
		if b != none {
			w.linkJointEdge(index, int32(side), b)
			w.wakeBody(b)
		}
	}
	if j.bodyA != none {
		j.linked = w.movable(j.bodyA) && w.movable(j.bodyB)
		if j.linked {
			w.linkBodies(j.bodyA, j.bodyB)
		}
	}
	if j.color == none && !w.jointSleeps(j) {
		w.graphJoint(index)
	}
}

func (w *World) destroyJoint(index int32, wake bool) {
	j := &w.joints[index]
	if wake {
		// before anything is unlinked: waking puts the joint into the graph
		for _, b := range [2]int32{j.bodyA, j.bodyB} {
			if b != none {
				w.wakeBody(b)
			}
		}
	}
	if j.color != none {
		w.ungraphJoint(index)
	}
	if j.linked {
		w.unlinkBodies(j.bodyA, j.bodyB)
	}
	if !j.collide {
		// the two may collide from now on
		w.reunite(j.bodyB)
	}
	for side, b := range [2]int32{j.bodyA, j.bodyB} {
		if b != none {
			w.unlinkJointEdge(index, int32(side), b)
		}
	}
	if j.kind == PathJoint {
		w.dropPath(&w.rows[index])
	}
	w.freeJoint(index)
}

// breakJoints destroys the joints whose reaction in this step was above their limits, and restrains those that no
// force explains.
func (w *World) breakJoints() {
	w.scratch.broken = w.scratch.broken[:0]
	most := float32(runawayPull * w.heaviest)
	most *= most
	for _, index := range w.solver.ActiveJoints() {
		j, row := &w.joints[index], &w.rows[index]
		// not a number is beyond, too
		if !(row.Force.Len2() <= most && row.Torque.Len2() <= most) {
			w.restrainJoint(index)
		}
		if j.breakForce == 0 && j.breakTorque == 0 {
			continue
		}
		force, torque := row.Force.Len(), row.Torque.Len()
		if j.breakForce > 0 && force > j.breakForce || j.breakTorque > 0 && torque > j.breakTorque {
			w.sink.jointBroke(index, force, torque)
			w.scratch.broken = append(w.scratch.broken, index)
		}
	}
	for _, index := range w.scratch.broken {
		w.destroyJoint(index, true)
	}
}

// reportPaths lists the joints that passed the start of a closed path in this step or came to an
// end of an open one.
func (w *World) reportPaths() {
	if len(w.knots) == 0 {
		return
	}
	for _, index := range w.solver.ActiveJoints() {
		j, row := &w.joints[index], &w.rows[index]
		if j.kind != PathJoint {
			continue
		}
		lap := row.Lap
		if !row.Closed {
			lap = 0
			if row.Phase >= row.Rest-LinearSlop {
				lap = 1
			} else if row.Phase <= LinearSlop {
				lap = -1
			}
		}
		if lap != j.lap && (row.Closed || lap != 0) {
			w.sink.pathPassed(index, lap)
		}
		j.lap = lap
	}
}
