// Package mglvec turns vectors and rotations of the physics into those of the camera and back.
package mglvec
