// Package document opens a glTF file: it splits the binary container, checks the JSON against the rules
// of glTF 2.0, reads buffers and accessors within bounds, and brings older and sibling physics
// extensions into the form of KHR_implicit_shapes and KHR_physics_rigid_bodies.
package document
