// Package workers shares the work of a step among goroutines.
//
// A step is a list of stages that follow one another; the items of a stage are cut into blocks
// that may be worked on at the same time. The goroutine that calls Run takes part, and alone it
// can finish everything: blocks are claimed, a stage ends when all its blocks are
// done, and a worker that comes late finds nothing left and delays nobody.
//
// Waking a goroutine on another core costs as much as many stages, so workers that run out of
// blocks look out for the next stage for some eighty microseconds before they park, which bridges the serial parts of
// a step. Only parked ones are woken, mostly once a step; between steps all are parked and cost nothing.
// Sources: Catto, "SIMD Matters", 2024; Nordlund and others, bepuphysics2.
//
// Where the machine gives no second core, sharing loses; given a clock, the pool notices it from
// the times of the steps (Pool.Govern) and leaves the work to the caller.
//
// Which worker runs which block is left to chance. The blocks themselves depend on the stage
// alone, so results do not depend on the number of workers if every block writes to places of
// its own, found by its items or its block number.
package workers
