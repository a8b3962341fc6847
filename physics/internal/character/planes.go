package character

import (
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// obstacle is a shape near the character, and where it will be at the end of the step.
type obstacle struct {
	shape, body int32
	pose        vec.Transform
	bounds      vec.AABB
}

// surface classifies a plane for a character.
type surface uint8

const (
	// surfaceWall leans too much to stand on, surfaceSteep faces up all the same.
	surfaceWall surface = iota
	surfaceSteep
	// surfaceFloor can be walked on; surfaceEdge is the rim of something that can.
	surfaceFloor
	surfaceEdge
)

// plane is a side of the room that the character has: it may move by d if normal·d ≥ −gap.
type plane struct {
	normal vec.Vec3
	// gap (m) to the capsule, negative when they overlap; push (m) is the distance that solving the planes
	// has moved the displacement along the normal so far, at most limit.
	gap, push, limit float32
	point            vec.Vec3
	obstacle         int32 // index in Character.near, none for an added one
	// child is the triangle or child of the obstacle, material the number of its surface.
	child    int32
	material uint16
	surface  surface
}

// gather lists the shapes within reach (m) of the capsule at p, where they will be dt later: those
// of dynamic bodies first and the static ones last, which so have the last word.
func (c *Character) gather(p vec.Vec3, reach, dt float32) {
	c.near = c.near[:0]
	area := c.probe.AABB(c.pose(p)).Expand(reach)
	for _, kind := range [...]state.BodyType{state.Dynamic, state.Kinematic, state.Static} {
		c.found = c.broad.Trees[kind].Query(area, tree.AllCategories, c.found[:0])
		slices.Sort(c.found)
		for _, i := range c.found {
			s := &c.Shapes[i]
			if s.Body == c.body || !c.def.Query.Accepts(s) || s.Sensor {
				continue
			}
			pose := c.Sims[s.Body].Transform
			if kind != state.Static {
				pose = c.PoseAfter(s.Body, dt)
			}
			o := obstacle{shape: i, body: s.Body, pose: pose}
			if c.Geometries[i].Kind != shape.Plane {
				o.bounds = c.Geometries[i].AABB(pose)
			} else {
				o.bounds = area
			}
			c.near = append(c.near, o)
		}
	}
}

// collect finds the planes of the shapes within margin (m) of the capsule at p. With now set it
// takes the obstacles where they are before the step.
func (c *Character) collect(p vec.Vec3, margin float32, now bool) {
	c.planes = c.planes[:0]
	pose := c.pose(p)
	area := c.probe.AABB(pose).Expand(margin)
	for i := range c.near {
		o := &c.near[i]
		at := o.pose
		if now {
			at = c.Sims[o.body].Transform
		} else if !o.bounds.Overlaps(area) {
			continue
		}
		g := &c.Geometries[o.shape]
		if g.Kind.HasChildren() {
			collide.CollideMesh(&c.meshes, g, &c.probe, at.InvMul(pose), margin)
			for k := range c.meshes.Manifolds {
				c.addPlane(int32(i), p, at, &c.meshes.Manifolds[k], margin)
			}
			continue
		}
		var cache collide.Cache
		var local collide.MeshManifold
		collide.Collide(&local.LocalManifold, g, &c.probe, at.InvMul(pose), margin, &cache)
		c.addPlane(int32(i), p, at, &local, margin)
	}
}

// addPlane turns a manifold in the frame of an obstacle into a plane, and one that is too steep to
// be climbed into an upright one as well.
func (c *Character) addPlane(obstacle int32, feet vec.Vec3, at vec.Transform, local *collide.MeshManifold,
	margin float32) {
	if local.Count == 0 {
		return
	}
	gap, point, deepest := local.Points[0].Separation, vec.Vec3{}, 0
	for k := range local.Points[:local.Count] {
		if local.Points[k].Separation < gap {
			gap, deepest = local.Points[k].Separation, k
		}
		point = point.Add(local.Points[k].Point)
	}
	if gap > margin {
		return
	}
	p := plane{
		normal: at.Q.Rotate(local.Normal), gap: gap, limit: state.MaxPosition,
		point: at.Apply(point.Mul(1 / float32(local.Count))), obstacle: obstacle,
		child: local.ChildIndex, material: local.Materials[deepest],
	}
	if c.Bodies[c.near[obstacle].body].Kind == state.Dynamic {
		p.limit = mostYield
	}
	p.surface = c.surfaceOf(c.near[obstacle].shape, at, feet, p.normal, p.point)
	c.planes = append(c.planes, p)
	if p.surface != surfaceSteep {
		return
	}
	wall, flat := c.flat(p.normal).NormLen()
	c.planes = append(c.planes, plane{
		normal: wall, gap: vec.Max(gap/flat, 0), limit: p.limit, point: p.point, obstacle: state.None,
		surface: surfaceWall,
	})
}

// surfaceOf classifies a contact with the given normal for a character with its feet there. The normal
// at the rim of a floor, where the round end of the capsule touches it, leans; so a ray looks
// at the shape behind the rim. A rim above the height of a step is as good as a wall.
func (c *Character) surfaceOf(index int32, at vec.Transform, feet, normal, point vec.Vec3) surface {
	up := normal.Dot(c.def.Up)
	switch {
	case up >= c.minUp:
		return surfaceFloor
	case up < steepUp:
		return surfaceWall
	case point.Sub(feet).Dot(c.def.Up) > c.def.StepHeight+touchGap:
		return surfaceSteep
	}
	const above, behind = 0.05, 0.02
	origin := point.MulAdd(above, c.def.Up).MulSub(behind, c.flat(normal).Norm())
	down := c.def.Up.Mul(-2 * above)
	g := &c.Geometries[index]
	h, ok := g.RayCast(at.InvApply(origin), at.Q.InvRotate(down), 1)
	if ok && at.Q.Rotate(h.Normal).Dot(c.def.Up) >= c.minUp {
		return surfaceEdge
	}
	return surfaceSteep
}

// solvePlanes returns the displacement nearest to d that crosses no plane: d is projected on one plane after the other,
// round after round, each time without what the same plane added in the round before. Plain projections end somewhere
// in the common region, these at its nearest point. A plane that gives way adds its limit at most.
// Source: Boyle, Dykstra, "A method for finding projections onto the intersection of convex sets in Hilbert spaces",
// 1986.
func (c *Character) solvePlanes(d vec.Vec3) vec.Vec3 {
	for range projectionRounds {
		largest := float32(0)
		for i := range c.planes {
			p := &c.planes[i]
			others := d.MulSub(p.push, p.normal)
			depth := -(p.normal.Dot(others) + p.gap)
			before := p.push
			p.push = vec.Clamp(depth, 0, p.limit)
			d = others.MulAdd(p.push, p.normal)
			largest = vec.Max(largest, vec.Abs(p.push-before))
		}
		if largest < projected {
			break
		}
	}
	return d
}
