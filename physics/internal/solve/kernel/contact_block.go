package kernel

import "tumble/physics/vec"

// Block holds eight contact manifolds that share no movable body. Fields are ordered by the
// passes that read them. A lane without a manifold has zero masses and impulses and stays so.
//
// The rows are in Jacobian form: with r the lever arm of a point and n the normal, R = r × n
// is stored for both bodies, and the normal velocity is n·(vB−vA) + RB·ωB − RA·ωA. Gram holds
// how much a unit impulse at one point changes the normal velocity at another, so that the
// points of a manifold are solved one after the other without going through the bodies.
type Block struct {
	// A and B are state indices; a body that cannot move is stored as the complement ^index,
	// which says that its velocity must not be written.
	A, B [Width]int32
	// Lanes is the number of lanes in use, from 0 up; Count the largest number of points.
	Lanes, Count int32
	// Has says which optional rows any lane needs.
	Has BlockFlags
	_   [5]int32

	InvMassA, InvMassB                 Lane
	InertiaA, InertiaB                 Lane6 // inverse, world axes
	Normal                             Lane3
	BiasRate, MassScale                Lane
	HeightA, HeightB                   Lane // of the centre of rolling along the normal, from each centre of mass
	Gram01, Gram02, Gram03             Lane
	Gram12, Gram13, Gram23             Lane
	Points                             [MaxPoints]BlockPoint
	Tangent                            Lane3 // the second tangent is Normal × Tangent
	CenterA, CenterB                   Lane3 // friction centre from each centre of mass
	FrictionXX, FrictionXY, FrictionYY Lane  // effective mass of the two tangents
	FrictionX, FrictionY               Lane  // impulses along the tangents
	SurfaceX, SurfaceY                 Lane  // surface velocity along the tangents
	Friction, SlidingFriction          Lane
	TwistMass, TwistImpulse            Lane
	Lever                              [MaxPoints]Lane // distance of each point from the friction centre

	Rolling        Lane  // rolling resistance
	RollingMass    Lane6 // inverse of the sum of the inverse inertias
	RollingImpulse Lane3

	// Bounce is the normal velocity with which the surfaces separate where they touch, zero if
	// they do not bounce; Fall their relative acceleration along the normal without contact.
	Bounce [MaxPoints]Lane
	Fall   Lane
	// Measured are the findings of a pass that changes no body. Close: the most negative normal velocity of the points
	// of a lane that bounces, zero if none approaches. Residual: the largest velocity error of the points of a lane.
	Measured Lane
}

// BlockPoint is one contact point of each lane.
type BlockPoint struct {
	ArmA, ArmB Lane3 // r × n of each body
	Separation Lane  // at the start of the step
	Mass       Lane  // effective mass along the normal
	Impulse    Lane  // of this sub-step
	Total      Lane  // over the step
}

// BlockFlags name the optional rows of a block.
type BlockFlags uint32

const (
	HasRolling BlockFlags = 1 << iota
	HasRestitution
	HasFriction
)

// NormalVelocities returns the velocities along the normal at which the first count points of lane j part (m/s),
// negative where they approach.
func (b *Block) NormalVelocities(states []State, j, count int) (v [MaxPoints]float32) {
	j &= Width - 1
	ia, _ := StateOf(b.A[j])
	ib, _ := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	approach := b.Normal.At(j).Dot(sb.V.Sub(sa.V))
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		v[k] = approach + (q.ArmB.At(j).Dot(sb.W) - q.ArmA.At(j).Dot(sa.W))
	}
	return v
}

// Clear empties lane j, so that a pass over it has no effect.
func (q *BlockPoint) Clear(j int) {
	j &= Width - 1
	q.ArmA.Set(j, vec.Vec3{})
	q.ArmB.Set(j, vec.Vec3{})
	q.Separation[j], q.Mass[j], q.Impulse[j] = 0, 0, 0
}
