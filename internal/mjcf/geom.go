package mjcf

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// geoms reads the geoms of an element into a body, or into the static one for −1; at is the place of
// the element in that body, in the world for −1.
func (r *reader) geoms(e *xmlscene.Element, body int, at vec.Transform, childClass string) {
	list := e.All("geom")
	if len(list) == 0 {
		return
	}
	static := body < 0
	if static {
		body = r.fixedBody()
		// the static body has its z axis upwards, as the file
		at = vec.Transform{Q: xmlscene.Upright()}.InvMul(at)
	}
	for _, g := range list {
		r.inherit(g, childClass)
		geometry, local := r.geometry(g, at, static)
		if geometry == nil {
			continue
		}
		def, solid := r.surface(g, geometry)
		b := &r.scene.Bodies[body]
		if color := ([4]float32{0.5, 0.5, 0.5, 1}); g.Has("rgba") || g.Has("mesh") {
			g.Numbers4("rgba", &color)
			r.draw(g, b, local, color)
		}
		if solid {
			b.Shapes = append(b.Shapes, scenefile.Shape{Geometry: geometry, Def: def})
		}
	}
}

// draw adds the mesh of a mesh geom; other geoms are drawn as their shapes.
func (r *reader) draw(g *xmlscene.Element, b *scenefile.Body, local vec.Transform, color [4]float32) {
	m, ok := r.meshes[g.Text("mesh", "")]
	if !ok {
		return
	}
	var c [4]uint8
	for i := range c {
		c[i] = uint8(255*vec.Clamp(color[i], 0, 1) + 0.5)
	}
	b.Drawings = append(b.Drawings, scenefile.Drawing{
		Local: local, Mesh: &scenes.DrawMesh{Label: g.Text("mesh", ""), Points: m.points, Indices: m.indices}, Color: c, Roughness: 0.6,
	})
}

// surface reads what a geom is made of; solid is false for one that collides with nothing.
func (r *reader) surface(g *xmlscene.Element, geometry physics.Geometry) (physics.ShapeDef, bool) {
	def := physics.DefaultShapeDef()
	def.ContactEvents, def.SensorEvents = true, true
	def.Density = g.Number("density", 1000)
	if g.Has("mass") {
		if volume := volumeOf(geometry); volume > 0 {
			def.Density = g.Number("mass", 0) / volume
		}
	}
	if def.Density < 0 {
		g.Errorf("density and mass must not be negative")
		def.Density = 0
	}
	var f [3]float32
	f[0] = 1
	g.Numbers("friction", f[:])
	// of two geoms the larger friction counts
	def.Material.Friction, def.Material.FrictionRule = max(f[0], 0), physics.CombineMaximum
	kind, with := uint64(uint32(int32(g.Number("contype", 1)))), uint64(uint32(int32(g.Number("conaffinity", 1))))
	if kind == 0 && with == 0 {
		return def, false
	}
	// one side is enough in MuJoCo, both must agree here
	def.Filter.Category, def.Filter.Mask = kind|with, kind|with
	return def, true
}

// volumeOf is the volume (m³) of a geometry: the mass of a body of 1 kg/m³.
func volumeOf(g physics.Geometry) float32 {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return 0
	}
	def := physics.DefaultBodyDef()
	def.Type = physics.Dynamic
	b, err := w.CreateBody(def)
	if err != nil {
		return 0
	}
	shape := physics.DefaultShapeDef()
	if _, err := b.CreateShape(g, shape); err != nil {
		return 0
	}
	return b.Mass() / 1000
}

// geometry reads the form of a geom and where it is on its body; nil if it cannot be used.
func (r *reader) geometry(g *xmlscene.Element, at vec.Transform, static bool) (physics.Geometry, vec.Transform) {
	var size [3]float32
	g.Numbers("size", size[:])
	local := at.Mul(r.pose(g))
	kind := g.Text("type", "sphere")
	half := size[1]
	a, b := local.Apply(vec.V3(0, 0, -half)), local.Apply(vec.V3(0, 0, half))
	var ends [6]float32
	if g.Has("fromto") && g.Numbers("fromto", ends[:]) == 6 {
		a, b = at.Apply(vec.V3(ends[0], ends[1], ends[2])), at.Apply(vec.V3(ends[3], ends[4], ends[5]))
		half = a.Dist(b) / 2
		local = vec.Transform{P: a.Lerp(b, 0.5), Q: xmlscene.Align(vec.AxisZ, b.Sub(a))}
	}
	if kind != "mesh" && kind != "plane" && kind != "hfield" && size[0] <= 0 {
		g.Errorf("size: must be positive")
		return nil, local
	}
	switch kind {
	case "sphere":
		return physics.Sphere{Center: local.P, Radius: size[0]}, local
	case "capsule":
		return physics.Capsule{A: a, B: b, Radius: size[0]}, local
	case "cylinder":
		return physics.Cylinder{A: a, B: b, Radius: size[0]}, local
	case "box":
		if g.Has("fromto") {
			size[1], size[2] = size[0], half
		}
		return physics.Box{Half: vec.V3(size[0], size[1], size[2]), Center: local.P, Rotation: local.Q.Norm()}, local
	case "ellipsoid":
		return r.hull(g, ellipsoid(vec.V3(size[0], size[1], size[2])), local), local
	case "plane":
		if !static {
			g.Errorf("a plane must hang on the world")
			return nil, local
		}
		normal := local.Q.Rotate(vec.AxisZ)
		return physics.Plane{Normal: normal, Offset: normal.Dot(local.P)}, local
	case "mesh":
		m, ok := r.meshes[g.Text("mesh", "")]
		if !ok {
			g.Lossf("there is no mesh %q: the shape is left out", g.Text("mesh", ""))
			return nil, local
		}
		return r.hull(g, append([]vec.Vec3(nil), m.points...), local), local
	}
	g.Lossf("type %q is left out", kind)
	return nil, local
}

func (r *reader) hull(g *xmlscene.Element, points []vec.Vec3, local vec.Transform) physics.Geometry {
	for i := range points {
		points[i] = local.Apply(points[i])
	}
	h, err := physics.NewHull(points)
	if err != nil {
		g.Lossf("%v: the shape is left out", err)
		return nil
	}
	return h
}

// ellipsoid returns points on an ellipsoid.
func ellipsoid(s vec.Vec3) []vec.Vec3 {
	points := []vec.Vec3{{Z: s.Z}, {Z: -s.Z}}
	for i := 1; i < 8; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / 8)
		for k := range 14 {
			y, x := math.Sincos(2 * math.Pi * float64(k) / 14)
			points = append(points, vec.V3(s.X*float32(sin*x), s.Y*float32(sin*y), s.Z*float32(cos)))
		}
	}
	return points
}
