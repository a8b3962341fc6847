package pose

import (
	"tumble/engine/timestep"
	"tumble/physics/vec"
)

// positionPair and rotationPair are the pose of a body after the last tick but one and after the last tick.
type (
	positionPair struct{ from, to vec.Vec3 }
	rotationPair struct{ from, to vec.Quat }
)

// flags say why a body is not drawn at the linear blend of its two poses.
type flags uint8

const (
	// flagArc is a rotation in one tick so large that it is blended along the arc.
	flagArc flags = 1 << iota
	// flagHeld is a body in contact, which ExtrapolateHold draws at its last pose.
	flagHeld
	// flagOverride is a body that Override has put elsewhere.
	flagOverride
)

// blendPair blends the two poses of a body, which lie dt seconds apart; omega (rad/s) is read with flagArc alone.
func blendPair(p *positionPair, r *rotationPair, omega *vec.Vec3, f flags, dt, alpha float32) vec.Transform {
	t := vec.Transform{P: p.at(alpha), Q: r.to}
	if f&flagArc != 0 {
		t.Q = BlendRotation(r.from, r.to, *omega, dt, alpha)
	} else if r.from != r.to {
		t.Q = r.near(alpha).Norm()
	}
	return t
}

// at is the position at alpha.
func (p *positionPair) at(alpha float32) vec.Vec3 { return p.from.Lerp(p.to, alpha) }

// near is the linear blend of two rotations that are near to each other. Its length falls below 1 with the distance of
// the rotations. The blend of a rotation with itself is the same rotation, to the bit: a body at rest must not flicker.
func (r *rotationPair) near(alpha float32) vec.Quat {
	a, b := &r.from, &r.to
	return vec.Quat{
		X: a.X + float32(alpha*(b.X-a.X)), Y: a.Y + float32(alpha*(b.Y-a.Y)),
		Z: a.Z + float32(alpha*(b.Z-a.Z)), W: a.W + float32(alpha*(b.W-a.W)),
	}
}

// Blend sets the moment that Render and the nodes show. For Interpolate alpha = 0 is the last tick but one and 1 the
// last tick; the other modes draw the last tick or go on from it by alpha ticks. Positions are blended linearly,
// rotations along the shortest arc at constant speed, or the long way round where the angular velocity says so.
func (s *Store) Blend(m timestep.Mode, alpha float32) {
	for _, i := range s.override {
		s.flags[i] &^= flagOverride
	}
	s.override = s.override[:0]
	s.alpha, s.mask = alpha, flagArc|flagOverride
	switch m {
	case timestep.Latest:
		s.alpha = 1
	case timestep.Extrapolate:
		s.alpha = 1 + alpha
	case timestep.ExtrapolateHold:
		s.alpha = 1 + alpha
		s.mask |= flagHeld
	}
	for i := range s.ghosts {
		g := &s.ghosts[i]
		g.render = blendPair(&g.position, &g.rotation, &g.omega, g.flags, s.dt, s.alpha)
	}
}

// drawn is the pose of the body in a slot at the moment shown.
func (s *Store) drawn(slot int32) vec.Transform {
	f := s.flags[slot] & s.mask
	if f&flagOverride != 0 {
		return s.overridden[slot]
	}
	if f&flagHeld != 0 {
		return vec.Transform{P: s.positions[slot].to, Q: s.rotations[slot].to}
	}
	return blendPair(&s.positions[slot], &s.rotations[slot], &s.omega[slot], f, s.dt, s.alpha)
}
