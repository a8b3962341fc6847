package solid

import (
	"errors"
	"math"

	"tumble/physics/vec"
)

// hullFace is a triangle, counter-clockwise from outside. Neighbour i lies across the edge from corner i to corner i+1.
type hullFace struct {
	corner, neighbor [3]int32
	normal           [3]float64
	offset           float64
	outside          []int32 // points above it
	dead             bool
	visible          bool
}

// hull grows the convex hull of points.
type hull struct {
	points [][3]float64
	faces  []hullFace
}

// Bounds of hulls.
const (
	// mostHullPoints bounds the time, which grows a little faster than their number.
	mostHullPoints = 1 << 18
	// joggle is how far points are moved by chance, by the size of all: no four lie in one plane then. The volume
	// changes by as much.
	joggle = 1e-8
	// thinnest is the least height of the tetrahedron to begin with, by the size of all.
	thinnest = 1e-6
)

var errFlat = errors.New("the points have no volume")

// Hull is the surface of the convex hull of points with all corners that it has: for its mass, where physics.NewHull
// keeps 128.
//
// Method: quickhull (Barber, Dobkin and Huhdanpaa 1996) in double precision on joggled points.
func Hull(points []vec.Vec3) (Mesh, error) {
	if len(points) > mostHullPoints {
		return Mesh{}, errors.New("too many points for a hull")
	}
	h := hull{points: joggled(points)}
	if err := h.begin(); err != nil {
		return Mesh{}, err
	}
	for i := 0; i < len(h.faces); i++ {
		// faces that are added come after all that wait
		if f := &h.faces[i]; !f.dead && len(f.outside) > 0 {
			if !h.grow(int32(i)) {
				return Mesh{}, errFlat
			}
		}
	}
	var out Mesh
	index := map[int32]uint32{}
	for i := range h.faces {
		f := &h.faces[i]
		if f.dead {
			continue
		}
		for _, c := range f.corner {
			k, ok := index[c]
			if !ok {
				k = uint32(len(out.Points))
				index[c] = k
				out.Points = append(out.Points, points[c])
			}
			out.Indices = append(out.Indices, k)
		}
	}
	return out, nil
}

// joggled are the points about the middle of their bounds, by their size, moved by chance.
func joggled(points []vec.Vec3) [][3]float64 {
	bounds := vec.EmptyAABB
	for _, p := range points {
		bounds = bounds.Include(p)
	}
	center, size := bounds.Center(), math.Max(float64(2*bounds.Half().MaxComponent()), math.SmallestNonzeroFloat32)
	out := make([][3]float64, len(points))
	state := uint64(0)
	for i, p := range points {
		for k, x := range [3]float64{float64(p.X) - float64(center.X), float64(p.Y) - float64(center.Y),
			float64(p.Z) - float64(center.Z)} {
			// splitmix64 (Steele, Lea and Flood 2014)
			state += 0x9e3779b97f4a7c15
			z := state
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			z ^= z >> 31
			out[i][k] = x/size + joggle*float64(int64(z)>>11)/(1<<52)
		}
	}
	return out
}

