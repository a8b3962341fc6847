// Package motion moves the bodies of a step: external accelerations, positions, and rotations without torque.
//
// A body whose principal moments of inertia differ changes its angular velocity without torque. Its free rotation is
// computed in double precision: by the midpoint rule on the angular momentum, or in closed form for a symmetric top.
package motion
