package xmlscene

import "strings"

// The parts of a COLLADA 1.4 document that colours are made of.
type (
	daeLooks struct {
		Images []struct {
			ID   string `xml:"id,attr"`
			File string `xml:"init_from"`
		} `xml:"library_images>image"`
		Effects []struct {
			ID      string     `xml:"id,attr"`
			Profile daeProfile `xml:"profile_COMMON"`
		} `xml:"library_effects>effect"`
		Materials []struct {
			ID     string `xml:"id,attr"`
			Effect struct {
				URL string `xml:"url,attr"`
			} `xml:"instance_effect"`
		} `xml:"library_materials>material"`
	}
	daeProfile struct {
		Params []struct {
			SID     string `xml:"sid,attr"`
			Image   string `xml:"surface>init_from"`
			Sampled string `xml:"sampler2D>source"`
		} `xml:"newparam"`
		Lambert  daeShading `xml:"technique>lambert"`
		Phong    daeShading `xml:"technique>phong"`
		Blinn    daeShading `xml:"technique>blinn"`
		Constant daeShading `xml:"technique>constant"`
	}
	daeShading struct {
		Diffuse  daeColor `xml:"diffuse"`
		Emission daeColor `xml:"emission"`
	}
	daeColor struct {
		Color   string `xml:"color"`
		Texture *struct {
			Name string `xml:"texture,attr"`
		} `xml:"texture"`
	}
	daeBind struct {
		Symbol string `xml:"symbol,attr"`
		Target string `xml:"target,attr"`
	}
	// daeLookup are the materials of a document by their ids.
	daeLookup map[string]Surface
)

// lookup collects the materials.
func (d *daeLooks) lookup() daeLookup {
	images, effects, out := map[string]string{}, map[string]Surface{}, daeLookup{}
	for _, im := range d.Images {
		images[im.ID] = strings.TrimSpace(im.File)
	}
	for i := range d.Effects {
		e := &d.Effects[i]
		effects[e.ID] = e.Profile.surface(images)
	}
	for _, m := range d.Materials {
		if s, ok := effects[strings.TrimPrefix(m.Effect.URL, "#")]; ok {
			s.Name = m.ID
			out[m.ID] = s
		}
	}
	return out
}

// surface is the diffuse colour or texture of an effect, or what it emits where it has no diffuse one.
func (p *daeProfile) surface(images map[string]string) Surface {
	s := Surface{Color: plain}
	for _, shading := range []*daeShading{&p.Lambert, &p.Phong, &p.Blinn, &p.Constant} {
		for _, c := range []*daeColor{&shading.Diffuse, &shading.Emission} {
			if c.Texture != nil {
				s.Color, s.Texture = [4]float32{1, 1, 1, 1}, p.image(c.Texture.Name, images)
				return s
			}
			x, err := daeFloats(c.Color, 4)
			if err != nil || len(x) < 3 {
				continue
			}
			for i := range 3 {
				s.Color[i] = float32(x[i])
			}
			return s
		}
	}
	return s
}

// image is the file that a sampler, its surface or an image names.
func (p *daeProfile) image(name string, images map[string]string) string {
	for range 3 {
		if file, ok := images[name]; ok {
			return file
		}
		for _, n := range p.Params {
			if n.SID == name {
				name = strings.TrimSpace(n.Sampled + n.Image)
				break
			}
		}
	}
	return images[name]
}

// bind is the surface of the mesh for a symbol of a geometry, −1 where no material is bound to it.
func (r *daeReader) bind(symbol string, binds []daeBind) int32 {
	target := symbol
	for _, b := range binds {
		if b.Symbol == symbol {
			target = strings.TrimPrefix(b.Target, "#")
		}
	}
	look, ok := r.looks[target]
	if !ok {
		return -1
	}
	k, ok := r.surfaces[target]
	if !ok {
		k = int32(len(r.mesh.Surfaces))
		r.surfaces[target] = k
		r.mesh.Surfaces = append(r.mesh.Surfaces, look)
	}
	return k
}
