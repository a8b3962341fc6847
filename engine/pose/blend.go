package pose

import "tumble/physics/vec"

// positionPair and rotationPair are the pose of a body after the last tick but one and after the last tick.
type (
	positionPair struct{ from, to vec.Vec3 }
	rotationPair struct{ from, to vec.Quat }
)

// flags say why a body is not drawn where the linear blend of its two poses is.
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

// near is the linear blend of two rotations that are near to each other. It is shorter than 1 by an amount that grows with
// their distance. The blend of a rotation with itself is itself, to the bit: a body at rest must not flicker.
func (r *rotationPair) near(alpha float32) vec.Quat {
	a, b := &r.from, &r.to
	return vec.Quat{
		X: a.X + float32(alpha*(b.X-a.X)), Y: a.Y + float32(alpha*(b.Y-a.Y)),
		Z: a.Z + float32(alpha*(b.Z-a.Z)), W: a.W + float32(alpha*(b.W-a.W)),
	}
}
