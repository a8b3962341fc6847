package shape

import (
	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// newPolytope builds the half-edge structure from vertices and from faces given as loops of
// vertex indices, counter-clockwise from outside. ok is false when the loops do not form a
// closed surface.
func newPolytope(vertices []vec.Vec3, loops [][]uint8, planes []Plane3) (p *Polytope, ok bool) {
	p = &Polytope{Vertices: vertices, Planes: planes, FirstEdge: make([]uint16, len(loops))}
	count := 0
	for _, l := range loops {
		count += len(l)
	}
	p.Edges = make([]HalfEdge, count)

	// The first face that walks an edge takes the even half, its neighbour the odd one.
	half := make([]int32, len(vertices)*len(vertices))
	used := uint16(0)
	var ring []uint16
	for f, loop := range loops {
		ring = ring[:0]
		for i, v := range loop {
			w := loop[(i+1)%len(loop)]
			forward, back := int(v)*len(vertices)+int(w), int(w)*len(vertices)+int(v)
			if half[forward] != 0 {
				return nil, false
			}
			e := used
			if half[back] != 0 {
				e = uint16(half[back]-1) ^ 1
			} else {
				used += 2
				if int(used) > count {
					return nil, false
				}
			}
			half[forward] = int32(e) + 1
			p.Edges[e] = HalfEdge{Origin: v, Face: uint8(f)}
			ring = append(ring, e)
		}
		p.FirstEdge[f] = ring[0]
		for i, e := range ring {
			p.Edges[e].Next = ring[(i+1)%len(ring)]
		}
	}
	if int(used) != count {
		return nil, false
	}
	for _, e := range half {
		if e != 0 && p.Edges[(e-1)^1] == (HalfEdge{}) && p.Edges[e-1] == (HalfEdge{}) {
			return nil, false
		}
	}

	p.Bounds = boundsOf(vertices)
	p.Unit = polytopeMass(p)
	p.measure()
	return p, true
}

// measure fills in the lists and bounds for the search for contacts.
func (p *Polytope) measure() {
	p.Spokes = make([]uint16, len(p.Vertices))
	for i := len(p.Edges) - 1; i >= 0; i-- {
		p.Spokes[p.Edges[i].Origin] = uint16(i)
	}
	p.Reach = make([]float32, len(p.Edges)/2)
	for i := range p.Reach {
		left, right := p.Edges[2*i].Face, p.Edges[2*i+1].Face
		half := vec.Max(1+p.Planes[left].Normal.Dot(p.Planes[right].Normal), 1e-6) / 2
		p.Reach[i] = 1 / vec.Sqrt(half)
	}
	inner := float32(MaxSize)
	for i := range p.Planes {
		inner = vec.Min(inner, -p.Planes[i].Separation(p.Unit.Center))
	}
	p.Inner = vec.Max(inner, 0)
	p.pack(make([]lanes.Points, lanes.Quads(len(p.Vertices))), make([]lanes.Planes, lanes.Quads(len(p.Planes))),
		make([]lanes.Edge, len(p.Reach)))
}
