package trimesh

import "tumble/scene/internal/paint"

// surfaceOf is the surface of a material.
type surfaceOf struct {
	color               [4]float32
	texture             *paint.Picture
	set                 int
	roughness, metallic float32
	twoSided            bool
}

func (d *Textures) surfaceOf(material int) surfaceOf {
	s := surfaceOf{color: [4]float32{0.8, 0.8, 0.8, 1}, roughness: 0.9}
	if material < 0 {
		return s
	}
	m := d.GLTF.Materials[material]
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
func (s *surfaceOf) colorAt(p *Primitive, t []uint32) [4]float32 {
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
		sum = s.texture.Over(uv[t[0]], uv[t[1]], uv[t[2]])
		c = [4]float32{c[0] * sum[0], c[1] * sum[1], c[2] * sum[2], c[3]}
	}
	return c
}
