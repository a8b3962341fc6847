package state

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

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

// MayCollide applies the filters of two shapes and the joints between their bodies.
func (st *State) MayCollide(a, b *Shape) bool {
	return a.Body != b.Body && a.Filter.Collides(b.Filter) && !st.JointForbids(a.Body, b.Body)
}

// Allows asks the filter hook about two shapes.
func (st *State) Allows(a, b int32) bool {
	if st.Hooks.Filter == nil || !st.Hooked(a, b) {
		return true
	}
	return st.Hooks.Filter(min(a, b), max(a, b))
}

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

// BodyBounds returns the box (m) around the shapes of a body, empty for none.
func (st *State) BodyBounds(body int32) vec.AABB {
	bounds := vec.EmptyAABB
	for s := st.Bodies[body].FirstShape; s != None; s = st.Shapes[s].Next {
		bounds = bounds.Union(st.Geometries[s].AABB(st.Sims[body].Transform))
	}
	return bounds
}
