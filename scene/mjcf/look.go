package mjcf

import (
	"fmt"
	"path"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/paint"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// looks are the materials and textures of a model, and the looks of its geoms.
type looks struct {
	textures  linkshape.Textures
	pictures  map[string]*texture
	materials map[string]*material
	drawn     []drawnGeom
	solids    map[solidKey]*scenes.DrawMesh
	// colored says that some geom has a colour or a mesh: then all are drawn as the file has them.
	colored bool
}

func newLooks(beside model.Beside) looks {
	return looks{textures: linkshape.NewTextures(beside), pictures: map[string]*texture{},
		materials: map[string]*material{},
		solids:    map[solidKey]*scenes.DrawMesh{}}
}

// texture is a picture of a file, or one that the format makes of two colours.
type texture struct {
	picture *paint.Picture
	checker bool
	rgb     [2][3]float32
}

// material is a colour (sRGB) times a texture, nil for none.
type material struct {
	color   [4]float32
	texture *texture
	repeat  [2]float32
	uniform bool // the texture repeats per metre, not per geom
	rough   float32
	metal   float32
}

// drawnGeom is a geom to draw on a body of the scene.
type drawnGeom struct {
	body  int
	parts []linkshape.Part
	at    vec.Transform
	look  material
}

// solidKey names the form of a solid by its sizes: equal solids are drawn with one mesh.
type solidKey struct {
	kind string
	size vec.Vec3
}

// visibleGroups are the groups of geoms that MuJoCo shows unless it is asked for others: by custom the rest collides.
const visibleGroups = 3

// texture reads a texture.
func (r *reader) texture(e *xmlscene.Element) {
	file, name := e.Text("file", ""), e.Text("name", "")
	if name == "" {
		name = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	t := &texture{rgb: [2][3]float32{{0.8, 0.8, 0.8}, {0.5, 0.5, 0.5}}}
	e.Numbers("rgb1", t.rgb[0][:])
	e.Numbers("rgb2", t.rgb[1][:])
	switch kind := e.Text("builtin", "none"); kind {
	case "checker":
		t.checker = true
	case "flat":
		t.rgb[1] = t.rgb[0]
	}
	for _, a := range []string{"type", "width", "height", "mark", "markrgb", "random", "content_type"} {
		e.Text(a, "")
	}
	if file != "" && e.Text("type", "cube") != "skybox" {
		t.picture = r.textures.Picture(path.Join(r.textureFolder, file))
		for _, missing := range r.textures.Missing() {
			e.Ignoref("%s: it is not drawn", missing)
		}
		t.checker, t.rgb = false, [2][3]float32{{1, 1, 1}, {1, 1, 1}}
	}
	r.pictures[name] = t
}

// material reads a material.
func (r *reader) material(e *xmlscene.Element) {
	m := &material{color: [4]float32{1, 1, 1, 1}, repeat: [2]float32{1, 1}, rough: linkshape.Roughness}
	e.Numbers4("rgba", &m.color)
	e.Numbers("texrepeat", m.repeat[:])
	m.uniform = e.Flag("texuniform", false)
	if x := e.Number("roughness", -1); x >= 0 {
		m.rough = x
	} else if e.Has("shininess") || e.Has("specular") {
		m.rough = 1 - 0.7*vec.Clamp(e.Number("shininess", 0.5)*e.Number("specular", 0.5)*2, 0, 1)
	}
	m.metal = vec.Clamp(e.Number("metallic", 0), 0, 1)
	name := e.Text("texture", "")
	for _, l := range e.All("layer") {
		file := l.Text("texture", "")
		if role := l.Text("role", ""); name == "" && (role == "rgb" || role == "rgba") {
			name = file
		}
	}
	if name != "" {
		if m.texture = r.pictures[name]; m.texture == nil {
			e.Ignoref("there is no texture %q", name)
		}
	}
	r.materials[e.Text("name", "")] = m
}

// defaultColor is that of geoms without one (sRGB).
var defaultColor = [4]float32{0.5, 0.5, 0.5, 1}

// lookOf is the material of a geom, with its own colour where it has one; own is false for neither.
func (r *reader) lookOf(g *xmlscene.Element) (look material, own bool) {
	look = material{color: defaultColor, repeat: [2]float32{1, 1}, rough: linkshape.Roughness}
	if name := g.Text("material", ""); name != "" {
		if m := r.materials[name]; m != nil {
			look, own = *m, true
		} else {
			g.Ignoref("there is no material %q", name)
		}
	}
	color := defaultColor
	if g.Numbers4("rgba", &color); color != defaultColor {
		look.color, own = color, true
	}
	return look, own
}

// draw notes the look of a geom, with its parts on a body of the scene.
func (r *reader) draw(g *xmlscene.Element, body int, f form) {
	look, own := r.lookOf(g)
	mesh := r.meshes[g.Text("mesh", "")]
	r.colored = r.colored || own || mesh != nil
	if group := g.Number("group", 0); group >= visibleGroups {
		key := fmt.Sprintf("group %g", group)
		g.Ignoref("%v", &model.Cause{Key: key, Text: key +
			" is not drawn, as in MuJoCo; the mood Blueprint shows what collides"})
		return
	}
	if look.color[3] <= 0 {
		g.Ignoref("is transparent: it is not drawn")
		return
	}
	d := drawnGeom{body: body, at: f.local, look: look}
	label := g.Text("name", g.Text("mesh", g.Text("type", "sphere")))
	kind, plane := f.plane()
	switch {
	case mesh != nil:
		d.parts = linkshape.Cut(&xmlscene.Mesh{Indices: mesh.indices, UV: mesh.uv}, mesh.points,
			[]linkshape.Paint{look.paint()}, label)
	case plane:
		if level := kind.Offset == 0 && f.local.P == (vec.Vec3{}) && kind.Normal == vec.AxisZ; level && !own {
			return // the ground of the picture stands for it
		}
		var size [3]float32
		g.Numbers("size", size[:])
		d.parts = look.tiles(size[0], size[1], label)
	default:
		var rotation vec.Quat
		if d.parts, rotation = r.solid(g, f, &look, label); d.parts == nil {
			return
		}
		d.at.Q = d.at.Q.Mul(rotation).Norm()
	}
	r.drawn = append(r.drawn, d)
}

// plane returns the plane of a form; ok is false for other forms.
func (f *form) plane() (p physics.Plane, ok bool) {
	if len(f.parts) > 0 {
		p, ok = f.parts[0].(physics.Plane)
	}
	return p, ok
}

// solid is a geom that is drawn as its shape, and the rotation to it.
func (r *reader) solid(g *xmlscene.Element, f form, look *material, label string) ([]linkshape.Part, vec.Quat) {
	key := solidKey{kind: g.Text("type", "sphere")}
	shape := f.parts[0]
	switch s := shape.(type) {
	case physics.Box:
		key.size = s.Half
	case physics.Sphere:
		key.size.X = s.Radius
	case physics.Capsule:
		key.size = vec.V3(s.Radius, s.A.Dist(s.B), 0)
	case physics.Cylinder:
		key.size = vec.V3(s.Radius, s.A.Dist(s.B), 0)
	default:
		return r.shape(f, look, label), vec.QuatIdentity
	}
	mesh, rotation, err := r.solids[key], vec.QuatIdentity, error(nil)
	if _, box := shape.(physics.Box); !box {
		rotation = xmlscene.Align(vec.AxisY, vec.AxisZ)
	}
	if mesh == nil {
		if mesh, _, err = linkshape.SolidDrawing(shape, label); err != nil {
			return nil, rotation
		}
		r.solids[key] = mesh
	}
	return []linkshape.Part{{Mesh: mesh, Color: look.flat()}}, rotation
}

// shape is the surface of a hull or terrain, which lies in the frame of its body, in that of the geom.
func (r *reader) shape(f form, look *material, label string) []linkshape.Part {
	mesh, _, err := linkshape.SolidDrawing(f.parts[0], label)
	if err != nil {
		return nil
	}
	back, points := f.local.Inverse(), make([]vec.Vec3, len(mesh.Points))
	for i, p := range mesh.Points {
		points[i] = back.Apply(p)
	}
	drawn := &scenes.DrawMesh{Label: label, Points: points, Indices: mesh.Indices}
	return []linkshape.Part{{Mesh: drawn, Color: look.flat()}}
}

// dress gives the bodies their drawings where the file has colours or meshes. A model without any is drawn as its
// shapes.
func (r *reader) dress() {
	if !r.colored {
		return
	}
	for _, d := range r.drawn {
		b := &r.scene.Bodies[d.body]
		for _, p := range d.parts {
			b.Drawings = append(b.Drawings, model.Drawing{Local: d.at, Mesh: p.Mesh, Color: p.Color,
				Roughness: d.look.rough, Metallic: d.look.metal})
		}
	}
}

// paint is the colour with the picture of the texture.
func (m *material) paint() linkshape.Paint {
	p := linkshape.Paint{Color: m.color}
	if m.texture == nil {
		return p
	}
	if p.Picture = m.texture.picture; p.Picture == nil {
		p.Color = m.times(m.texture.mean())
	}
	return p
}

// flat is the mean colour.
func (m *material) flat() [4]uint8 {
	p := m.paint()
	return linkshape.Bytes(p.Flat())
}

// times is the colour times another one.
func (m *material) times(c [3]float32) [4]float32 {
	return [4]float32{m.color[0] * c[0], m.color[1] * c[1], m.color[2] * c[2], m.color[3]}
}

func (t *texture) mean() [3]float32 {
	var c [3]float32
	for i := range c {
		c[i] = (t.rgb[0][i] + t.rgb[1][i]) / 2
	}
	return c
}

// endless (m) is the half side of a plane without end as it is drawn, and mostTiles bounds the squares along a side.
const (
	endless   = 20
	mostTiles = 80
)

// tiles are the parts of a plane in its own frame: one square, or those of a checker.
func (m *material) tiles(x, y float32, label string) []linkshape.Part {
	across := [2]float32{2, 2} // squares of a checker in a picture
	half := [2]float32{x, y}
	count := [2]int{1, 1}
	checked := m.texture != nil && m.texture.checker
	for i := range half {
		bounded := half[i] > 0
		if !bounded {
			half[i] = endless
		}
		squares := across[i] * m.repeat[i]
		if m.uniform || !bounded {
			squares *= half[i]
		}
		if checked = checked && squares <= mostTiles && squares >= 1; checked {
			count[i] = int(squares + 0.5)
		}
	}
	if !checked {
		count = [2]int{1, 1}
	}
	meshes := [2]*scenes.DrawMesh{{Label: label}, {Label: label}}
	for i := range count[0] {
		for k := range count[1] {
			at := meshes[(i+k)%2]
			first := uint32(len(at.Points))
			for _, c := range [4][2]int{{i, k}, {i + 1, k}, {i + 1, k + 1}, {i, k + 1}} {
				along := func(a int) float32 { return half[a] * (2*float32(c[a])/float32(count[a]) - 1) }
				at.Points = append(at.Points, vec.V3(along(0), along(1), 0))
			}
			at.Indices = append(at.Indices, first, first+1, first+2, first, first+2, first+3)
		}
	}
	if !checked {
		return []linkshape.Part{{Mesh: meshes[0], Color: m.flat()}}
	}
	var parts []linkshape.Part
	for i, mesh := range meshes {
		if len(mesh.Indices) > 0 {
			parts = append(parts, linkshape.Part{Mesh: mesh, Color: linkshape.Bytes(m.times(m.texture.rgb[i]))})
		}
	}
	return parts
}
