// Package mjcf reads the models of MuJoCo as far as they are rigid bodies: includes, frames and
// replicas, default classes, bodies with geoms and their masses, joints, actuators without control,
// contact rules and equality constraints. The z axis of the file is upwards. Whatever else a file has is
// reported as lost, approximated or ignored; docs/scenefiles.md says what that means.
package mjcf
