package usd

import (
	"errors"
	"fmt"
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// mesh is the surface of a prim in triangles.
type mesh struct {
	points  []vector
	indices []uint32
	err     error
	cuts    map[cutKey][]physics.Hull
}

// cutKey names the hull or the convex parts of a mesh by the map into the body without its position.
type cutKey struct {
	parts bool
	shape [9]float32
}

// maxPoints bounds the points of meshes that are moved into bodies, however often one mesh is used.
const maxPoints = 1 << 24

// spend counts points of a mesh; false beyond the limit.
func (r *reader) spend(m *mesh, p *usdstage.Prim) bool {
	if r.points += len(m.points); r.points <= maxPoints {
		return true
	}
	if !r.f.Failed() {
		p.Errorf("the meshes have more than %d points, all their uses together", maxPoints)
	}
	return false
}

// meshOf reads the surface of a prim once.
func (r *reader) meshOf(p *usdstage.Prim) *mesh {
	m := r.meshes[p]
	if m == nil {
		m = &mesh{cuts: map[cutKey][]physics.Hull{}}
		m.err = m.read(p)
		r.meshes[p] = m
	}
	return m
}

func (m *mesh) read(p *usdstage.Prim) error {
	points, counts, corners := p.Numbers("points"), p.Numbers("faceVertexCounts"), p.Numbers("faceVertexIndices")
	if len(points) < 9 || len(points)%3 != 0 || len(counts) == 0 {
		return errors.New("a mesh without points or faces")
	}
	for i := 0; i < len(points); i += 3 {
		v := vector(points[i : i+3])
		if !(v.length() <= 1e12) {
			return errors.New("a mesh with points beyond 1e12")
		}
		m.points = append(m.points, v)
	}
	holes := map[int]bool{}
	for _, h := range p.Numbers("holeIndices") {
		holes[int(h)] = true
	}
	flip := p.Word("orientation", "rightHanded") == "leftHanded"
	at := 0
	for face, count := range counts {
		n := int(count)
		if float64(n) != count || n < 0 || n > len(corners)-at {
			return errors.New("a mesh whose faces have more corners than there are")
		}
		for k := range n {
			if i := corners[at+k]; !(i >= 0 && int(i) < len(m.points)) {
				return fmt.Errorf("a mesh with point %g of %d", i, len(m.points))
			}
		}
		for k := 2; k < n && !holes[face]; k++ {
			a, b, c := uint32(corners[at]), uint32(corners[at+k-1]), uint32(corners[at+k])
			if flip {
				b, c = c, b
			}
			m.indices = append(m.indices, a, b, c)
		}
		at += n
	}
	if len(m.indices) == 0 {
		return errors.New("a mesh without triangles")
	}
	if len(m.indices)/3 > model.MaxTriangles {
		return fmt.Errorf("a mesh of more than %d triangles", model.MaxTriangles)
	}
	return nil
}

// moved returns the points of a mesh elsewhere, and the triangles, whose order a mirror changes.
func (m *mesh) moved(by *matrix) ([]vec.Vec3, []uint32) {
	points := make([]vec.Vec3, len(m.points))
	for i, p := range m.points {
		points[i] = by.point(p).single()
	}
	if by.determinant() >= 0 {
		return points, m.indices
	}
	indices := make([]uint32, len(m.indices))
	for i := 0; i+2 < len(indices); i += 3 {
		indices[i], indices[i+1], indices[i+2] = m.indices[i], m.indices[i+2], m.indices[i+1]
	}
	return points, indices
}

// approximations that are known.
const (
	asIs     = "none"
	hull     = "convexHull"
	parts    = "convexDecomposition"
	cube     = "boundingCube"
	ball     = "boundingSphere"
	simpler  = "meshSimplification"
	distance = "sdf" // of PhysX: a field of distances
)

// meshShapes makes the shapes of a mesh as its approximation has it.
func (r *reader) meshShapes(c *collider) ([]physics.Geometry, error) {
	m := r.meshOf(c.prim)
	if m.err != nil {
		return nil, m.err
	}
	moves := c.body.kind != physics.Static
	kind := c.prim.Word("physics:approximation", asIs)
	switch kind {
	case hull:
		list, err := r.convex(m, c, false)
		if err != nil && !moves {
			c.prim.Warnf("the hull has no volume: the mesh is taken as it is")
			return r.exact(m, c)
		}
		return list, err
	case parts:
		return r.convex(m, c, true)
	case cube, ball:
		if !r.spend(m, c.prim) {
			return nil, nil
		}
		return m.bounding(kind, &c.rel)
	case asIs, simpler, distance:
	default:
		c.prim.Warnf("physics:approximation %.40q is not known here: none is taken", kind)
	}
	if !moves {
		return r.exact(m, c)
	}
	c.prim.Warnf("a mesh with the approximation %.40q on a body that moves: its convex parts are taken", kind)
	return r.convex(m, c, true)
}

// exact is a mesh as it is, from both sides.
func (r *reader) exact(m *mesh, c *collider) ([]physics.Geometry, error) {
	if r.triangles += len(m.indices) / 3; r.triangles > model.MaxTriangles {
		return nil, fmt.Errorf("more than %d triangles in all meshes together", model.MaxTriangles)
	}
	if !r.spend(m, c.prim) {
		return nil, nil
	}
	points, indices := m.moved(&c.rel)
	return convex.Shapes(points, indices, false)
}

// convex is the hull of a mesh, or the mesh in convex parts. Copies of one scale share the work.
func (r *reader) convex(m *mesh, c *collider, inParts bool) ([]physics.Geometry, error) {
	shape := c.rel
	shape.at = vector{}
	key := cutKey{parts: inParts, shape: shape.key()}
	cut, ok := m.cuts[key]
	if !ok {
		if !r.spend(m, c.prim) {
			return nil, nil
		}
		points, indices := m.moved(&shape)
		var err error
		if inParts {
			cut, err = convex.Decompose(points, indices)
		} else {
			cut = make([]physics.Hull, 1)
			cut[0], err = convex.Hull(points, indices)
		}
		if err != nil {
			return nil, err
		}
		m.cuts[key] = cut
	}
	var out []physics.Geometry
	var failed error
	by := identity
	by.at = c.rel.at
	for _, h := range cut {
		g, err := hullOf(h.Vertices(), &by, identity)
		if err != nil {
			failed = fmt.Errorf("a part of it: %w", err)
			continue
		}
		out = append(out, g)
	}
	return out, failed
}

// bounding is the box along the axes of the prim, or the sphere about its middle, around a mesh.
func (m *mesh) bounding(kind string, rel *matrix) ([]physics.Geometry, error) {
	low, high := m.points[0], m.points[0]
	for _, p := range m.points {
		for i := range 3 {
			low[i], high[i] = math.Min(low[i], p[i]), math.Max(high[i], p[i])
		}
	}
	middle := low.add(high).scale(0.5)
	at, scale, straight := rel.split()
	if kind == ball {
		far, center := 0.0, rel.point(middle)
		for _, p := range m.points {
			far = math.Max(far, rel.point(p).add(center.scale(-1)).length())
		}
		return []physics.Geometry{physics.Sphere{Center: center.single(), Radius: float32(far)}}, nil
	}
	if straight {
		var half vector
		for i := range 3 {
			half[i] = math.Abs(scale[i]) * (high[i] - low[i]) / 2
		}
		return []physics.Geometry{physics.Box{Half: half.single(), Center: rel.point(middle).single(), Rotation: at.Q}},
			nil
	}
	var corners []vec.Vec3
	for i := range 8 {
		c := low
		for k := range 3 {
			if i>>k&1 == 1 {
				c[k] = high[k]
			}
		}
		corners = append(corners, rel.point(c).single())
	}
	h, err := convex.Stable(corners)
	return []physics.Geometry{h}, err
}