func minus(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// begin makes a tetrahedron of points far from each other.
func (h *hull) begin() error {
	farthest := func(measure func(p [3]float64) float64) (int32, float64) {
		at, most := int32(-1), math.Inf(-1)
		for i := range h.points {
			if d := measure(h.points[i]); d > most {
				at, most = int32(i), d
			}
		}
		return at, most
	}
	if len(h.points) < 4 {
		return errFlat
	}
	a, _ := farthest(func(p [3]float64) float64 { return -p[0] - p[1]/2 - p[2]/3 })
	from := func(p [3]float64) [3]float64 { return minus(p, h.points[a]) }
	b, far := farthest(func(p [3]float64) float64 { return dot(from(p), from(p)) })
	if far < thinnest*thinnest {
		return errFlat
	}
	line := from(h.points[b])
	c, area := farthest(func(p [3]float64) float64 { n := cross(line, from(p)); return dot(n, n) })
	if area < thinnest*thinnest*far {
		return errFlat
	}
	normal := cross(line, from(h.points[c]))
	d, volume := farthest(func(p [3]float64) float64 { return math.Abs(dot(normal, from(p))) })
	if volume < thinnest*math.Sqrt(area) {
		return errFlat
	}
	if dot(normal, from(h.points[d])) > 0 {
		b, c = c, b
	}
	for i, f := range [4][3]int32{{a, b, c}, {b, a, d}, {c, b, d}, {a, c, d}} {
		h.add(f)
		h.faces[i].neighbor = [4][3]int32{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}[i]
	}
	for i := range h.points {
		if k := int32(i); k != a && k != b && k != c && k != d {
			h.assign(k, 0)
		}
	}
	return nil
}

func (h *hull) add(corner [3]int32) {
	p, q, r := h.points[corner[0]], h.points[corner[1]], h.points[corner[2]]
	n := cross(minus(q, p), minus(r, p))
	if length := math.Sqrt(dot(n, n)); length > 0 {
		n = [3]float64{n[0] / length, n[1] / length, n[2] / length}
	}
	h.faces = append(h.faces, hullFace{corner: corner, normal: n, offset: dot(n, p)})
}

func (f *hullFace) height(p [3]float64) float64 { return dot(f.normal, p) - f.offset }

// assign gives a point to the first face, from an index on, that it lies above; a point above none is inside.
func (h *hull) assign(point int32, first int) {
	for i := first; i < len(h.faces); i++ {
		f := &h.faces[i]
		if !f.dead && f.height(h.points[point]) > 0 {
			f.outside = append(f.outside, point)
			return
		}
	}
}

// grow replaces all faces that the highest point above a face sees by a fan around that; false where rounding breaks
// the surface.
func (h *hull) grow(start int32) bool {
	apex, most := int32(-1), 0.0
	for _, p := range h.faces[start].outside {
		if x := h.faces[start].height(h.points[p]); x > most {
			apex, most = p, x
		}
	}
	if apex < 0 {
		h.faces[start].outside = nil
		return true
	}
	visible := []int32{start}
	h.faces[start].visible = true
	// of the horizon by the corner where an edge begins: where it ends, and the face beyond
	next := map[int32][2]int32{}
	for k := 0; k < len(visible); k++ {
		f := h.faces[visible[k]]
		for i, n := range f.neighbor {
			g := &h.faces[n]
			switch {
			case g.visible:
			case g.height(h.points[apex]) > 0:
				g.visible = true
				visible = append(visible, n)
			default:
				if _, twice := next[f.corner[i]]; twice {
					return false
				}
				next[f.corner[i]] = [2]int32{f.corner[(i+1)%3], n}
			}
		}
	}
	return h.fan(apex, visible, next)
}

// fan puts faces between a point and a horizon, and gives them the points above the faces that die.
func (h *hull) fan(apex int32, visible []int32, next map[int32][2]int32) bool {
	first := int32(len(h.faces))
	begin := int32(-1)
	for _, v := range visible {
		for i, n := range h.faces[v].neighbor {
			if !h.faces[n].visible {
				begin = h.faces[v].corner[i]
			}
		}
	}
	count := int32(len(next))
	if begin < 0 || count < 3 {
		return false
	}
	at := begin
	for k := range count {
		edge, ok := next[at]
		if !ok || (edge[0] == begin) != (k == count-1) {
			return false
		}
		h.add([3]int32{at, edge[0], apex})
		h.faces[first+k].neighbor = [3]int32{edge[1], first + (k+1)%count, first + (k+count-1)%count}
		beyond := &h.faces[edge[1]]
		for i := range beyond.corner {
			if beyond.corner[i] == edge[0] && beyond.corner[(i+1)%3] == at {
				beyond.neighbor[i] = first + k
			}
		}
		at = edge[0]
	}
	for _, v := range visible {
		f := &h.faces[v]
		f.dead = true
		for _, p := range f.outside {
			if p != apex {
				h.assign(p, int(first))
			}
		}
		f.outside = nil
	}
	return true
}
