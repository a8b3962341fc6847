package contact

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// deepFraction (1): part of the smaller inner radius from which on an overlap is deep: bodies do not get there by
// themselves, they were put there. Without it: small bodies made in one place fly apart; no test fails as long as deepest
// stays.
const deepFraction = 0.25

// deepest (m): overlap that is deep whatever the size. Without it: a thousand balls made in
// one place fly apart at hundreds of metres per second.
const deepest = 0.03

// joinAhead (contacts): how far ahead the search for clusters fetches bodies. As long as memory takes. Without it: time
// where a thousand bodies overlap.
const joinAhead = 8

// loadRatio (1): how many times its own weight a body supports before its contacts count it as heavier. Without it:
// a load arrives in many sweeps; the claim of heavy_on_light holds all the same.
const loadRatio = 4.0

// energyRounding (1): part of their energy by which a bounce of two bodies may be off for rounding. Without it: perfect
// bounces lose a rounding each; no test fails.
const energyRounding = 1e-5

// ShrinkSteps (steps): number of steps after which memory that was not needed in any of them is given back. Some seconds,
// so that nothing allocates in turns. Without it: TestBlocksShrink.
const ShrinkSteps = 512

// ShrinkFloor (blocks): blocks that are kept in any case, some megabytes. What falls asleep and is woken again, a pyramid
// of a thousand boxes too, must not allocate each time. Without it: allocations when a pyramid is woken.
const ShrinkFloor = 1024
