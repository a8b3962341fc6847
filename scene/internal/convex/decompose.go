package convex

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

const (
	// maxParts bounds the parts of a mesh.
	maxParts = 16
	// tolerance is the depth of a dent that stays, as a share of the diagonal of the mesh.
	tolerance = 0.02
	// gain is the share of the volume that a cut has to save; a ring saves nothing at its first cut.
	gain = 0.03
	// maxStall is how many cuts one after the other may save less.
	maxStall = 2
)

// Decompose returns convex hulls that cover a mesh: one where it is convex, up to 16 where it is not.
// The error tells why a mesh has no hull, because it is flat or has too few points.
func Decompose(points []vec.Vec3, indices []uint32) ([]physics.Hull, error) {
	whole, err := Hull(points, indices)
	if err != nil {
		return nil, err
	}
	list := simplified(points, indices)
	parts := start(list)
	if len(parts) == 0 {
		return []physics.Hull{whole}, nil
	}
	box := vec.EmptyAABB
	for _, p := range whole.Vertices() {
		box = box.Include(p)
	}
	allowed := tolerance * 2 * box.Half().Len()
	for _, p := range parts {
		p.measure()
	}
	for len(parts) < maxParts {
		worst := -1
		for i, p := range parts {
			if p.depth > allowed && p.stall <= maxStall && (worst < 0 || p.depth > parts[worst].depth) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		a, b, ok := parts[worst].halves()
		if !ok {
			parts[worst].depth = 0
			continue
		}
		a.measure()
		b.measure()
		parts[worst] = a
		parts = append(parts, b)
	}
	return settled(whole, parts), nil
}

// settled returns the hulls of the parts, or the whole where they save nothing.
func settled(whole physics.Hull, parts []*part) []physics.Hull {
	sum := float32(0)
	hulls := make([]physics.Hull, len(parts))
	for i, p := range parts {
		hulls[i] = stable(p.hull)
		sum += p.volume
	}
	if len(parts) == 1 || sum > (1-gain)*Volume(whole) {
		return []physics.Hull{stable(whole)}
	}
	return hulls
}

// Hull is the convex hull of all points that triangles use.
func Hull(points []vec.Vec3, indices []uint32) (physics.Hull, error) {
	used := make([]bool, len(points))
	var list []vec.Vec3
	for _, k := range indices {
		if int(k) >= len(points) {
			return physics.Hull{}, fmt.Errorf("point %d of %d", k, len(points))
		}
		if !used[k] {
			used[k] = true
			list = append(list, points[k])
		}
	}
	// a hull needs few of very many points: those that remain on a grid
	if len(list) > 1<<15 {
		list = list[:0]
		for _, t := range simplified(points, indices) {
			list = append(list, t[:]...)
		}
		if len(list) > 1<<16 {
			list = thinned(list, 1<<16)
		}
	}
	return Stable(list)
}

// thinned keeps every so many of a list.
func thinned(list []vec.Vec3, most int) []vec.Vec3 {
	step := (len(list) + most - 1) / most
	var out []vec.Vec3
	for i := 0; i < len(list); i += step {
		out = append(out, list[i])
	}
	return out
}

// start are the parts to begin with: the connected ones if they are few and none is flat.
func start(list []triangle) []*part {
	groups := components(list)
	if len(groups) > 1 && len(groups) <= maxParts {
		var parts []*part
		for _, g := range groups {
			if p, ok := newPart(g); ok {
				parts = append(parts, p)
			}
		}
		if len(parts) == len(groups) {
			return parts
		}
	}
	if p, ok := newPart(list); ok {
		return []*part{p}
	}
	return nil
}

// halves cuts a part in two by the best of six planes: through its deepest point, and through its
// middle.
func (p *part) halves() (a, b *part, ok bool) {
	box := vec.EmptyAABB
	for _, q := range p.hull.Vertices() {
		box = box.Include(q)
	}
	margin := 0.02 * box.Half().Len()
	least := float32(0)
	for axis := range 3 {
		lo, hi := component(box.Min, axis)+margin, component(box.Max, axis)-margin
		for _, at := range [2]float32{component(p.deepest, axis), component(box.Center(), axis)} {
			if !(at > lo && at < hi) {
				continue
			}
			below, above := cut(p.list, axis, at)
			x, fine := newPart(below)
			if !fine {
				continue
			}
			y, fine := newPart(above)
			if !fine {
				continue
			}
			if !ok || x.volume+y.volume < least {
				a, b, ok, least = x, y, true, x.volume+y.volume
			}
		}
	}
	if ok && least > (1-gain)*p.volume {
		a.stall, b.stall = p.stall+1, p.stall+1
	}
	return a, b, ok
}

// Shapes returns the collision geometry of a mesh: the mesh itself, both sides of it, for a static body,
// and convex parts for one that moves.
func Shapes(points []vec.Vec3, indices []uint32, moves bool) ([]physics.Geometry, error) {
	if !moves {
		m, err := physics.NewMesh(physics.MeshDef{Vertices: points, Indices: indices, TwoSided: true})
		if err != nil {
			return nil, err
		}
		return []physics.Geometry{m}, nil
	}
	hulls, err := Decompose(points, indices)
	if err != nil {
		return nil, err
	}
	list := make([]physics.Geometry, len(hulls))
	for i, h := range hulls {
		list[i] = h
	}
	return list, nil
}
