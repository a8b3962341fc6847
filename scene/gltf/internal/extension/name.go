package extension

// The extensions that scenes are written with.
const (
	Shapes = "KHR_implicit_shapes"
	Bodies = "KHR_physics_rigid_bodies"
	Own    = "TUMBLE_physics"
)

// Instances draws a node at many places.
const Instances = "EXT_mesh_gpu_instancing"
