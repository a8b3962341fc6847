package mjcf

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/solid"
	"tumble/scene/internal/xmlscene"
)

// form is the geometry of a geom: convex parts or one exact shape, its pose on its body and its volume
// (m³), which is exact where the parts only come near.
type form struct {
	parts  []physics.Geometry
	local  vec.Transform
	volume float32
	// unit is the mass for a density of 1 where the parts only come near, in the frame of the geom; nil where they are
	// exact.
	unit *physics.MassData
	// own is 1 + the body of the scene that the parts are on where it is not that of the geom.
	own int
	// drawn says that it has no parts, meets nothing and is drawn all the same.
	drawn bool
}

// geometry reads the form of a geom; without parts it cannot be used. at is the pose of its body
// element in the body, static says that the body stands still.
func (r *reader) geometry(g *xmlscene.Element, at vec.Transform, static bool) form {
	var size [3]float32
	g.Numbers("size", size[:])
	kind := g.Text("type", "sphere")
	out := form{local: at.Mul(r.pose(g))}
	half := size[1]
	a, b := out.local.Apply(vec.V3(0, 0, -half)), out.local.Apply(vec.V3(0, 0, half))
	var ends [6]float32
	if g.Has("fromto") && g.Numbers("fromto", ends[:]) == 6 {
		outer := at
		if f, ok := r.frames[g]; ok {
			outer = at.Mul(f)
		}
		a, b = outer.Apply(vec.V3(ends[0], ends[1], ends[2])), outer.Apply(vec.V3(ends[3], ends[4], ends[5]))
		half = a.Dist(b) / 2
		out.local = vec.Transform{P: a.Lerp(b, 0.5), Q: xmlscene.Align(vec.AxisZ, a.Sub(b))}
		if kind == "box" || kind == "ellipsoid" {
			size[1], size[2] = size[0], half
		}
	}
	if g.Has("mesh") && kind != "mesh" {
		g.Warnf("a %s fitted to a mesh: the hull of the mesh is taken", kind)
		kind = "mesh"
	}
	if kind != "mesh" && kind != "plane" && kind != "hfield" && kind != "sdf" && size[0] <= 0 {
		g.Errorf("size: must be positive")
		return out
	}
	s, h := float64(size[0]), 2*float64(half)
	switch kind {
	case "sphere":
		return out.with(physics.Sphere{Center: out.local.P, Radius: size[0]}, 4*math.Pi/3*s*s*s)
	case "capsule":
		return out.with(physics.Capsule{A: a, B: b, Radius: size[0]}, math.Pi*s*s*h+4*math.Pi/3*s*s*s)
	case "cylinder":
		return out.with(physics.Cylinder{A: a, B: b, Radius: size[0]}, math.Pi*s*s*h)
	case "box":
		return out.with(physics.Box{Half: vec.V3(size[0], size[1], size[2]), Center: out.local.P,
			Rotation: out.local.Q.Norm()}, 8*s*float64(size[1])*float64(size[2]))
	case "ellipsoid":
		half := vec.V3(size[0], size[1], size[2])
		return r.hulls(g, out, solid.EllipsoidPoints(half), ellipsoidMass(half))
	case "plane":
		if !static {
			g.Errorf("a plane must hang on the world")
			return out
		}
		normal := out.local.Q.Rotate(vec.AxisZ)
		return out.with(physics.Plane{Normal: normal, Offset: normal.Dot(out.local.P)}, 0)
	case "hfield":
		return r.hfieldForm(g, out, static)
	case "mesh":
		return r.meshForm(g, out)
	}
	g.Lossf("type %q is left out", kind)
	return out
}

func (f form) with(g physics.Geometry, volume float64) form {
	f.parts, f.volume = []physics.Geometry{g}, float32(volume)
	return f
}

// meshForm is the convex hull of a mesh, with which MuJoCo collides, too.
func (r *reader) meshForm(g *xmlscene.Element, out form) form {
	m, ok := r.meshes[g.Text("mesh", "")]
	if !ok {
		g.Lossf("there is no mesh %q: the shape is left out", g.Text("mesh", ""))
		return out
	}
	if m == nil {
		return out // told where the mesh is
	}
	parts, err := m.hull()
	if err != nil && bits(g, "contype") == 0 && bits(g, "conaffinity") == 0 {
		useAll(g)
		out.drawn = true
		return out
	}
	if err != nil {
		g.Lossf("%v: the shape is left out", err)
		return out
	}
	return r.hulls(g, out, append([]vec.Vec3(nil), parts[0].(physics.Hull).Vertices()...), m.unit())
}

// hulls is the form of the hull of some points.
func (r *reader) hulls(g *xmlscene.Element, out form, points []vec.Vec3, unit physics.MassData) form {
	for i := range points {
		points[i] = out.local.Apply(points[i])
	}
	h, err := convex.Stable(points)
	if err != nil {
		g.Lossf("%v: the shape is left out", err)
		return out
	}
	out.unit = &unit
	return out.with(h, float64(unit.Mass))
}
