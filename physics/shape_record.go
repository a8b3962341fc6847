package physics

import "tumble/physics/internal/shape"

// shapeRecord is a shape without its geometry, which is in World.geometries at the same index.
type shapeRecord struct {
	slot
	body int32
	// next and prev shape of the body, in the order of creation.
	next, prev int32
	// proxy is the leaf in the tree of the body's type.
	proxy int32
	// margin (m) is how much larger the fat bounds are on every side.
	margin float32

	sensor        bool
	contactEvents bool
	hitEvents     bool
	sensorEvents  bool
	// hooks is set when the hooks of the world are asked about the shape.
	hooks bool
	// moved is set while the shape is in World.moved.
	moved bool
	// waits is set while the shape is in World.waiting.
	waits bool

	density  float32
	material Material
	// inner is the radius (m) of a ball that fits into the shape, outer that of one around its
	// centroid that holds all of it.
	inner, outer float32
	// firstSurface and surfaceCount are a run of World.surfaces.
	firstSurface, surfaceCount int32
	filter                     Filter
	userTag                    uint64
	born                       uint64 // see Shape.Order
}

// shapeBounds are the boxes around a shape, apart from its record because the narrow phase looks
// at those of every pair.
type shapeBounds struct {
	// fat bounds are in the tree. They contain the shape until it has moved by the margin.
	fat AABB
	// tight bounds are those of the shape where it is now.
	tight AABB
}

// newShape takes a slot for a shape and puts it at the end of the list of its body.
func (w *World) newShape(values shapeRecord, g shape.Geometry, surfaces []Material) int32 {
	index := w.allocateShape()
	values.generation = w.shapes[index].generation + 1
	values.next, values.prev, values.proxy = none, none, none
	values.inner, values.outer = g.Extents(g.Centroid())
	values.born = w.bear()
	w.shapes[index], w.geometries[index] = values, g
	w.addSurfaces(index, surfaces)
	w.shapeCount++
	r := &w.bodies[values.body]
	w.shapes[index].prev = r.lastShape
	if r.lastShape == none {
		r.firstShape = index
	} else {
		w.shapes[r.lastShape].next = index
	}
	r.lastShape = index
	r.shapeCount++
	return index
}

// freeShape takes a shape out of the list of its body and gives its slot back.
func (w *World) freeShape(index int32) {
	r := &w.shapes[index]
	b := &w.bodies[r.body]
	if r.prev != none {
		w.shapes[r.prev].next = r.next
	} else {
		b.firstShape = r.next
	}
	if r.next != none {
		w.shapes[r.next].prev = r.prev
	} else {
		b.lastShape = r.prev
	}
	b.shapeCount--
	w.removeSurfaces(index)
	r.generation++
	w.geometries[index] = shape.Geometry{}
	w.shapeCount--
	w.freeShapes = append(w.freeShapes, index)
}

func (w *World) allocateShape() int32 {
	if n := len(w.freeShapes); n > 0 {
		index := w.freeShapes[n-1]
		w.freeShapes = w.freeShapes[:n-1]
		return index
	}
	w.shapes = extend(w.shapes)
	w.geometries = extend(w.geometries)
	w.bounds = extend(w.bounds)
	return int32(len(w.shapes) - 1)
}

// hooked reports whether one of two shapes asks for hooks.
func (w *World) hooked(a, b int32) bool { return w.shapes[a].hooks || w.shapes[b].hooks }

// addSurfaces appends the surfaces of a shape that has none.
func (w *World) addSurfaces(index int32, list []Material) {
	s := &w.shapes[index]
	s.firstSurface, s.surfaceCount = 0, int32(len(list))
	if len(list) > 0 {
		s.firstSurface = int32(len(w.surfaces))
		w.surfaces = append(w.surfaces, list...)
	}
}

// removeSurfaces takes the surfaces of a shape out of the list.
func (w *World) removeSurfaces(index int32) {
	s := &w.shapes[index]
	first, count := s.firstSurface, s.surfaceCount
	s.firstSurface, s.surfaceCount = 0, 0
	if count == 0 {
		return
	}
	w.surfaces = append(w.surfaces[:first], w.surfaces[first+count:]...)
	for i := range w.shapes {
		if o := &w.shapes[i]; o.surfaceCount > 0 && o.firstSurface > first {
			o.firstSurface -= count
		}
	}
}

// surfaceOf returns the material behind the number of a triangle, cell or child of a shape.
func (w *World) surfaceOf(index int32, number uint16) *Material {
	s := &w.shapes[index]
	if number == 0 || int32(number) > s.surfaceCount {
		return &s.material
	}
	return &w.surfaces[s.firstSurface+int32(number)-1]
}
