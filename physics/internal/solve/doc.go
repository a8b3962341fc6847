// Package solve is the constraint solver of the physics engine: soft contact and joint
// constraints, solved in sub-steps over the colours of a constraint graph.
//
// Method: every sub-step integrates velocities, applies the impulses of the sub-step before
// (warm start, scaled where it adds energy, see guess.go), solves contacts twice and joints once with a soft position
// bias, integrates positions and solves once more without bias (relax), which removes the velocity of the bias
// and is the only place where friction acts. Impacts that bounce are resolved at the beginning of a sub-step.
// Sources: Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in Physics
// Simulation", 2019; Catto, "Solver2D", 2024.
//
// Rooms, from the ground up: kernel (lanes, blocks and their passes), motion (bodies), graph (colours), contact, joint,
// articulation (joints solved directly), and this package, which lays out the constraints and runs the stages. The
// table in stages.go is the order of a step.
//
// Memory: bodies are seen through two slices. A Sim holds the data that a step reads once per body,
// a State (one cache line) the data that every sub-step reads and writes. Contacts are copied into
// blocks of eight lanes, field by field, so that one block can be solved by eight-wide or
// four-wide instructions as well as lane by lane with the same bits. The records hold no
// pointers, and no function allocates once the buffers have grown.
//
// The constraints of one colour share no movable body. Ranges of one stage may run on different goroutines and give
// the same bits.
//
// Frames: positions and vectors are in world axes unless named local. Units are SI.
package solve
