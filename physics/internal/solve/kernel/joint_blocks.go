package kernel

// JointLanes are the bodies of eight joints that share none, and where the joints sit on them. A lane without a joint
// has zero masses.
type JointLanes struct {
	A, B [Width]int32 // as in Block

	InvMassA, InvMassB  Lane
	InertiaA, InertiaB  Lane6
	ArmA, ArmB, Centers Lane3
}

// AngularBlock holds eight ball joints or eight hinges with springs, motors or limits: limbs of figures, doors and
// wheels are these. An option that a joint lacks is zero here, or a limit out of reach, so that the kernels go through
// all.
type AngularBlock struct {
	JointLanes
	FrameA, FrameB Lane4
	Hinge          int32 // 1 for hinges, 0 for ball joints
	Direct         int32 // 1 if an articulation solves the held rows, see AngularPass.Own
	_              [6]int32

	// Mass is the effective mass at the anchors. Lift maps an angular impulse on B to the impulse with which the held
	// point answers; Mobility is the change of angular velocity by a unit angular impulse with that answer, Stiffness
	// its inverse.
	Mass                Lane6
	Lift                Lane9
	Mobility, Stiffness Lane6
	// the coefficients of a spring of package joint; Drag is less Share
	SpringPull, SpringDrag, SpringShare Lane
	Target                              Lane4
	Velocity                            Lane3
	MaxSpring, MaxMotor                 Lane
	Pull, Brake                         Lane3 // impulses of spring and motor about all axes
	ConeUpper, ConeImpulse              Lane

	HasAxis                           Lane // 1 if there are options of the axis
	AxisPull, AxisDrag, AxisShare     Lane
	AxisTarget, AxisMaxSpring         Lane
	Lower, Upper, Speed, AxisMaxMotor Lane
	AxisSpring, AxisMotor, Low, Above Lane
	// Start is the angular velocity that the held point leaves, at the start of the sub-step.
	Start Lane3
	// AngularImpulse is that of the sub-step, AngularSum and HeldSum are the sums of the step.
	AngularImpulse, AngularSum, HeldSum Lane3
	Held                                [5]Lane // the point, then the two angles of a hinge
}

// PointBlock holds eight ball joints without options: nets and cloths consist of these.
type PointBlock struct {
	JointLanes
	Mass          Lane6
	Held, HeldSum Lane3
}
