package usd

import (
	"fmt"
	"math"
	"strconv"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/solid"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// drawable are the types of prims that have a surface.
var drawable = map[string]bool{
	"Cube": true, "Sphere": true, "Capsule": true, "Capsule_1": true, "Cylinder": true, "Cylinder_1": true,
	"Cone": true, "Plane": true, "Mesh": true,
}

func itoa(i int) string { return strconv.Itoa(i) }

// round is a solid about an axis of its prim.
type round struct {
	kind        string
	axis        int
	height      float64
	bottom, top float64 // radii
}

// size reads a positive size.
func size(p *usdstage.Prim, name string, other float64) float64 {
	x := p.Number(name, other)
	if !(x >= 0 && x <= 1e9) {
		p.Errorf("%s = %g: must be between 0 and 1e9", name, x)
		return other
	}
	return x
}

// axisOf reads an axis, 0 to 2.
func axisOf(p *usdstage.Prim, name, other string) int {
	switch a := p.Word(name, other); a {
	case "X", "Y", "Z":
		return int(a[0] - 'X')
	default:
		p.Errorf("%s = %.20q: must be X, Y or Z", name, a)
	}
	return 2
}

// readRound reads a capsule, cylinder or cone.
func readRound(p *usdstage.Prim) round {
	s := round{kind: p.Type, axis: axisOf(p, "axis", "Z")}
	switch p.Type {
	case "Capsule":
		s.height, s.bottom = size(p, "height", 1), size(p, "radius", 0.5)
		s.top = s.bottom
	case "Cylinder":
		s.height, s.bottom = size(p, "height", 2), size(p, "radius", 1)
		s.top = s.bottom
	case "Cone":
		s.height, s.bottom = size(p, "height", 2), size(p, "radius", 1)
	case "Capsule_1":
		s.height, s.bottom, s.top = size(p, "height", 1), size(p, "radiusBottom", 0.5), size(p, "radiusTop", 0.5)
		s.kind = "Capsule"
	case "Cylinder_1":
		s.height, s.bottom, s.top = size(p, "height", 2), size(p, "radiusBottom", 1), size(p, "radiusTop", 1)
		s.kind = "Cylinder"
	}
	return s
}

// geometry is the solid between two ends, with radii scaled.
func (s *round) geometry(a, b vec.Vec3, scale float64) physics.Geometry {
	bottom, top := float32(s.bottom*scale), float32(s.top*scale)
	switch {
	case s.kind == "Cone":
		return physics.Cone{Base: a, Apex: b, Radius: bottom}
	case s.kind == "Capsule" && bottom == top:
		return physics.Capsule{A: a, B: b, Radius: bottom}
	case s.kind == "Capsule":
		return physics.TaperedCapsule{A: a, B: b, RadiusA: bottom, RadiusB: top}
	case bottom == top:
		return physics.Cylinder{A: a, B: b, Radius: bottom}
	}
	return nil
}

// ends are those of the solid in its prim.
func (s *round) ends() (a, b vector) {
	a[s.axis], b[s.axis] = -s.height/2, s.height/2
	return a, b
}

// alike reports whether two scales are equal but for rounding.
func alike(a, b float64) bool {
	return math.Abs(math.Abs(a)-math.Abs(b)) <= 1e-4*math.Max(math.Abs(a), math.Abs(b))
}

// implicit makes the shape of a cube or a round solid; rel is from the prim into the body.
func implicit(p *usdstage.Prim, rel *matrix) (physics.Geometry, error) {
	at, scale, straight := rel.split()
	switch p.Type {
	case "Cube":
		half := size(p, "size", 2) / 2
		if straight {
			h := scale.scale(half).single().Abs()
			return physics.Box{Half: h, Center: at.P, Rotation: at.Q}, nil
		}
		var corners []vec.Vec3
		for i := range 8 {
			corners = append(corners,
				rel.point(vector{half * float64(2*(i&1)-1), half * float64(i&2-1), half * float64(i&4/2-1)}).single())
		}
		return convex.Stable(corners)
	case "Sphere":
		r := size(p, "radius", 1)
		if straight && alike(scale[0], scale[1]) && alike(scale[0], scale[2]) {
			return physics.Sphere{Center: at.P, Radius: float32(r * math.Abs(scale[0]))}, nil
		}
		return hullOf(solid.EllipsoidPoints(vec.V3(float32(r), float32(r), float32(r))), rel, identity)
	}
	s := readRound(p)
	one, two := scale[(s.axis+1)%3], scale[(s.axis+2)%3]
	even := straight && alike(one, two) && (s.kind != "Capsule" || alike(one, scale[s.axis]))
	a, b := s.ends()
	if even {
		if g := s.geometry(rel.point(a).single(), rel.point(b).single(), math.Abs(one)); g != nil {
			return g, nil
		}
	}
	return hullOf(s.points(), rel, upTo(s.axis))
}

// points are those of the surface about the origin, with y upwards.
func (s *round) points() []vec.Vec3 {
	h := float32(s.height / 2)
	if g := s.geometry(vec.V3(0, -h, 0), vec.V3(0, h, 0), 1); g != nil {
		if surface, err := solid.Of(g); err == nil {
			return surface.Points
		}
	}
	var out []vec.Vec3
	for i := range 24 { // a cylinder of two radii
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 24)
		out = append(out, vec.V3(float32(s.bottom*sin), -h, float32(s.bottom*cos)),
			vec.V3(float32(s.top*sin), h, float32(s.top*cos)))
	}
	return out
}

