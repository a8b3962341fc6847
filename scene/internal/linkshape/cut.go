package linkshape

import (
	"slices"

	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/paint"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Paint is the look of a surface: its colour (sRGB) times that of a picture, nil for none.
type Paint struct {
	Color   [4]float32
	Picture *paint.Picture
}

// Part is the triangles of a mesh that have one colour.
type Part struct {
	Mesh  *scenes.DrawMesh
	Color [4]uint8
	// Bare says that the mesh has no colour here: it takes that of who names it.
	Bare bool
}

// Cut cuts a mesh into parts of one colour. points are those of the mesh where they are drawn; paints are those of
// the surfaces of the
// mesh, or a single one for a mesh without surfaces.
func Cut(m *xmlscene.Mesh, points []vec.Vec3, paints []Paint, label string) []Part {
	if len(paints) == 0 || m.Of == nil && len(paints) == 1 && (paints[0].Picture == nil || m.UV == nil) {
		part := Part{Mesh: &scenes.DrawMesh{Label: label, Points: points, Indices: m.Indices}, Bare: len(paints) == 0}
		if !part.Bare {
			part.Color = Bytes(paints[0].Flat())
		}
		return []Part{part}
	}
	var bare []int
	var list []int
	for t := range len(m.Indices) / 3 {
		if m.Of != nil && m.Of[t] < 0 {
			bare = append(bare, t)
		} else {
			list = append(list, t)
		}
	}
	colors := paint.Shades(len(list), func(i int) [4]float32 {
		p := &paints[0]
		if m.Of != nil {
			p = &paints[m.Of[list[i]]]
		}
		return p.over(m, list[i])
	})
	var parts []Part
	for _, g := range paint.Groups(colors) {
		for i, k := range g.Triangles {
			g.Triangles[i] = list[k]
		}
		parts = append(parts, Part{Mesh: some(m, points, g.Triangles, label), Color: g.Color})
	}
	if len(bare) > 0 {
		parts = append(parts, Part{Mesh: some(m, points, bare, label), Bare: true})
	}
	return parts
}

// Plain are parts without their own colours.
func Plain(parts []Part) []Part {
	out := slices.Clone(parts)
	for i := range out {
		out[i].Bare = true
	}
	return out
}

// Drawings are parts at a place of a body; color is that of parts without one.
func Drawings(parts []Part, at vec.Transform, color [4]float32) []model.Drawing {
	var list []model.Drawing
	for _, p := range parts {
		c := p.Color
		if p.Bare {
			c = Bytes(color)
		}
		list = append(list, model.Drawing{Local: at, Mesh: p.Mesh, Color: c, Roughness: Roughness})
	}
	return list
}

// Roughness is that of surfaces whose file says none.
const Roughness = 0.6

// some is the mesh of some triangles.
func some(m *xmlscene.Mesh, points []vec.Vec3, triangles []int, label string) *scenes.DrawMesh {
	out, known := &scenes.DrawMesh{Label: label}, map[uint32]uint32{}
	for _, t := range triangles {
		for _, k := range m.Indices[3*t : 3*t+3] {
			at, ok := known[k]
			if !ok {
				at = uint32(len(out.Points))
				known[k] = at
				out.Points = append(out.Points, points[k])
			}
			out.Indices = append(out.Indices, at)
		}
	}
	return out
}

// linear is the colour as linear light.
func (p *Paint) linear() [4]float32 {
	c := p.Color
	for i := range 3 {
		c[i] = paint.Linear(c[i])
	}
	return c
}

// over is the colour (linear) of a triangle of a mesh.
func (p *Paint) over(m *xmlscene.Mesh, t int) [4]float32 {
	c := p.linear()
	if p.Picture == nil || m.UV == nil {
		return c
	}
	uv := m.UV[3*t : 3*t+3]
	down := func(x [2]float32) [2]float32 { return [2]float32{x[0], 1 - x[1]} }
	x := p.Picture.Over(down(uv[0]), down(uv[1]), down(uv[2]))
	return [4]float32{c[0] * x[0], c[1] * x[1], c[2] * x[2], c[3]}
}

// Flat is the colour (sRGB) of a surface whose texture has no place on it: the mean.
func (p *Paint) Flat() [4]float32 {
	if p.Picture == nil {
		return p.Color
	}
	c, x := p.linear(), p.Picture.Mean()
	for i := range 3 {
		c[i] = float32(paint.SRGB(c[i]*x[i])) / 255
	}
	return c
}
