package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/trimesh"
	"tumble/scene/internal/convex"
)

// shapeKey names a geometry that was built before: the same mesh or shape, equally scaled and placed.
type shapeKey struct {
	shape, mesh, node int
	hull              bool
	scale             affine.Mat3
	at                vec.Transform
}

// maxRefused is after how many meshes that make no collider the rest is not looked at: to find out
// takes time.
const maxRefused = 8

// meshShapes builds the shapes that are made of meshes, equal ones once.
type meshShapes struct {
	*tree
	meshes  *trimesh.Meshes
	budget  *trimesh.Budget
	built   map[shapeKey]physics.Geometry
	parts   map[shapeKey][]physics.Geometry // of meshes that move
	refused int                             // meshes that made no collider
}

// fromMesh builds a hull or a triangle mesh; equal ones are built once.
func (d *meshShapes) fromMesh(n *node, g jsonvalue.Value, key shapeKey) (physics.Geometry, bool) {
	// members of the extension are not part of the key
	shared := g.Path("extensions", extension.Own).Missing()
	if built, ok := d.built[key]; ok && shared {
		return built, true
	}
	transformed, indices, ok := d.transformed(n, g, key)
	if !ok {
		return nil, false
	}
	var built physics.Geometry
	var err error
	if key.hull {
		built, err = convex.Stable(transformed)
	} else {
		if n.rel.S.Det() < 0 {
			indices = append([]uint32(nil), indices...)
			for k := 0; k+2 < len(indices); k += 3 {
				indices[k+1], indices[k+2] = indices[k+2], indices[k+1]
			}
		}
		own := g.Path("extensions", extension.Own)
		if field := own.At("heightField"); field.IsObject() {
			return heightField(d.Document, field, own, key.at)
		}
		built, err = physics.NewMesh(physics.MeshDef{Vertices: transformed, Indices: indices,
			TwoSided: own.At("twoSided").Flag(false),
			Surfaces: d.Shorts(own.At("surfaces"))})
	}
	if err != nil {
		d.refused++
		g.Errorf("%v", err)
		return nil, false
	}
	if shared {
		d.built[key] = built
	}
	return built, true
}

// transformed returns the points and triangles of a mesh on its body, within the budget of triangles.
func (d *meshShapes) transformed(n *node, g jsonvalue.Value, key shapeKey) ([]vec.Vec3, []uint32, bool) {
	before := d.Faults.Count()
	points, indices := surface(d.tree, d.meshes, key.mesh, key.node, g)
	if d.Faults.Count() > before {
		d.refused++
		return nil, nil, false
	}
	cost := len(points)/3 + len(indices)/3
	if key.hull {
		// a hull takes longer than a mesh of as many points
		cost = 4 * len(points)
	}
	if !d.budget.Spend(cost, g) {
		d.refused = maxRefused + 1
		return nil, nil, false
	}
	transformed := make([]vec.Vec3, len(points))
	for k, p := range points {
		transformed[k] = n.rel.Scaled(p)
		if key.at != vec.TransformIdentity {
			transformed[k] = key.at.Apply(transformed[k])
		}
	}
	return transformed, indices, true
}

// convexParts builds the convex parts of a mesh on a body that moves, on which the engine has no meshes.
func (d *meshShapes) convexParts(n *node, g jsonvalue.Value, key shapeKey, kind physics.BodyType) ([]physics.Geometry,
	bool) {
	parts, known := d.parts[key]
	if !known {
		transformed, indices, ok := d.transformed(n, g, key)
		if !ok || !d.budget.Spend(partCost*len(indices)/3, g) {
			d.refused++
			return nil, false
		}
		var err error
		if parts, err = convex.Shapes(transformed, indices, true); err != nil {
			d.refused++
			g.Errorf("%v", err)
			return nil, false
		}
		d.parts[key] = parts
	}
	if len(parts) == 1 {
		g.Warnf("a triangle mesh on a %s body: its convex hull is taken", kind)
	} else {
		g.Warnf("a triangle mesh on a %s body: %d convex parts are taken", kind, len(parts))
	}
	return parts, true
}

// partCost is how much longer convex parts take than a mesh of as many triangles.
const partCost = 8
