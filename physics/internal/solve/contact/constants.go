package contact

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// deepFraction (1): fraction of the smaller inner radius from which on an overlap is deep: bodies do not get there by
// themselves, they were put there, and their island may gain energy. Contacts push overlaps of bodies out long before.
// Tried: at 4 no claim of a scene fails, only recorded bits change.
const deepFraction = 0.25

// deepest (m): overlap that is deep whatever the size. It is six times the slop, within which contacts rest. Without
// it: a thousand balls made in one point fly apart at hundreds of metres per second.
const deepest = 0.03

// deepestPressed (m): deepest for an overlap with a kinematic body. A plate that comes down goes on into immovable
// bodies, and the impulses that the overlap asks for fling away bodies that slip out. Twice the slop. At 3 cm 36
// instead of 24 of 10,000 squeezes end too fast, at 5 mm as many. Without it: TestTrustSqueezes.
const deepestPressed = 0.01

// energyRounding (1): fraction of their energy by which a bounce of two bodies may be off for rounding. A sum of
// float32 products is good to six digits. Tried: at 0 no claim of a scene fails, only recorded bits change.
const energyRounding = 1e-5

// impactPasses (passes): most passes over the pairs that bounce in a sub-step. A blow goes on by one ball of a row in
// each. Without it: balls between walls that close bounce for ever.
const impactPasses = 64

// atOnce (1): part of a sub-step by which pairs that share a body may meet later than the sub-step lasts and are struck
// at once with those that meet in it. Times are known to some float32 roundings of the distance over the speed.
// Without it: TestTwoStruckAtOnce.
const atOnce = 0.01

// blowSweeps (sweeps): most sweeps over the pairs that are struck at once. It bounds the time of a step. Without it:
// balls that walls close on from two sides at once are swept for ever.
const blowSweeps = 64

// blowTolerance (1): part of the fastest approach that is rounding. Pairs that close as slowly are not struck, and a
// sweep that changes velocities as little is the last. Tried: a hundredth of it, balls behind a blow are struck with
// it, TestBreakIsMirrored.
const blowTolerance = 1e-5

// mostAhead (1): rotation (rad) of a body, or slip as a part of the shorter arm, in half a step from which on friction
// of two movable bodies acts where it is at the start. Bodies that spin or slide as fast do not stay, and rows are
// linear in the rotation. Without it: TestBoxesStayOnDiscs.
const mostAhead = 0.1

// ShrinkSteps (steps): number of steps after which memory that was not needed in any of them is given back. Some
// seconds, so that nothing allocates alternately. Without it: TestBlocksShrink.
const ShrinkSteps = 512

// ShrinkFloor (blocks): blocks that are kept in any case, some megabytes. An island that falls asleep and wakes, a
// pyramid of a thousand boxes too, must not allocate each time. Without it: allocations when a pyramid is woken.
const ShrinkFloor = 1024
