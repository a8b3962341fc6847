package gltfscene

import (
	"fmt"

	"tumble/internal/scenefile"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// The renderer draws meshes of one colour. A mesh with a texture or with colours at its vertices is
// cut into parts: each triangle gets the mean of its colours, rounded so that few parts come out.

// drawKey names a mesh that was prepared before: the same mesh, equally scaled.
type drawKey struct {
	mesh  int
	scale mat3
}

// part is what is drawn of a mesh in one colour.
type part struct {
	mesh                *scenes.DrawMesh
	color               [4]uint8
	roughness, metallic float32
}

// maxDrawings bounds the parts that are drawn.
const maxDrawings = 1 << 16

// readDrawings gives bodies their meshes to draw.
func (d *decoder) readDrawings() {
	count := 0
	for _, i := range d.walked {
		n := &d.nodes[i]
		index := d.doc.Nodes[i].Mesh
		if index == nil || n.rel.s == (mat3{}) || d.root.at("meshes").element(*index).path("extensions", extOwn, "showsShape").flag(false) {
			continue
		}
		if d.doc.Nodes[i].Skin != nil {
			d.drawSkinned(i, *index, *d.doc.Nodes[i].Skin)
			continue
		}
		body, at := n.body, n.rel
		if body < 0 {
			body, at = d.sceneryBody(), n.world
		}
		for _, p := range d.parts(*index, at.s) {
			if count++; count > maxDrawings {
				d.f.Warnf(fmt.Sprintf("/nodes/%d", i), "more than %d parts to draw: the rest is left out", maxDrawings)
				return
			}
			d.draw(body, at.transform(), p)
		}
	}
}

func (d *decoder) draw(body int, at vec.Transform, p part) {
	b := &d.scene.Bodies[body]
	b.Drawings = append(b.Drawings, scenefile.Drawing{Local: at, Mesh: p.mesh, Color: p.color, Roughness: p.roughness, Metallic: p.metallic})
}

// parts returns what is drawn of a mesh at a scale.
func (d *decoder) parts(index int, scale mat3) []part {
	key := drawKey{index, scale}
	if parts, ok := d.drawn[key]; ok {
		return parts
	}
	d.drawn[key] = nil
	m := d.mesh(index)
	o := space{q: unitQuat, s: scale}
	label := d.doc.Meshes[index].Name
	var parts []part
	for k := range m.primitives {
		p := &m.primitives[k]
		if len(p.indices) == 0 {
			continue
		}
		if !d.spend(len(p.indices)/3, value{nil, fmt.Sprintf("/meshes/%d/primitives/%d", index, k), d.f}) {
			return nil
		}
		parts = append(parts, d.split(p, &o, label)...)
	}
	d.drawn[key] = parts
	return parts
}

// surfaceOf is what a material says.
type surfaceOf struct {
	color               [4]float32
	texture             *picture
	set                 int
	roughness, metallic float32
	twoSided            bool
}

func (d *decoder) surfaceOf(material int) surfaceOf {
	s := surfaceOf{color: [4]float32{0.8, 0.8, 0.8, 1}, roughness: 0.9}
	if material < 0 {
		return s
	}
	m := d.doc.Materials[material]
	s.color, s.roughness, s.metallic, s.twoSided = [4]float32{1, 1, 1, 1}, 1, 1, m.DoubleSided
	if p := m.PBRMetallicRoughness; p != nil {
		for i, c := range p.BaseColorFactorOrDefault() {
			s.color[i] = float32(c)
		}
		s.roughness, s.metallic = float32(p.RoughnessFactorOrDefault()), float32(p.MetallicFactorOrDefault())
		if p.BaseColorTexture != nil {
			s.texture, s.set = d.picture(p.BaseColorTexture.Index), p.BaseColorTexture.TexCoord
		}
	}
	if m.AlphaMode != 2 { // only BLEND lets light through
		s.color[3] = 1
	}
	return s
}

// colorAt is the colour of a triangle.
func (s *surfaceOf) colorAt(p *primitive, t []uint32) [4]float32 {
	c := s.color
	times := func(x [4]float32, share float32, sum *[4]float32) {
		for i := range sum {
			sum[i] += x[i] * share
		}
	}
	var sum [4]float32
	if p.colors != nil {
		for _, k := range t {
			times(p.colors[k], 1.0/3, &sum)
		}
		c = [4]float32{c[0] * sum[0], c[1] * sum[1], c[2] * sum[2], c[3]}
	}
	if s.texture != nil && s.set < 2 && p.texcoords[s.set] != nil {
		uv := p.texcoords[s.set]
		sum = [4]float32{}
		a, b, e := uv[t[0]], uv[t[1]], uv[t[2]]
		for _, w := range [4][3]float32{{1.0 / 3, 1.0 / 3, 1.0 / 3}, {0.6, 0.2, 0.2}, {0.2, 0.6, 0.2}, {0.2, 0.2, 0.6}} {
			times(s.texture.at(w[0]*a[0]+w[1]*b[0]+w[2]*e[0], w[0]*a[1]+w[1]*b[1]+w[2]*e[1]), 0.25, &sum)
		}
		c = [4]float32{c[0] * sum[0], c[1] * sum[1], c[2] * sum[2], c[3]}
	}
	return c
}

// maxShades is how many colours a mesh may be cut into.
const maxShades = 32

// split cuts a primitive into parts of one colour.
func (d *decoder) split(p *primitive, o *space, label string) []part {
	s := d.surfaceOf(p.material)
	colors := make([][4]uint8, len(p.indices)/3)
	bits := 8
	for {
		seen := map[[4]uint8]bool{}
		for t := range colors {
			c := s.colorAt(p, p.indices[3*t:3*t+3])
			for i := range 3 {
				colors[t][i] = rounded(toSRGB(c[i]), bits)
			}
			colors[t][3] = uint8(max(0, min(1, c[3]))*255 + 0.5)
			seen[colors[t]] = true
		}
		if len(seen) <= maxShades || bits <= 2 {
			break
		}
		bits -= 2
	}
	var parts []part
	var order [][4]uint8
	byColor := map[[4]uint8][]uint32{}
	for t, c := range colors {
		if byColor[c] == nil {
			order = append(order, c)
		}
		byColor[c] = append(byColor[c], p.indices[3*t:3*t+3]...)
	}
	for _, c := range order {
		parts = append(parts, part{mesh: compact(p, byColor[c], o, label, s.twoSided), color: c, roughness: s.roughness, metallic: s.metallic})
	}
	return parts
}

// rounded keeps the upper bits of a colour and fills the lower ones with the middle.
func rounded(x uint8, bits int) uint8 {
	if bits >= 8 {
		return x
	}
	step := 256 >> bits
	return uint8(min(int(x)/step*step+step/2, 255))
}

// compact is the mesh of some of the triangles.
func compact(p *primitive, indices []uint32, o *space, label string, twoSided bool) *scenes.DrawMesh {
	m := &scenes.DrawMesh{Label: label}
	known := map[uint32]uint32{}
	mirrored := o.s.det() < 0
	for _, k := range indices {
		at, ok := known[k]
		if !ok {
			at = uint32(len(m.Points))
			known[k] = at
			m.Points = append(m.Points, o.scaled(p.points[k]))
		}
		m.Indices = append(m.Indices, at)
	}
	if mirrored {
		flip(m.Indices)
	}
	if twoSided {
		m.Indices = append(m.Indices, back(m.Indices)...)
	}
	return m
}

func flip(indices []uint32) {
	for i := 0; i+2 < len(indices); i += 3 {
		indices[i+1], indices[i+2] = indices[i+2], indices[i+1]
	}
}

// back is the other side of triangles.
func back(indices []uint32) []uint32 {
	other := append([]uint32(nil), indices...)
	flip(other)
	return other
}
