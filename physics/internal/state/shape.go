package state

import (
	"tumble/physics/internal/shape"
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

// NewShape takes a slot for a shape and puts it at the end of the list of its body.
func (st *State) NewShape(values Shape, g shape.Geometry, surfaces []Material) int32 {
	index := st.allocateShape()
	values.Generation = st.Shapes[index].Generation + 1
	values.Next, values.Prev, values.Proxy = None, None, None
	values.Inner, values.Outer = g.Extents(g.Centroid())
	values.Order = st.nextOrder()
	st.Shapes[index], st.Geometries[index] = values, g
	st.AddSurfaces(index, surfaces)
	st.ShapeCount++
	r := &st.Bodies[values.Body]
	st.Shapes[index].Prev = r.LastShape
	if r.LastShape == None {
		r.FirstShape = index
	} else {
		st.Shapes[r.LastShape].Next = index
	}
	r.LastShape = index
	r.ShapeCount++
	return index
}

// FreeShape takes a shape out of the list of its body and gives its slot back.
func (st *State) FreeShape(index int32) {
	r := &st.Shapes[index]
	b := &st.Bodies[r.Body]
	if r.Prev != None {
		st.Shapes[r.Prev].Next = r.Next
	} else {
		b.FirstShape = r.Next
	}
	if r.Next != None {
		st.Shapes[r.Next].Prev = r.Prev
	} else {
		b.LastShape = r.Prev
	}
	b.ShapeCount--
	st.RemoveSurfaces(index)
	r.Generation++
	st.Geometries[index] = shape.Geometry{}
	st.ShapeCount--
	st.FreeShapes = append(st.FreeShapes, index)
}

func (st *State) allocateShape() int32 {
	if n := len(st.FreeShapes); n > 0 {
		index := st.FreeShapes[n-1]
		st.FreeShapes = st.FreeShapes[:n-1]
		return index
	}
	st.Shapes = extend(st.Shapes)
	st.Geometries = extend(st.Geometries)
	st.Bounds = extend(st.Bounds)
	return int32(len(st.Shapes) - 1)
}

// Hooked reports whether one of two shapes asks for hooks.
func (st *State) Hooked(a, b int32) bool { return st.Shapes[a].Hooks || st.Shapes[b].Hooks }

// AddSurfaces appends the surfaces of a shape that has none.
func (st *State) AddSurfaces(index int32, list []Material) {
	s := &st.Shapes[index]
	s.FirstSurface, s.SurfaceCount = 0, int32(len(list))
	if len(list) > 0 {
		s.FirstSurface = int32(len(st.Surfaces))
		st.Surfaces = append(st.Surfaces, list...)
	}
}

// RemoveSurfaces takes the surfaces of a shape out of the list.
func (st *State) RemoveSurfaces(index int32) {
	s := &st.Shapes[index]
	first, count := s.FirstSurface, s.SurfaceCount
	s.FirstSurface, s.SurfaceCount = 0, 0
	if count == 0 {
		return
	}
	st.Surfaces = append(st.Surfaces[:first], st.Surfaces[first+count:]...)
	for i := range st.Shapes {
		if o := &st.Shapes[i]; o.SurfaceCount > 0 && o.FirstSurface > first {
			o.FirstSurface -= count
		}
	}
}

// SurfaceOf returns the material behind the number of a triangle, cell or child of a shape.
func (st *State) SurfaceOf(index int32, number uint16) *Material {
	s := &st.Shapes[index]
	if number == 0 || int32(number) > s.SurfaceCount {
		return &s.Material
	}
	return &st.Surfaces[s.FirstSurface+int32(number)-1]
}
