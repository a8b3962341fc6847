package animation

import (
	"math"

	"tumble/renderer"
)

// geometry is the mesh of a part, one for all parts alike.
type geometry struct {
	shelf *shelf
	mesh  int
	// stretch of a capsule, in radii
	stretch float32
	// shade is the brightness of every other quarter around the y axis, 0 where all are alike.
	shade float32
	// ball stands for the sphere, whose quarters meet at meridians.
	ball bool
}

// geometryOf is the geometry of a part.
func geometryOf(p *part) geometry {
	g := geometry{shelf: p.shelf, mesh: p.look.Mesh, stretch: p.look.Stretch}
	if m := &p.look.Material; m.Pattern == renderer.PatternSectors {
		g.shade, g.ball = 1-m.Variation, p.ball
	}
	return g
}

// corner is a vertex as it is written.
type corner struct {
	at, normal [3]float32
	shade      float32
}

// triangles returns the vertices of a geometry, equal ones once, and the triangles between them.
func (g geometry) triangles() (vertices []corner, indices []uint32) {
	d := g.shelf.meshes[g.mesh]
	if g.ball {
		d = renderer.UVSphereMesh(detail)
	}
	known := map[corner]uint32{}
	for f := 0; f+2 < len(d.Indices); f += 3 {
		triangle := d.Indices[f : f+3]
		shade := g.quarter(&d, triangle)
		for _, i := range triangle {
			v := &d.Vertices[i]
			c := corner{[3]float32{v.X, v.Y + float32(v.Side)*g.stretch, v.Z}, unit(v), shade}
			at, ok := known[c]
			if !ok {
				at = uint32(len(vertices))
				known[c] = at
				vertices = append(vertices, c)
			}
			indices = append(indices, at)
		}
	}
	return vertices, indices
}

// quarter is the brightness of the quarter around the y axis that a triangle is in.
func (g geometry) quarter(d *renderer.MeshDesc, triangle []uint32) float32 {
	x, z := float32(0), float32(0)
	for _, i := range triangle {
		x, z = x+d.Vertices[i].X, z+d.Vertices[i].Z
	}
	if g.shade > 0 && x*z < 0 {
		return g.shade
	}
	return 1
}

// unit is a normal of length one: validators measure it, and rounding in meshes of files leaves it a little off.
func unit(v *renderer.Vertex) [3]float32 {
	x, y, z := float64(v.NX), float64(v.NY), float64(v.NZ)
	l := math.Sqrt(x*x + y*y + z*z)
	if !(l > 0) {
		return [3]float32{0, 1, 0}
	}
	return [3]float32{float32(x / l), float32(y / l), float32(z / l)}
}
