package kernel

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
	InertiaA, InertiaB                 Lane6 // inverse, world axes, at the pose of now
	Normal                             Lane3
	Gram01, Gram02, Gram03             Lane
	Gram12, Gram13, Gram23             Lane
	Points                             [MaxPoints]BlockPoint
	Tangent                            Lane3 // the second tangent is Normal × Tangent
	CenterA, CenterB                   Lane3 // friction centre from each centre of mass
	FrictionXX, FrictionXY, FrictionYY Lane  // effective mass of the two tangents
	FrictionX, FrictionY               Lane  // impulses along the tangents
	PushX, PushY                       Lane  // pseudo-impulses along the tangents
	SurfaceX, SurfaceY                 Lane  // surface velocity along the tangents
	Friction, SlidingFriction          Lane
	TwistMass, TwistImpulse            Lane
	Lever                              [MaxPoints]Lane // of each point, for friction about the normal

	Rolling        Lane  // rolling resistance
	RollingMass    Lane6 // inverse of the sum of the inverse inertias
	RollingImpulse Lane3

	// Bounce is the restitution, Fall the relative acceleration along the normal without contact.
	Bounce, Fall Lane
	// Measured is what a pass found that changes no body. Derive: the least separation of the points of a lane, at most 0. Close: the most
	// negative normal velocity of the points of a lane that bounces, zero if none approaches. Residual: the largest velocity error of the
	// points of a lane.
	Measured Lane

	// What follows does not change in a step: Derive finds arms, separations and masses from it.

	// Slop is the overlap that is not pushed out (m).
	Slop Lane
	// Middle is the part of the separation from the surface of A to the point where both bodies are pushed: ½, or 0 where one of them
	// cannot move. ShareA and ShareB are the parts of what the surfaces have slid that the points of each follow to be at one place.
	Middle, ShareA, ShareB Lane
	// RadiusA and RadiusB are those of Manifold, Spread, too.
	RadiusA, RadiusB, Spread Lane
	// TurnsA and TurnsB are 1 where the points turn with the body, 0 where they act where they will be in the middle of the step.
	TurnsA, TurnsB Lane
	Anchors        [MaxPoints]BlockAnchor
}

// BlockPoint is one contact point of each lane.
type BlockPoint struct {
	ArmA, ArmB Lane3 // r × n of each body
	Separation Lane  // at the pose of now
	Mass       Lane  // effective mass along the normal
	Impulse    Lane  // of this sub-step
	Total      Lane  // over the step
	Push       Lane  // pseudo-impulse of this sub-step
}

// BlockAnchor is a contact point of each lane at the start of the step.
type BlockAnchor struct {
	A, B       Lane3 // from each centre of mass to the centre of curvature of its surface
	Separation Lane
	There      Lane // 1, or 0 where a lane has no such point
}

// BlockFlags name the optional rows of a block.
type BlockFlags uint32

const (
	HasRolling BlockFlags = 1 << iota
	HasRestitution
	HasFriction
)

// NormalVelocities returns the velocities along the normal at which the first count points of lane j part (m/s), negative
// where they approach.
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
