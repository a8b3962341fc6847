package mjcf

import (
	"math"
	"strconv"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// owner is the body element that geoms belong to: its names for exclude elements, the body of the
// scene, −1 for the world, and the pose there.
type owner struct {
	name, parent string
	body         int
	at           vec.Transform
	class        string
	jointed      bool // it has joints of its own
}

// fixedBody is the static body that carries what hangs on the world.
func (r *reader) fixedBody() int {
	if r.fixed < 0 {
		def := physics.DefaultBodyDef()
		def.Name, def.Rotation = "world", xmlscene.Upright()
		r.fixed = r.append(model.Body{Def: def})
	}
	return r.fixed
}

// append adds a body to the scene.
func (r *reader) append(b model.Body) int {
	r.scene.Bodies = append(r.scene.Bodies, b)
	r.parts = append(r.parts, nil)
	return len(r.scene.Bodies) - 1
}

// readGeoms reads the geoms of an element into its body and returns the masses that it has by them.
func (r *reader) readGeoms(e *xmlscene.Element, o owner) geomMass {
	static := o.body < 0
	var sum geomMass
	for _, g := range e.All("geom") {
		r.inherit(g, o.class)
		if static && o.body < 0 {
			o.body = r.fixedBody()
			// the static body has its z axis upwards, as the file
			o.at = vec.Transform{Q: xmlscene.Upright()}.InvMul(o.at)
		}
		f := r.geometry(g, o.at, static)
		if f.drawn {
			r.draw(g, o.body, f)
		}
		if len(f.parts) == 0 {
			continue
		}
		taken, grown := linkshape.Solid(f.parts[0])
		f.parts[0] = taken
		if grown {
			g.Warnf("is thinner than 0.2 mm: that is taken")
		}
		def := r.surface(g, f)
		on := o.body
		if f.own > 0 {
			on = f.own - 1
		}
		b := &r.scene.Bodies[on]
		r.draw(g, on, f)
		t := collisionType{contype: bits(g, "contype"), conaffinity: bits(g, "conaffinity"), body: o.name,
			parent: o.parent, geom: g.Text("name", "")}
		t.shape = geomRef{on, len(b.Shapes), len(f.parts)}
		for _, p := range f.parts {
			b.Shapes = append(b.Shapes, model.Shape{Name: t.geom, Geometry: p, Def: def})
		}
		if def.Density > 0 {
			sum.add(b.Shapes[t.shape.first:], f, def.Density)
		}
		r.types = append(r.types, t)
		if name := t.geom; name != "" {
			r.geoms[name], r.geomFrames[name] = t.shape, attachment{o.body, f.local, o.jointed}
		}
	}
	return sum
}

// bits are the 32 bits of an attribute, which a float does not hold.
func bits(g *xmlscene.Element, name string) uint32 {
	text := strings.TrimSpace(g.Text(name, "1"))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= math.MinInt32 && n <= math.MaxUint32 {
		return uint32(n)
	}
	g.Errorf("%s=%q: must be an integer of 32 bits", name, text)
	return 0
}

// surface reads material and density of a geom. The density gives its parts its mass.
func (r *reader) surface(g *xmlscene.Element, f form) physics.ShapeDef {
	def := physics.DefaultShapeDef()
	def.ContactEvents, def.SensorEvents = true, true
	density := g.Number("density", 1000)
	mass := density * f.volume
	if g.Has("mass") {
		mass = g.Number("mass", 0)
	}
	if group := g.Number("group", 0); group < r.massGroups[0] || group > r.massGroups[1] {
		mass, density = 0, 0
	}
	if mass < 0 {
		g.Errorf("density and mass must not be negative")
		mass = 0
	}
	def.Density = 0
	_, hull := f.parts[0].(physics.Hull)
	switch volume := volumeOf(f.parts); {
	case volume > 0 && (hull || g.Has("mass")):
		def.Density = mass / volume
	case volume > 0:
		def.Density = max(density, 0)
	}
	var friction [3]float32
	friction[0] = 1
	g.Numbers("friction", friction[:])
	// of two geoms the larger friction counts
	def.Material.Friction, def.Material.FrictionRule = max(friction[0], 0), physics.CombineMaximum
	return def
}

// volumeOf is the volume (m³) that the engine gives shapes.
func volumeOf(parts []physics.Geometry) float32 {
	if h, ok := parts[0].(physics.Hull); ok && len(parts) == 1 {
		return convex.Volume(h)
	}
	b := model.Body{Def: physics.DefaultBodyDef()}
	for _, p := range parts {
		switch p.(type) {
		case physics.Plane, physics.Mesh, physics.HeightField:
			return 0
		}
		def := physics.DefaultShapeDef()
		def.Density = 1
		b.Shapes = append(b.Shapes, model.Shape{Geometry: p, Def: def})
	}
	data, _ := b.ShapeMass()
	return data.Mass
}
