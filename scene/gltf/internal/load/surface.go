package load

import (
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/trimesh"
)

// surface returns the points and triangles of a mesh, or of a node with all below it, for a collider.
func surface(d *tree, m *trimesh.Meshes, index, from int, g jsonvalue.Value) (points []vec.Vec3, indices []uint32) {
	if index >= 0 {
		return appendSurface(m, nil, nil, index, affine.Origin)
	}
	type visit struct {
		node, depth int
		at          affine.Space
	}
	stack := []visit{{from, 0, affine.Origin}}
	visits := 0
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visits++; v.depth > maxDepth || visits > len(d.nodes) {
			g.Errorf("node %d is its own descendant", from)
			return nil, nil
		}
		n := d.GLTF.Nodes[v.node]
		if n.Mesh != nil {
			points, indices = appendSurface(m, points, indices, *n.Mesh, v.at)
			if len(indices)/3 > document.MaxElements {
				g.Errorf("%v", document.ErrElements)
				return nil, nil
			}
		}
		for i := len(n.Children) - 1; i >= 0; i-- {
			c := n.Children[i]
			stack = append(stack, visit{c, v.depth + 1, v.at.Within(&d.nodes[c].local)})
		}
	}
	if points == nil {
		g.Errorf("node %d has no mesh", from)
	}
	return points, indices
}

func appendSurface(all *trimesh.Meshes, points []vec.Vec3, indices []uint32, index int, at affine.Space) ([]vec.Vec3,
	[]uint32) {
	m := all.Mesh(index)
	for i := range m.Primitives {
		p := &m.Primitives[i]
		first := uint32(len(points))
		for _, x := range p.Points {
			if at != affine.Origin {
				x = at.Transform().Apply(at.Scaled(x))
			}
			points = append(points, x)
		}
		for _, k := range p.Indices {
			indices = append(indices, first+k)
		}
	}
	return points, indices
}
