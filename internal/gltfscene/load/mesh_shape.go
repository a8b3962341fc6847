package load

import (
	"tumble/internal/gltfscene/affine"
	"tumble/internal/gltfscene/extension"
	"tumble/internal/gltfscene/jsonvalue"
	"tumble/internal/gltfscene/trimesh"
	"tumble/physics"
	"tumble/physics/vec"
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
	refused int // meshes that made no collider
}

// fromMesh builds a hull or a triangle mesh; equal ones are built once.
func (d *meshShapes) fromMesh(n *node, g jsonvalue.Value, key shapeKey) (physics.Geometry, bool) {
	// members of the extension are not part of the key
	shared := g.Path("extensions", extension.Own).Missing()
	if built, ok := d.built[key]; ok && shared {
		return built, true
	}
	before := d.Faults.Count()
	points, indices := surface(d.tree, d.meshes, key.mesh, key.node, g)
	if d.Faults.Count() > before {
		d.refused++
		return nil, false
	}
	cost := len(points)/3 + len(indices)/3
	if key.hull {
		// a hull takes longer than a mesh of as many points
		cost = 4 * len(points)
	}
	if !d.budget.Spend(cost, g) {
		d.refused = maxRefused + 1
		return nil, false
	}
	placed := make([]vec.Vec3, len(points))
	at := key.at
	for k, p := range points {
		placed[k] = n.rel.Scaled(p)
		if at != vec.TransformIdentity {
			placed[k] = at.Apply(placed[k])
		}
	}
	var built physics.Geometry
	var err error
	if key.hull {
		built, err = physics.NewHull(placed)
	} else {
		if n.rel.S.Det() < 0 {
			indices = append([]uint32(nil), indices...)
			for k := 0; k+2 < len(indices); k += 3 {
				indices[k+1], indices[k+2] = indices[k+2], indices[k+1]
			}
		}
		own := g.Path("extensions", extension.Own)
		if field := own.At("heightField"); field.IsObject() {
			return heightField(d.Document, field, own, at)
		}
		built, err = physics.NewMesh(physics.MeshDef{Vertices: placed, Indices: indices, TwoSided: own.At("twoSided").Flag(false),
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
