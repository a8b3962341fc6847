package doctor

import (
	"slices"

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
					drop := func() error { return dropSlivers(s, m) }
					fix := remedy{"build the mesh again without such triangles", drop}
					e.found(Sliver, b, fix, "weld vertices and drop slivers before you build the mesh",
						"%s has a triangle that is nearly a line", nameOf(b))
					break
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

// lookAfterAStep steps a copy of the world once and looks at its contacts: bodies in each other, heavy ones on light
// ones.
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

// lookAtOverlap looks for bodies that begin in each other.
func (e *examination) lookAtOverlap(c *physics.ContactInfo, a, b physics.Body) {
	if !e.tooDeep(c, a, b) {
		return
	}
	fix := remedy{text: "push them apart"}
	if !slices.ContainsFunc(e.findings, func(f Finding) bool { return f.Code == Overlap }) {
		// one change for all of them
		fix.change = e.separate
	}
	e.found(Overlap, b, fix, "move them apart, or let them not collide", "%s and %s begin %.3g m deep in each other",
		nameOf(a), nameOf(b), depthOf(c))
	e.with(Overlap, a)
}

// tooDeep reports whether a contact is deeper than a part of the smaller body.
func (e *examination) tooDeep(c *physics.ContactInfo, a, b physics.Body) bool {
	small := float32(0)
	for _, body := range [2]physics.Body{a, b} {
		if size := extent(body); body.Type() == physics.Dynamic && (small == 0 || size < small) {
			small = size
		}
	}
	return small > 0 && depthOf(c) > deep*small
}

// depthOf is the depth of the deepest point of a contact (m), 0 for none.
func depthOf(c *physics.ContactInfo) float32 {
	depth := float32(0)
	for _, p := range c.Points[:c.Count] {
		depth = max(depth, -p.Separation)
	}
	return depth
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
		e.found(MassRatio, above, lighten(above, below), "bring the masses within 1:100, or take more sub-steps",
			"%s of %.4g kg stands on %s of %.4g kg", nameOf(above), above.Mass(), nameOf(below), below.Mass())
		e.with(MassRatio, below)
	}
}