// upTo is the rotation that takes the y axis to another one.
func upTo(axis int) matrix {
	switch axis {
	case 0:
		return about(2, -90)
	case 2:
		return about(0, 90)
	}
	return identity
}

// hullOf is the hull of points that are turned within their prim.
func hullOf(points []vec.Vec3, rel *matrix, within matrix) (physics.Geometry, error) {
	m := rel.mul(within)
	moved := make([]vec.Vec3, len(points))
	for i, p := range points {
		moved[i] = m.point(vector{float64(p.X), float64(p.Y), float64(p.Z)}).single()
	}
	return convex.Stable(moved)
}

// geometry makes the shapes of a collider.
func (r *reader) geometry(c *collider) ([]physics.Geometry, error) {
	if !c.rel.finite() {
		return nil, fmt.Errorf("its place has numbers beyond ±1e12")
	}
	switch c.prim.Type {
	case "Mesh":
		return r.meshShapes(c)
	case "Plane":
		if c.body.kind != physics.Static {
			return nil, fmt.Errorf("a plane on a body that moves")
		}
		var n vector
		n[axisOf(c.prim, "axis", "Z")] = 1
		d := c.rel.direction(n)
		if !(d.length() > 1e-12) {
			return nil, fmt.Errorf("a plane without a direction")
		}
		normal := d.scale(1 / d.length()).single()
		return []physics.Geometry{physics.Plane{Normal: normal, Offset: normal.Dot(c.rel.at.single())}}, nil
	}
	g, err := implicit(c.prim, &c.rel)
	if err != nil {
		return nil, err
	}
	if least, largest := extent(g); !(least >= leastSize && largest <= mostSize) {
		return nil, fmt.Errorf("a %s of %g m: sizes must be %g to %g m", c.prim.Type, least, leastSize,
			float32(mostSize))
	}
	if _, ok := g.(physics.Hull); ok {
		c.prim.Warnf("a %s scaled unevenly, or of two radii: its hull is taken", c.prim.Type)
	}
	return []physics.Geometry{g}, nil
}

// Sizes (m) of shapes that the engine takes.
const leastSize, mostSize = 1e-5, 4 * physics.MaxPosition

// extent is the least and the largest size of a solid.
func extent(g physics.Geometry) (least, largest float32) {
	switch s := g.(type) {
	case physics.Box:
		return s.Half.MinComponent(), max(s.Half.X, s.Half.Y, s.Half.Z)
	case physics.Sphere:
		return s.Radius, s.Radius
	case physics.Capsule:
		return s.Radius, max(s.Radius, s.A.Dist(s.B))
	case physics.TaperedCapsule:
		return max(s.RadiusA, s.RadiusB), max(s.RadiusA, s.RadiusB, s.A.Dist(s.B))
	case physics.Cylinder:
		return min(s.Radius, s.A.Dist(s.B)), max(s.Radius, s.A.Dist(s.B))
	case physics.Cone:
		return min(s.Radius, s.Base.Dist(s.Apex)), max(s.Radius, s.Base.Dist(s.Apex))
	}
	return leastSize, leastSize
}

// shapes adds the shapes of a collider to a body of the scene.
func (r *reader) shapes(c *collider, out *model.Body) {
	list, err := r.geometry(c)
	if err != nil {
		c.prim.Lossf("%v: the shape is left out", err)
	}
	c.first, c.count = len(out.Shapes), len(list)
	for _, g := range list {
		s := model.Shape{Name: c.prim.Path, Geometry: g, Def: physics.DefaultShapeDef()}
		s.Def.ContactEvents, s.Def.SensorEvents = true, true
		s.Def.Density = float32(c.density)
		s.Def.Sensor = c.prim.Applied("PhysxTriggerAPI")
		c.surface.apply(&s)
		out.Shapes = append(out.Shapes, s)
	}
}
