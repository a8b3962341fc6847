package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// readOwnGeometry returns the geometry with the exact numbers of the extension. Ends of capsules,
// cylinders and cones follow from rotated nodes with rounding; the extension has them as they are.
func readOwnGeometry(v jsonvalue.Value, g physics.Geometry) (physics.Geometry, bool) {
	if !v.IsObject() {
		return g, false
	}
	if ends := v.At("ends"); !ends.Missing() {
		return withEnds(ends, g)
	}
	var p [4]float32
	if plane := v.At("plane"); !plane.Missing() && plane.Singles(p[:], 2*extension.MaxLength) {
		if s, ok := g.(physics.Plane); ok {
			normal := vec.V3(p[0], p[1], p[2])
			if extension.Near(normal, s.Normal) && vec.Abs(p[3]-s.Offset) < 1e-3+1e-4*vec.Abs(p[3]) {
				return physics.Plane{Normal: normal, Offset: p[3]}, true
			}
			plane.Warnf("is not where the node has it: the node counts")
		}
	}
	return g, false
}

// withEnds returns the geometry with the exact ends of the extension.
func withEnds(v jsonvalue.Value, g physics.Geometry) (physics.Geometry, bool) {
	var x [6]float32
	if !v.Singles(x[:], 2*extension.MaxLength) {
		return g, false
	}
	var from, to *vec.Vec3
	var exact func() physics.Geometry
	switch s := g.(type) {
	case physics.Capsule:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.TaperedCapsule:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.Cylinder:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.Cone:
		from, to, exact = &s.Base, &s.Apex, func() physics.Geometry { return s }
	default:
		return g, false
	}
	a, b := vec.V3(x[0], x[1], x[2]), vec.V3(x[3], x[4], x[5])
	// what rounds is the middle and half of the length
	length := a.Dist(b)
	if !extension.NearOf(a, *from, length) || !extension.NearOf(b, *to, length) {
		v.Warnf("%v and %v are not where the node has them, %v and %v: the node counts", a, b, *from, *to)
		return g, false
	}
	*from, *to = a, b
	return exact(), true
}
