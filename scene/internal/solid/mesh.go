package solid

import (
	"math"

	"tumble/physics/vec"
)

// Mesh is a triangle mesh with shared corners.
type Mesh struct {
	Points  []vec.Vec3
	Indices []uint32
}

func (s *Mesh) quad(a, b, c, d uint32) { s.Indices = append(s.Indices, a, b, c, a, c, d) }

// addBox adds a box around the origin.
func addBox(s *Mesh, h vec.Vec3) {
	for i := range 8 {
		p := h
		if i&1 == 0 {
			p.X = -p.X
		}
		if i&2 == 0 {
			p.Y = -p.Y
		}
		if i&4 == 0 {
			p.Z = -p.Z
		}
		s.Points = append(s.Points, p)
	}
	for _, q := range [6][4]uint32{{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}} {
		s.quad(q[0], q[1], q[2], q[3])
	}
}

// roundOutline is the outline of two balls above one another: radius and height.
func roundOutline(low, high, bottom, top float32) [][2]float32 {
	const arcs = 6
	var out [][2]float32
	for k := range 2*arcs + 1 {
		s, c := math.Sincos(math.Pi * (float64(k)/(2*arcs) - 0.5))
		if k <= arcs {
			out = append(out, [2]float32{bottom * float32(c), low + bottom*float32(s)})
		}
		if k >= arcs && (k > arcs || high > low) {
			out = append(out, [2]float32{top * float32(c), high + top*float32(s)})
		}
	}
	out[0][0], out[len(out)-1][0] = 0, 0
	return out
}

// revolve turns an outline, from bottom to top, around the y axis.
func revolve(s *Mesh, profile [][2]float32) {
	const around = 20
	var rows [][]uint32
	for _, p := range profile {
		var row []uint32
		if p[0] == 0 {
			s.Points = append(s.Points, vec.V3(0, p[1], 0))
			row = append(row, uint32(len(s.Points)-1))
		} else {
			for k := range around {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
				s.Points = append(s.Points, vec.V3(p[0]*float32(cos), p[1], p[0]*float32(sin)))
				row = append(row, uint32(len(s.Points)-1))
			}
		}
		rows = append(rows, row)
	}
	at := func(row []uint32, k int) uint32 { return row[k%len(row)] }
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		for k := range around {
			if len(a) > 1 {
				s.Indices = append(s.Indices, at(a, k), at(b, k), at(a, k+1))
			}
			if len(b) > 1 {
				s.Indices = append(s.Indices, at(a, k+1), at(b, k), at(b, k+1))
			}
		}
	}
}
