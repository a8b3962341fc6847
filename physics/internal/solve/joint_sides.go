package solve

// MovableBody returns the body of a side, or World if impulses do not move it.
func (j *Joint) MovableBody(sims []Sim, side int32) int32 {
	b := j.BodyB
	if side == 0 {
		b = j.BodyA
	}
	if b == World || sims[b].InvMass == 0 || sims[b].StateIndex == 0 {
		return World
	}
	return b
}
