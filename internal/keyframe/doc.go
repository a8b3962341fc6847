// Package keyframe reduces the recorded motion of bodies to keys between which a player interpolates: positions
// linearly, rotations on the shortest arc of the sphere of unit quaternions, as animations of glTF do. No recorded
// pose is lost by more than a tolerance that the caller states.
package keyframe
