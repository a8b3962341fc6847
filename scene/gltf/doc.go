// Package gltf reads and writes scenes as glTF 2.0 with KHR_implicit_shapes and
// KHR_physics_rigid_bodies, and with the optional extension TUMBLE_physics for properties that they lack.
// MSFT_collision_primitives, MSFT_rigid_bodies, OMI_physics_shape, OMI_physics_body,
// OMI_physics_joint and OMI_physics_gravity are read, too.
//
// A file comes from anywhere: counts, sizes, depths and references are checked before memory is
// taken for them, and every fault is reported with a JSON pointer.
package gltf
