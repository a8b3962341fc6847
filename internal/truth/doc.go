// Package truth has experiments with known answers: each is a scene with the exact solution of its motion in double
// precision beside it. The solution goes on with the time of the world, also while gravity, friction, restitution, the
// length of a step and the number of sub-steps are changed, and tells how far the world is from it.
package truth
