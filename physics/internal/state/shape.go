package state

import (
	"tumble/physics/vec"
)

// Shape is a shape without its geometry, which is in State.Geometries at the same index.
type Shape struct {
	slot
	Body int32 // written by state
	// Next and Prev shape of the body, in the order of creation. Written by state.
	Next, Prev int32
	// Proxy is the leaf in the tree of the body's type. Written by broadphase.
	Proxy int32
	// Margin (m) is how much larger the fat bounds are on every side. Written by broadphase.
	Margin float32

	Sensor        bool // written by state
	ContactEvents bool // written by public calls
	HitEvents     bool // written by public calls
	SensorEvents  bool // written by public calls
	// Hooks is set when the hooks of the world are asked about the shape. Written by public calls.
	Hooks bool
	// Moved is set while the shape is in broadphase.Proxies.Moved. Written by broadphase.
	Moved bool
	// Waits is set while the shape is in broadphase.Proxies.Waiting. Written by broadphase.
	Waits bool

	Density  float32  // kg/m³; written by public calls
	Material Material // written by public calls
	// Inner is the radius (m) of a ball that fits into the shape, Outer that of one around its
	// centroid that holds all of it. Written by state.
	Inner, Outer float32
	// FirstSurface and SurfaceCount are a run of State.Surfaces. Written by state.
	FirstSurface, SurfaceCount int32
	Filter                     Filter // written by public calls
	UserTag                    uint64 // written by public calls
	Order                      uint64 // see physics.Shape.Order; written by state
}

// ShapeBounds are the boxes around a shape, apart from its record because the narrow phase looks
// at those of every pair.
type ShapeBounds struct {
	// Fat bounds are in the tree. They contain the shape until it has moved by the margin. Written by broadphase.
	Fat vec.AABB
	// Tight bounds are those of the shape where it is now. Written by broadphase.
	Tight vec.AABB
}
