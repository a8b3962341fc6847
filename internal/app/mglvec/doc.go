// Package mglvec converts vectors and rotations between the types of the physics and the types of the camera.
package mglvec
