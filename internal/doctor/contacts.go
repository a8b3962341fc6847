package doctor

import (
	"tumble/physics"
	"tumble/physics/vec"
)

const (
	// heavyRatio is the ratio of masses from which a pile of light bodies gives way visibly under a heavy one.
	heavyRatio = 500
	// deep is the part of the smaller body that may lie within another one at the start.
	deep = 0.1
	// sliverHeight (m) and sliverRatio are the height of a triangle, and its height over its longest side.
	sliverHeight, sliverRatio = 1e-4, 1e-3
)

// lookAtMeshes looks for triangles that are nearly lines: their normals are noise.
func (e *examination) lookAtMeshes() {
	var corners []vec.Vec3
	for _, b := range e.bodies {
		for _, s := range b.Shapes(nil) {
			m, ok := s.Geometry().(physics.Mesh)
			if !ok {
				continue
			}
			corners = m.Triangles(corners[:0])
			for i := 0; i+2 < len(corners); i += 3 {
				if sliver(corners[i], corners[i+1], corners[i+2]) {
					e.found(Sliver, b, "weld vertices and drop slivers before you build the mesh", "%s has a triangle that is nearly a line", nameOf(b))
				}
			}
		}
	}
}

// sliver reports whether a triangle is nearly a line.
func sliver(a, b, c vec.Vec3) bool {
	longest := max(a.Dist(b), b.Dist(c), c.Dist(a))
	if longest == 0 {
		return true
	}
	height := b.Sub(a).Cross(c.Sub(a)).Len() / longest
	return height < sliverHeight || height < sliverRatio*longest
}

// lookAfterAStep steps a copy of the world once and looks at its contacts: bodies in each other, heavy ones on light ones.
func (e *examination) lookAfterAStep() error {
	twin, err := e.world.Clone()
	if err != nil {
		return err
	}
	defer twin.Close()
	if err := twin.Step(1 / e.hertz); err != nil {
		return err
	}
	for _, c := range twin.Contacts(nil) {
		a, b := c.ShapeA.Body().In(e.world), c.ShapeB.Body().In(e.world)
		if !a.Valid() || !b.Valid() {
			continue
		}
		e.lookAtOverlap(&c, a, b)
		e.lookAtMasses(&c, a, b)
	}
	return nil
}

func (e *examination) lookAtOverlap(c *physics.ContactInfo, a, b physics.Body) {
	depth := float32(0)
	for _, p := range c.Points[:c.Count] {
		depth = max(depth, -p.Separation)
	}
	small := float32(0)
	for _, body := range [2]physics.Body{a, b} {
		if size := extent(body); body.Type() == physics.Dynamic && (small == 0 || size < small) {
			small = size
		}
	}
	if small > 0 && depth > deep*small {
		e.found(Overlap, b, "move them apart, or let them not collide", "%s and %s begin %.3g m deep in each other", nameOf(a), nameOf(b), depth)
	}
}

// lookAtMasses looks for a heavy body that stands on a light one.
func (e *examination) lookAtMasses(c *physics.ContactInfo, a, b physics.Body) {
	if a.Type() != physics.Dynamic || b.Type() != physics.Dynamic {
		return
	}
	// the normal points from A to B: with gravity along it, B lies below
	up := e.world.Gravity().Mul(-1)
	above, below := b, a
	if c.Normal.Dot(up) < 0 {
		above, below = a, b
	}
	if above.Mass() > heavyRatio*below.Mass() {
		e.found(MassRatio, above, "bring the masses within 1:100, or take more sub-steps", "%s of %.4g kg stands on %s of %.4g kg", nameOf(above), above.Mass(), nameOf(below), below.Mass())
	}
}
