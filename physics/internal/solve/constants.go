package solve

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// islandBatchSize (1): size at which an island batch is full, about 200 kB of memory, which stays in the cache of a
// core; a manifold or a joint counts 2, a body 1. Without it: many_pyramids and rain fetch their blocks from memory in
// each pass.
const islandBatchSize = 896

// islandBatchLayers (manifolds): most manifolds of a contact in an island batch. Convex pairs have one, those with a
// terrain a few. Without it: tables for compounds, which have dozens.
const islandBatchLayers = 4

// islandBatchesPerWorker (batches): least island batches for each worker, so that none waits long for another. The last
// batch then costs a worker a quarter of its time at most. Without it:
// two large islands keep one of eight workers busy each.
const islandBatchesPerWorker = 4

// leastDivided (constraints): contacts and joints below which a world is not divided. They fill a third of an island
// batch. Without it: time in small scenes.
const leastDivided = 128

// chunkJoints (joints): joints at which a chunk is full. Its bodies and blocks take about 60 kB. Without it: lanes of
// several islands in one block keep these islands together (rain).
const chunkJoints = 104

// unevenMasses (1): ratio of the masses of two bodies from which on their deep overlap is relaxed twice. So many passes
// go over a contact in a step of four sub-steps. Without it: TestTrustPushedAside.
const unevenMasses = 8

// mostSearched (manifolds): size of the largest island that is searched. Its lanes are solved one at a time. Tried:
// with 512 a heap of 300 bodies (BenchmarkRollback) takes ten times its time, with 256 a tower of 54 blocks of 18 g
// sinks by a third of a block (tools/compare/truth).
const mostSearched = 384

// newtonSteps (steps): most steps of Newton's method in a pass. It bounds the time of a step: towers of 20 cubes at
// rest take two or three, those of 60 four or five.
const newtonSteps = 32

// leastStiffness (1): stiffness of rows without load, as a multiple of their mass, and for each fall of a sub-step that
// their load takes. A step leaves about this part of the error. Tried: with 16 and 64, and with 64 and 256, towers
// of 30 cubes rock for seconds after they were put down (TestTallTowersRest).
const (
	leastStiffness = 64
	loadStiffness  = 16
)

// pathTries (1): most points of a path that are looked at: mostly one. pathTolerance (1): slope there, as a part of
// the first. Without them: searches without end, as rounding leaves a slope.
const (
	pathTries     = 12
	pathTolerance = 1e-6
)

// searchTolerance (1): energy of the change by a step after which a search ends, as a part of the energy of the fall in
// a sub-step. Velocities are then within some ten-thousandths of that fall. Tried: at 1e-6 towers of 30 cubes move at
// 4 mm/s, at 1e-8 at .1, as with 1e-7.
const searchTolerance = 1e-7

// energyTolerance (1): fraction of its energy by which an island may be off for rounding. A sum of float32 products is
// good to six digits. Without it: rounding counts as a gain.
const energyTolerance = 1e-5

// limitTolerance (1): the same for islands of joints of which a limit presses. A body that swings from a joint at its
// limit gains and loses a thousandth of its motion in a step; an impact on several limits may gain half of it. Without
// it: TestTruth/limit.
const limitTolerance = 0.02

// momentRounding (1): fraction of its angular momentum by which a closed system may be off for rounding. A sum of
// float32 products is good to six digits. Without it: groups that nothing disturbs change their last bits.
const momentRounding = 1e-6

// wildGain (1): gain of energy of an island from which on the impulses of the sub-step before are weighed. Rounding and
// the levers of a step give less. Without it: 4 of 200 random figures end too fast.
const wildGain = 1.2

// weightRounding (1): part of the sums of mayBeWild that may be lost in rounding. Thousands of terms in single
// precision lose less. Tried: at 0 no golden hash changes.
const weightRounding = 1e-4

const (
	// grainBodies (bodies): least items of a range for a worker. They take a microsecond or two. Without it: workers
	// spend their time on taking ranges.
	grainBodies = 64
	// grainPrepare (blocks of eight contacts): as grainBodies, when contacts are prepared. They take a few
	// microseconds. Without it: as there.
	grainPrepare = 4
	// grainSolve (blocks of eight contacts): as grainBodies, when contacts are solved. They take about a microsecond.
	// Without it: as there.
	grainSolve = 4
)
