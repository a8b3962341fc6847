package motion

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// isotropy (1): relative difference of inertias below which a body counts as a ball. It is the size of the rounding in
// an inertia that was computed from a shape. Without it:
// TestPrecessionAgreesWithSmallSteps; rounding gives a ball a preferred direction.
const isotropy = 1e-5

// leastFreeAngle (rad², per sub-step): squared angle below which the angular velocity of a gyroscopic body is left
// alone. It would change by less than a hundred-thousandth. Without it: time in scenes at rest.
const leastFreeAngle = 1e-10

// shortSeries (rad²): square of the half angle up to which all terms of the power series of Rotate after the second are
// lost in rounding: 1/2 − y/24 is 1/2 in single precision. It holds for all that rests or turns slower than 0.28 rad/s.
// Without it: the same bits, 3 % more time in piles.
const shortSeries = 3.5e-7

// fastSpin (rad², per sub-step): squared angle from which on a body counts as fast, so that its axes rotate noticeably
// during a step. A hundredth of a radian turns them by a per cent. Without it: contacts feed the spin of a body
// with the inertia of the start of the step; no claim of spinning_tops fails.
const fastSpin = 1e-4

// mostMidAngle (rad): largest rotation to the middle of a step in which the inertia is looked up. The power series of
// Rotate takes no more than π. Without it: wrong inertias of bodies near the speed limit.
const mostMidAngle = 3

// leastEnergyAngle (rad, per step): angle from which on the energy of a body at the start of a step is noted. Slower
// bodies gain nothing from the levers of the start of the step. Without it: a rod that spins on ice gains a per cent in
// seconds; no test of package physics named for energy or spin fails.
const leastEnergyAngle = 0.03

// spinIterations (steps): most Newton steps for a free rotation. It converges in two or three. Without it: a loop
// without end for numbers that are not finite.
const spinIterations = 8

// spinAccuracy (1): squared relative change after which no more Newton steps are needed. The method squares the error,
// so that it is of the order of 1e-11 after a change of 3e-6. Without it: time (BenchmarkSpin).
const spinAccuracy = 1e-11

// arcAngle (rad, per sub-step): rotation above which the arc of a joint anchor counts less, and not at all from twice
// that on. Solving for it would not converge. Without it: TestSpinningLinksGainNoEnergy, TestTrustArticulations (at
// 100).
const arcAngle = 0.5

// leastMoment (1): smallest principal moment of inertia as a fraction of the mean of the others. Beyond a ratio of 1e7
// single precision makes small values of an inverse in world axes negative; a rod reaches 1e5 at a length of 800 radii.
// Without it: TestTrustThinRods.
const leastMoment = 1e-5
