// Package solve is the constraint solver of the physics engine: soft contact and joint
// constraints, solved in sub-steps over the colours of a constraint graph.
//
// Method: every sub-step integrates velocities, applies the impulses of the sub-step before
// (warm start), solves contacts twice and joints once with a soft position bias, integrates positions
// and solves once more without bias (relax), which takes the velocity of the bias out again
// and is the only place where friction acts. Restitution follows after the last sub-step.
// Sources: Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in Physics
// Simulation", 2019; Catto, "Solver2D", 2024.
//
// Memory: bodies are seen through two slices. A Sim holds what a step reads once per body,
// a State (one cache line) what every sub-step reads and writes. Contacts are copied into
// blocks of eight lanes, field by field, so that one block can be solved by eight-wide or
// four-wide instructions as well as lane by lane with the same bits. Nothing here holds a
// pointer, and no function allocates once the buffers have grown.
//
// Order: the constraints of one colour share no movable body. All work is offered as
// functions over index ranges; ranges of one stage may run on different goroutines and give
// the same bits. Solver.Step runs the same stages one after the other and is the readable
// statement of what a step is.
//
// Frames: positions and vectors are in world axes unless named local. Units are SI.
package solve
