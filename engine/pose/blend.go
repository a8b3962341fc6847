package pose

import (
	"tumble/engine/timestep"
	"tumble/physics/vec"
)

// turnLimit is the rotation per tick (rad) above which the shortest arc may be the wrong
// way round and the angular velocity decides; a little below π.
const turnLimit = 3

// Blend sets the moment that Render and the nodes show. For Interpolate alpha = 0 is the last tick but one and 1 the last
// tick; the other modes draw the last tick or go on from it by alpha ticks. Positions are blended linearly, rotations
// along the shortest arc at constant speed, or the long way where the angular velocity says so.
func (s *Store) Blend(m timestep.Mode, alpha float32) {
	for _, i := range s.override {
		s.odd[i] &^= oddShown
	}
	s.override = s.override[:0]
	s.alpha, s.mask = alpha, oddTurn|oddShown
	switch m {
	case timestep.Latest:
		s.alpha = 1
	case timestep.Extrapolate:
		s.alpha = 1 + alpha
	case timestep.ExtrapolateHold:
		s.alpha = 1 + alpha
		s.mask |= oddHeld
	}
	for i := range s.ghosts {
		g := &s.ghosts[i]
		g.render = s.between(&g.at, &g.turn, &g.omega, g.odd)
	}
}

// drawn is the pose of the body in a slot at the moment shown.
func (s *Store) drawn(slot int32) vec.Transform {
	odd := s.odd[slot] & s.mask
	if odd&oddShown != 0 {
		return s.shown[slot]
	}
	if odd&oddHeld != 0 {
		return vec.Transform{P: s.places[slot].to, Q: s.turns[slot].to}
	}
	return s.between(&s.places[slot], &s.turns[slot], &s.omega[slot], odd)
}

// between blends the two poses of a body.
func (s *Store) between(p *passage, r *turning, omega *vec.Vec3, odd oddity) vec.Transform {
	t := vec.Transform{P: p.from.Lerp(p.to, s.alpha), Q: r.to}
	if odd&oddTurn != 0 {
		t.Q = BlendRotation(r.from, r.to, *omega, s.dt, s.alpha)
	} else if r.from != r.to {
		t.Q = straight(&r.from, &r.to, s.alpha).Norm()
	}
	return t
}

// straight is the blend of two rotations that are near to each other, shorter than 1 by what their turn takes away.
// That of a rotation with itself is itself, to the bit: what rests must not flicker.
func straight(a, b *vec.Quat, alpha float32) vec.Quat {
	return vec.Quat{
		X: a.X + float32(alpha*(b.X-a.X)), Y: a.Y + float32(alpha*(b.Y-a.Y)),
		Z: a.Z + float32(alpha*(b.Z-a.Z)), W: a.W + float32(alpha*(b.W-a.W)),
	}
}
