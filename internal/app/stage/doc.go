// Package stage draws a world: its bodies with their meshes and colours, the overlays over them, and the light.
//
// A [Stage] keeps what is drawn in step with a world. An [Overlay] draws its hidden state: contacts, joints, bounds,
// velocities. A [Picture] is both with sky, ground and shadows in a quality that the device manages; [Show] has the
// switches. Several stages, as [Pane], share one picture.
package stage
