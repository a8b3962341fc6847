package look

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// at is an unrotated placement.
func at(x, y, z float32) vec.Transform {
	return vec.Transform{P: vec.V3(x, y, z), Q: vec.QuatIdentity}
}

// solid is a part with a geometry, where the body is.
func solid(g physics.Geometry, c Coat) Part {
	return Part{Local: vec.TransformIdentity, Geometry: g, Coat: c}
}

// meshed is a part with a mesh, where the body is.
func meshed(m *scenes.DrawMesh, c Coat) Part {
	return Part{Local: vec.TransformIdentity, Mesh: m, Coat: c}
}

// box is a part between half extents around a point.
func box(x, y, z, hx, hy, hz float32, c Coat) Part {
	return Part{Local: at(x, y, z), Geometry: physics.BoxHalf(hx, hy, hz), Coat: c}
}

// rod is a round part between two points.
func rod(a, b vec.Vec3, radius float32, c Coat) Part {
	return solid(physics.Cylinder{A: a, B: b, Radius: radius}, c)
}

// knob is a ball.
func knob(p vec.Vec3, radius float32, c Coat) Part {
	return solid(physics.Sphere{Center: p, Radius: radius}, c)
}

// shapesOf returns the geometries of a body.
func shapesOf(b physics.Body) []physics.Geometry {
	var list []physics.Geometry
	for _, s := range b.Shapes(nil) {
		list = append(list, s.Geometry())
	}
	return list
}

// standing moves parts with places in the world into the frame of a body that stays where it is.
func standing(b physics.Body, parts ...Part) []Part {
	to := b.Transform().Inverse()
	for i := range parts {
		parts[i].Local = to.Mul(parts[i].Local)
	}
	return parts
}

// board is a box of wood whose grain runs along z.
func board(x, y, z, hx, hy, hz float32, c Coat) Part {
	return Part{Local: vec.Transform{P: vec.V3(x, y, z), Q: vec.QuatAxisAngle(vec.AxisX, vec.Pi/2)},
		Geometry: physics.BoxHalf(hx, hz, hy), Coat: c}
}

// boardX is a box of wood whose grain runs along x.
func boardX(x, y, z, hx, hy, hz float32, c Coat) Part {
	return Part{Local: vec.Transform{P: vec.V3(x, y, z), Q: vec.QuatAxisAngle(vec.AxisZ, vec.Pi/2)},
		Geometry: physics.BoxHalf(hy, hx, hz), Coat: c}
}

// crate is a box of boards in a frame of battens, half (m) from the middle to a side.
func crate(half float32, c, frame Coat) []Part {
	list := []Part{box(0, 0, 0, 0.95*half, 0.95*half, 0.95*half, c)}
	wide := 0.13 * half
	for _, s := range [4][2]float32{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		u, v := s[0]*(half-wide), s[1]*(half-wide)
		list = append(list, box(0, u, v, half, wide, wide, frame), box(u, 0, v, wide, half-2*wide, wide, frame),
			box(u, v, 0, wide, wide, half-2*wide, frame))
	}
	return list
}
