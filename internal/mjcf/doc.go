// Package mjcf reads a subset of MJCF, the models of MuJoCo: bodies with geoms, joints with ranges,
// springs and damping, default classes, position and velocity actuators, meshes, and the equality
// constraints connect and weld. The z axis of the file is upwards. Whatever else a file has is listed
// as ignored; docs/scenefiles.md says what that means.
package mjcf
