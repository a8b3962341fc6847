package physics

import (
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/query"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// moverObstacle is a shape near the mover, and where it will be at the end of the step.
type moverObstacle struct {
	shape, body int32
	pose        Transform
	bounds      AABB
}

// moverSurface classifies a plane for a mover.
type moverSurface uint8

const (
	// surfaceWall leans too much to stand on, surfaceSteep faces up all the same.
	surfaceWall moverSurface = iota
	surfaceSteep
	// surfaceFloor can be walked on; surfaceEdge is the rim of something that can.
	surfaceFloor
	surfaceEdge
)

// moverPlane is a side of the room that the mover has: it may move by d if normal·d ≥ −gap.
type moverPlane struct {
	normal Vec3
	// gap (m) to the capsule, negative when they overlap; push (m) is what solving the planes
	// has moved the way along the normal so far, at most limit.
	gap, push, limit float32
	point            Vec3
	obstacle         int32 // index in Mover.near, none for an added one
	// child is the piece of the obstacle, material the number of its surface.
	child    int32
	material uint16
	surface  moverSurface
}

const (
	// moverMargin is the gap (m) up to which planes count.
	moverMargin = 0.05
	// moverTouch is the gap (m) up to which a plane is touched.
	moverTouch = 0.02
	// moverSpringy is how far (m) a dynamic body may push the mover in one step.
	moverSpringy = 0.1
	// steepUp is the sine of the slope below which a surface counts as upright.
	steepUp = 0.02
)

// gather lists the shapes within reach (m) of the capsule at p, where they will be dt later: those
// of dynamic bodies first and the static ones last, which so have the last word.
func (m *Mover) gather(p Vec3, reach, dt float32) {
	w := m.body.world
	m.near = m.near[:0]
	area := m.probe.AABB(m.pose(p)).Expand(reach)
	for _, kind := range [...]BodyType{Dynamic, Kinematic, Static} {
		m.found = w.broad.Trees[kind].Query(area, tree.AllCategories, m.found[:0])
		slices.Sort(m.found)
		for _, i := range m.found {
			s := &w.state.Shapes[i]
			if s.Body == m.body.index || !m.def.Query.accepts(s) || s.Sensor {
				continue
			}
			pose := w.state.Sims[s.Body].Transform
			if kind != Static {
				pose = w.state.PoseAfter(s.Body, dt)
			}
			o := moverObstacle{shape: i, body: s.Body, pose: pose}
			if w.state.Geometries[i].Kind != shape.Plane {
				o.bounds = w.state.Geometries[i].AABB(pose)
			} else {
				o.bounds = area
			}
			m.near = append(m.near, o)
		}
	}
}

// collect finds the planes of what is within margin (m) of the capsule at p. With now set it
// takes the obstacles where they are before the step.
func (m *Mover) collect(p Vec3, margin float32, now bool) {
	w := m.body.world
	m.planes = m.planes[:0]
	pose := m.pose(p)
	area := m.probe.AABB(pose).Expand(margin)
	for i := range m.near {
		o := &m.near[i]
		at := o.pose
		if now {
			at = w.state.Sims[o.body].Transform
		} else if !o.bounds.Overlaps(area) {
			continue
		}
		g := &w.state.Geometries[o.shape]
		if g.Kind.HasChildren() {
			collide.CollideMesh(&m.meshes, g, &m.probe, at.InvMul(pose), margin)
			for k := range m.meshes.Manifolds {
				m.addPlane(int32(i), p, at, &m.meshes.Manifolds[k], margin)
			}
			continue
		}
		var cache collide.Cache
		var local collide.MeshManifold
		collide.Collide(&local.LocalManifold, g, &m.probe, at.InvMul(pose), margin, &cache)
		m.addPlane(int32(i), p, at, &local, margin)
	}
}

// addPlane turns a manifold in the frame of an obstacle into a plane, and one that is too steep to
// be climbed into an upright one as well.
func (m *Mover) addPlane(obstacle int32, feet Vec3, at Transform, local *collide.MeshManifold, margin float32) {
	if local.Count == 0 {
		return
	}
	gap, point, deepest := local.Points[0].Separation, Vec3{}, 0
	for k := range local.Points[:local.Count] {
		if local.Points[k].Separation < gap {
			gap, deepest = local.Points[k].Separation, k
		}
		point = point.Add(local.Points[k].Point)
	}
	if gap > margin {
		return
	}
	plane := moverPlane{
		normal: at.Q.Rotate(local.Normal), gap: gap, limit: MaxPosition,
		point: at.Apply(point.Mul(1 / float32(local.Count))), obstacle: obstacle,
		child: local.ChildIndex, material: local.Materials[deepest],
	}
	w := m.body.world
	if w.state.Bodies[m.near[obstacle].body].Kind == Dynamic {
		plane.limit = moverSpringy
	}
	plane.surface = m.surfaceOf(m.near[obstacle].shape, at, feet, plane.normal, plane.point)
	m.planes = append(m.planes, plane)
	if plane.surface != surfaceSteep {
		return
	}
	wall, flat := m.flat(plane.normal).NormLen()
	m.planes = append(m.planes, moverPlane{
		normal: wall, gap: vec.Max(gap/flat, 0), limit: plane.limit, point: plane.point, obstacle: state.None, surface: surfaceWall,
	})
}

// surfaceOf classifies a contact with the given normal for a mover with its feet there. The normal
// at the rim of a floor, where the round end of the capsule touches it, leans; so a ray looks
// at what lies behind the rim. A rim above the height of a step is as good as a wall.
func (m *Mover) surfaceOf(index int32, at Transform, feet, normal, point Vec3) moverSurface {
	up := normal.Dot(m.def.Up)
	switch {
	case up >= m.minUp:
		return surfaceFloor
	case up < steepUp:
		return surfaceWall
	case point.Sub(feet).Dot(m.def.Up) > m.def.StepHeight+moverTouch:
		return surfaceSteep
	}
	const above, behind = 0.05, 0.02
	origin := point.MulAdd(above, m.def.Up).MulSub(behind, m.flat(normal).Norm())
	down := m.def.Up.Mul(-2 * above)
	g := &m.body.world.state.Geometries[index]
	h, ok := g.RayCast(at.InvApply(origin), at.Q.InvRotate(down), 1)
	if ok && at.Q.Rotate(h.Normal).Dot(m.def.Up) >= m.minUp {
		return surfaceEdge
	}
	return surfaceSteep
}

// solvePlanes returns the way nearest to d that crosses no plane. It moves d out of one plane
// after the other and remembers by how much, so that a later push of another plane can be
// taken back; that is projected Gauss–Seidel on the nearest point of a polyhedron.
func (m *Mover) solvePlanes(d Vec3) Vec3 {
	const rounds, tolerance = 20, 1e-5
	for range rounds {
		change := float32(0)
		for i := range m.planes {
			p := &m.planes[i]
			push := vec.Clamp(p.push-(p.normal.Dot(d)+p.gap), 0, p.limit)
			step := push - p.push
			p.push = push
			d = d.MulAdd(step, p.normal)
			change += vec.Abs(step)
		}
		if change < tolerance {
			break
		}
	}
	return d
}

// moverHit is the result of a sweep of the mover.
type moverHit struct {
	fraction float32
	normal   Vec3
	point    Vec3
	surface  moverSurface
	hit      bool
}

// stands reports whether the mover can stand on what it met.
func (h *moverHit) stands() bool {
	return h.hit && (h.surface == surfaceFloor || h.surface == surfaceEdge)
}

// sweep moves the thin capsule from p along d and returns the first obstacle. Those that it is in
// from the start are left to the planes, unless its core would get into them as well.
func (m *Mover) sweep(p, d Vec3) moverHit {
	best := moverHit{fraction: 1}
	if d == (Vec3{}) {
		return best
	}
	area := m.probe.AABB(m.pose(p))
	area = area.Union(m.probe.AABB(m.pose(p.Add(d))))
	for i := range m.near {
		o := &m.near[i]
		if !o.bounds.Overlaps(area) {
			continue
		}
		h, ok := m.sweepAgainst(&m.caster, o, p, d, best.fraction)
		if ok && h.Normal == (Vec3{}) {
			h, ok = m.sweepAgainst(&m.core, o, p, d, best.fraction)
		}
		if !ok || h.Normal == (Vec3{}) || best.hit && h.Fraction >= best.fraction {
			continue
		}
		normal, point := o.pose.Q.Rotate(h.Normal), o.pose.Apply(h.Point)
		best = moverHit{
			fraction: h.Fraction, normal: normal, point: point, hit: true,
			surface: m.surfaceOf(o.shape, o.pose, p.MulAdd(h.Fraction, d), normal, point),
		}
	}
	return best
}

func (m *Mover) sweepAgainst(g *shape.Geometry, o *moverObstacle, p, d Vec3, limit float32) (shape.Hit, bool) {
	a := &m.body.world.state.Geometries[o.shape]
	pose, motion := o.pose.InvMul(m.pose(p)), o.pose.Q.InvRotate(d)
	if a.Kind != shape.Plane {
		return collide.Cast(a, g, pose, motion, limit)
	}
	height, sinking := query.Lowest(a, g, pose), -a.A.Dot(motion)
	if height > float32(sinking*limit) || height <= 0 {
		return shape.Hit{}, height <= 0
	}
	f := height / sinking
	return shape.Hit{Fraction: f, Normal: a.A, Point: pose.Apply(g.Support(pose.Q.InvRotate(a.A.Neg()))).MulAdd(f, motion)}, true
}
