package continuous

import "tumble/physics/vec"

// LostMoment is the angular momentum about any fixed point (kg·m²/s) that a stop took from a body.
type LostMoment struct {
	Body   int32
	Moment [3]float64
}

// Lost lists the angular momentum that the stops of EndBullets took: of a body that was struck on its way, the rest
// of the straight way between the ends of the step, d, is not along its velocity, and the stop takes m·d × v.
func (cc *Sweeper) Lost() []LostMoment { return cc.lost }

// moment has the quantities on which the angular momentum of a body depends.
type moment struct{ center, spin vec.Vec3 }

func (cc *Sweeper) momentOf(index int32) moment {
	sim, st := &cc.Sims[index], cc.StateOf(&cc.Bodies[index])
	return moment{sim.Center, sim.LocalInertia.RotateTensor(sim.Transform.Q).MulVec(st.W)}
}

// noteLost notes the moment that a stop took from a body, given that of before. The velocity may have lost the
// share of gravity.
func (cc *Sweeper) noteLost(index int32, before *moment) {
	after, sim := cc.momentOf(index), &cc.Sims[index]
	moved, spin := before.center.Sub(after.center), before.spin.Sub(after.spin)
	orbital := moved.Mul(sim.Mass).Cross(cc.StateOf(&cc.Bodies[index]).V)
	lost := orbital.Add(spin)
	if lost != (vec.Vec3{}) {
		cc.lost = append(cc.lost, LostMoment{index, [3]float64{float64(lost.X), float64(lost.Y), float64(lost.Z)}})
	}
}
