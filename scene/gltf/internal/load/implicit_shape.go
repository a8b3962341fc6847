package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/jsonvalue"
)

// Sizes (m) of which a file may make shapes. The engine has the last word: a diagonal is longer than its coordinates.
const (
	leastSize = 1e-5
	mostSize  = 4 * physics.MaxPosition
)

// checkShape reports the faults of a shape, also if nothing uses it.
func checkShape(s jsonvalue.Value) {
	if !s.IsObject() {
		return
	}
	kind := s.At("type")
	if kind.Missing() {
		s.Errorf("has no type")
		return
	}
	name := kind.Text("")
	switch name {
	case "plane", "sphere", "box", "cylinder", "capsule", "convex", "trimesh":
		s.Only("type", name)
		s.At(name).IsObject()
	default:
		kind.Errorf("%q: must be one of plane, sphere, box, cylinder, capsule", name)
	}
}

// implicit builds an implicit shape where a node is.
func implicit(n *node, s, g jsonvalue.Value, kind physics.BodyType) (physics.Geometry, bool) {
	name := s.At("type").Text("")
	p := s.At(name)
	size, straight := n.rel.Scale()
	if !straight {
		g.Warnf("the node is scaled and turned at an angle: its collider keeps right angles")
	}
	for i := range size {
		if size[i] < 1e-6 {
			g.Errorf("the node is scaled by (%g, %g, %g): a collider needs three sizes", size[0], size[1], size[2])
			return nil, false
		}
	}
	at := n.rel.Transform()
	scale := affine.Vec3(size).Single()
	var built physics.Geometry
	switch name {
	case "plane":
		return plane(p, g, at, scale, kind)
	case "box":
		p.Only("size")
		full := p.At("size").Vector(vec.V3(1, 1, 1), mostSize).Scale(scale)
		if full.MinComponent() < leastSize {
			p.At("size").Errorf("%v: sizes must be at least %g m", full, leastSize)
			return nil, false
		}
		half := vec.V3(full.X/2, full.Y/2, full.Z/2)
		built = physics.Box{Half: half, Center: at.P, Rotation: at.Q}
	case "sphere":
		p.Only("radius")
		r := p.At("radius").Single(0.5, leastSize, mostSize)
		if !alike(scale.X, scale.Y) || !alike(scale.X, scale.Z) {
			g.Warnf("a sphere scaled by (%g, %g, %g): a hull is taken", scale.X, scale.Y, scale.Z)
			return hullOf(g, transformed(round(0, 0, r, r), scale, at))
		}
		built = physics.Sphere{Center: at.P, Radius: r * scale.X}
	default:
		p.Only("height", "radiusBottom", "radiusTop")
		return upright(name, p, g, scale, at)
	}
	return built, true
}

// upright builds a capsule or a cylinder about the y axis of the node.
func upright(name string, p, g jsonvalue.Value, scale vec.Vec3, at vec.Transform) (physics.Geometry, bool) {
	least := 0.0
	if name == "cylinder" {
		least = leastSize
	}
	h := p.At("height").Single(0.5, least, mostSize) / 2
	bottom, top := p.At("radiusBottom").Single(0.25, 0, mostSize), p.At("radiusTop").Single(0.25, 0, mostSize)
	if bottom+top < leastSize {
		p.Errorf("has no radius")
		return nil, false
	}
	if !alike(scale.X, scale.Z) || name == "capsule" && !alike(scale.X, scale.Y) {
		g.Warnf("a %s scaled by (%g, %g, %g): a hull is taken", name, scale.X, scale.Y, scale.Z)
		points := ring(-h, bottom, ring(h, top, nil))
		if name == "capsule" {
			points = round(-h, h, bottom, top)
		}
		return hullOf(g, transformed(points, scale, at))
	}
	h, bottom, top = h*scale.Y, bottom*scale.X, top*scale.X
	a, b := at.Apply(vec.V3(0, -h, 0)), at.Apply(vec.V3(0, h, 0))
	switch {
	case name == "cylinder" && bottom == top:
		return physics.Cylinder{A: a, B: b, Radius: bottom}, true
	case name == "cylinder" && top == 0:
		return physics.Cone{Base: a, Apex: b, Radius: bottom}, true
	case name == "cylinder" && bottom == 0:
		return physics.Cone{Base: b, Apex: a, Radius: top}, true
	case name == "cylinder":
		return hullOf(g, transformed(ring(-h, bottom, ring(h, top, nil)), vec.V3(1, 1, 1), at))
	case vec.Abs(bottom-top) > 1.98*h || 2*h < 1e-3:
		// one ball holds the other
		if bottom >= top {
			return physics.Sphere{Center: a, Radius: bottom}, true
		}
		return physics.Sphere{Center: b, Radius: top}, true
	case bottom == top:
		return physics.Capsule{A: a, B: b, Radius: bottom}, true
	}
	return physics.TaperedCapsule{A: a, B: b, RadiusA: vec.Max(bottom, leastSize), RadiusB: vec.Max(top, leastSize)},
		true
}

// plane builds an endless plane, or a plate of two triangles.
func plane(p, g jsonvalue.Value, at vec.Transform, scale vec.Vec3, kind physics.BodyType) (physics.Geometry, bool) {
	p.Only("sizeX", "sizeZ", "doubleSided")
	normal := at.Q.Rotate(vec.AxisY)
	x, z := p.At("sizeX"), p.At("sizeZ")
	if x.Missing() && z.Missing() && kind == physics.Static {
		if p.At("doubleSided").Flag(false) {
			g.Warnf("an endless plane has one side here")
		}
		return physics.Plane{Normal: normal, Offset: normal.Dot(at.P)}, true
	}
	if kind != physics.Static && (x.Missing() || z.Missing()) {
		g.Errorf("an endless plane on a %s body: must be static", kind)
		return nil, false
	}
	const far = 1000
	a := x.Single(far, leastSize, mostSize) * scale.X / 2
	b := z.Single(far, leastSize, mostSize) * scale.Z / 2
	corners := []vec.Vec3{vec.V3(-a, 0, -b), vec.V3(-a, 0, b), vec.V3(a, 0, b), vec.V3(a, 0, -b)}
	if kind != physics.Static {
		g.Warnf("a plane on a %s body: a plate of 2 cm is taken", kind)
		return physics.Box{Half: vec.V3(a, 0.01, b), Center: at.P, Rotation: at.Q}, true
	}
	m, err := physics.NewMesh(physics.MeshDef{Vertices: transformed(corners, vec.V3(1, 1, 1), at),
		Indices:  []uint32{0, 1, 2, 0, 2, 3},
		TwoSided: p.At("doubleSided").Flag(false)})
	if err != nil {
		g.Errorf("%v", err)
		return nil, false
	}
	return m, true
}

// alike reports whether two scales are equal within the precision of an editor.
func alike(a, b float32) bool { return vec.Abs(a-b) <= 1e-3*vec.Max(a, b) }
