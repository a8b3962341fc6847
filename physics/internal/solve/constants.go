package solve

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// islandBatchSize (1): size at which an island batch is full, about 200 kB of memory, which stays in the cache of a core; a
// manifold or a joint counts 2, a body 1. Without it: many_pyramids and rain fetch their blocks from memory in each pass.
const islandBatchSize = 896

// islandBatchLayers (manifolds): most manifolds of a contact in an island batch. Convex pairs have one, those with a
// terrain a few. Without it: tables for compounds, which have dozens.
const islandBatchLayers = 4

// islandBatchesPerWorker (batches): least island batches for each worker, so that none waits long for another. The last batch
// then costs a worker a quarter of its time at most. Without it:
// two large islands keep one of eight workers busy each.
const islandBatchesPerWorker = 4

// leastDivided (constraints): contacts and joints below which a world is not divided. They fill a third of an island batch.
// Without it: time in small scenes.
const leastDivided = 128

// chunkJoints (joints): joints at which a chunk is full. Its bodies and blocks take about 60 kB. Without it: lanes of
// several islands in one block keep these islands together (rain).
const chunkJoints = 104

// UnevenMasses (1): ratio of the masses of two bodies in contact from which on their island is solved by conjugate
// gradients. So many passes go over a contact in a step of four sub-steps. Without it: TestHeavyOnLight.
const UnevenMasses = 8

// searchSweeps (1): sweeps of the conjugate search in a sub-step with bias, and as many for relaxing. A column of ten boxes
// rocks with fewer. Without it: TestHeavyOnLight.
const searchSweeps = 8

// fetchUneven (contacts): how far ahead the search for uneven masses fetches bodies. As long as memory takes. Without it:
// time in large worlds with uneven masses.
const fetchUneven = 8

// leastChange (1): fraction of the energy of an island that a sweep changes by rounding. It is quadratic in impulses,
// which are good to 3e-6. Without it: the search steps along
// directions of rounding.
const leastChange = 1e-11

// mostFactor (1): largest factor of a direction of the search. Beyond it the direction is rounding. Without it: steps of
// any length along directions that change nothing.
const mostFactor = 1e5

// worseGuess (1): factor of least energy of the impulses of the sub-step before below which they are worse than none. It follows
// from a parabola. Without it: TestTrustLightUnderHeavy.
const worseGuess = 0.5

// worseMiss (1): how many times further off than it began (or than gravity takes a body in a sub-step) a search may leave the
// worst row of a point. One that ends no better than it began has lost its way. Without it: twice as many of TestTrustSqueezes in soak end too fast.
const worseMiss = 2

// energyTolerance (1): fraction of its energy by which an island may be off for rounding. A sum of float32 products is good to
// six digits. Without it: rounding counts as a gain.
const energyTolerance = 1e-5

// limitTolerance (1): the same for islands of joints of which a limit presses. A body that swings from a joint at its
// limit gains and loses a thousandth of its motion in a step; an impact on several limits may gain half of it. Without
// it: TestTruth/limit.
const limitTolerance = 0.02

// momentRounding (1): fraction of its angular momentum by which a closed system may be off for rounding. A sum of float32 products is
// good to six digits. Without it: groups that nothing disturbs change their last bits.
const momentRounding = 1e-6

// wildGain (1): gain of energy of an island from which on the impulses of the sub-step before are weighed. Rounding and the
// levers of a step give less. Without it: 4 of 200 random figures end too fast.
const wildGain = 1.2

// weightRounding (1): part of the sums of mayBeWild that may be lost in rounding. Thousands of terms in single
// precision lose less. Tried: at 0 no golden hash changes.
const weightRounding = 1e-4

const (
	// grainBodies (bodies): least items of a range for a worker. They take a microsecond or two. Without it: workers
	// spend their time on taking ranges.
	grainBodies = 64
	// grainPrepare (blocks of eight contacts): as grainBodies, when contacts are prepared. They take a few microseconds.
	// Without it: as there.
	grainPrepare = 4
	// grainSolve (blocks of eight contacts): as grainBodies, when contacts are solved. They take about a microsecond.
	// Without it: as there.
	grainSolve = 4
)
