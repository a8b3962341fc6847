package solve

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// islandBatchSize (1): size at which an island batch is full, about 200 kB of memory, which stays in the cache of a core; a
// manifold or a joint counts 2, a body 1. Without it: many_pyramids and rain fetch their blocks from memory in each pass.
const islandBatchSize = 896

// islandBatchLayers (manifolds): most manifolds of a contact in an island batch. Without it: tables for compounds, which
// have dozens.
const islandBatchLayers = 4

// islandBatchesPerWorker (batches): least island batches for each worker, so that none waits long for another. Without it:
// two large islands keep one of eight workers busy each.
const islandBatchesPerWorker = 4

// leastDivided (constraints): contacts and joints below which a world is not divided. Without it: time in small scenes.
const leastDivided = 128

// chunkJoints (joints): joints at which a chunk is full. Its bodies and blocks take about 60 kB. Without it: lanes of
// several islands in one block keep these islands together (rain).
const chunkJoints = 104

// grainBodies (bodies), grainPrepare and grainSolve (blocks of eight contacts): least items of a range for a worker, a
// microsecond or two. Without it: workers spend their time on taking ranges.
const (
	grainBodies  = 64
	grainPrepare = 4
	grainSolve   = 4
)
