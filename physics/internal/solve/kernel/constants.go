package kernel

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// Width (lanes): constraints in a block. Eight 32-bit numbers fill an AVX register, two NEON registers. Without it: the
// kernels in assembly, which are generated for this layout.
const Width = 8

// SpinWidth (lanes): bodies whose free rotation is computed side by side. Four 64-bit numbers fill an AVX register.
// Without it: as Width.
const SpinWidth = 4

// MaxPoints (points): contact points of a manifold. Four carry a face on a face. Without it: as Width.
const MaxPoints = 4

// MaxImpulse (N·s, N·m·s): largest impulse that a step may begin with; a manifold or joint with more begins without
// any. The heaviest body at its fastest needs 1e18, and the lightest gets a finite speed from it. Without it:
// TestSnapshotTakesEveryNumber.
const MaxImpulse = 1e25

// sweeps (passes): Gauss–Seidel sweeps over the points of a manifold in a pass. One leaves a tilt that depends on the
// order of the points; four cost little, because they touch neither bodies nor memory. Without it: tall stacks start to
// sway.
const sweeps = 4

// leastWeight (1): least weight of a point for the friction centre. It keeps the weights of a manifold of distant
// points from being all zero. Without it: the friction centre of a manifold whose points are all beyond twice the
// speculative distance jumps to the centre of mass.
const leastWeight = 1e-10

// leastSpeculative (m): least speculative distance for the weights of points. A tenth of a millimetre is below the
// contact slop. Without it: division by zero with the setting contact.speculative
// at 0, of which only a NaN at a gap of exactly 0 would come.
const leastSpeculative = 1e-4

// Tiny (any): added to a length before a division by it. It is far below the impulses of a cube of 0.1 mm and not yet
// denormal. Without it: NaN in friction at rest (TestEmptyLanesStayZero); with 1e-7 cubes of 1 mm slide on a sixth
// of their friction (TestTruth/friction).
const Tiny = 1e-18

// MaxBias (m/s, rad/s): largest speed at which a joint is pulled together. It is far above what a sub-step needs at
// rest. Without it: joints that start apart explode (TestTrustArticulations, at 1e9).
const MaxBias = 20

// contactCap (1): largest frequency of contacts, as a fraction of the sub-step rate. A contact gives way by g/ω² for
// each body of its mass above it, and pyramids drift where the soft step no longer follows the spring: by 0.03 of a
// cube at 0.225, 90 Hz and a damping ratio of 30. Without it: at 0.15 and 60 Hz a tower of ten cubes of 10 cm sinks by
// 9 % of a cube (TestTruth/size).
const contactCap = 0.2

const (
	// staticStiffness (1): frequency of contacts with immovable bodies over that of others. A body between a plate and
	// a floor is stiff on both sides. Without it: with 2 a plate gives more than its work (TestTrustPlateGivesItsWork).
	staticStiffness = 1.5
	// staticDamping (1): damping ratio of contacts with immovable bodies over that of others. Their overlap shrinks
	// four times as fast: nothing behind them gives way. Tried: 0.5 passes the same tests.
	staticDamping = 0.4
)

// linkScale (1): MassScale of deep overlaps of bodies with joints. Their impulses halve in a sub-step, and come to no
// more than the mass times the speed of pushing out. At 0.8 one of twelve articulations that end too fast without it
// still does. Without it: TestTrustArticulations.
const linkScale = 0.5

// linkRate (1): rate at which these are pushed out over that of other overlaps. Softer contacts under a load then
// overlap no more than others. At 2 figures still end too fast, at 1 limbs overlap by 64 mm. Without it:
// ragdoll_bridge, 64 mm instead of 27.
const linkRate = 3

// FarOff (rad): an angle that nothing reaches, as a limit where there is none. Only joints that fly apart at
// 1e22 rad/s reach it. Without it: the kernels, which go through all limits (TestStrayImpulses).
const FarOff = 1e20

// leastLength (1): length below which a vector has no direction. Its square is still a float32. Without it: NaN where
// joint frames agree (TestJointKernelsGiveTheSameBits).
const leastLength = 1e-18

// leastMobility (1/kg m²): mobility below which a row cannot move. It is that of a body of 1e12 kg·m². Without it:
// impulses without bound between bodies that cannot rotate.
const leastMobility = 1e-12

// singular (1): relative determinant below which the two held angles of a hinge count as one. Ten roundings of a
// float32. Without it: impulses without bound for rods, which have no inertia about their axis.
const singular = 1e-6
