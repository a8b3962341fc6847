package shape

import (
	"fmt"
	"math"

	"tumble/physics/vec"
)

// HeightFieldDef describes a height field: a grid of samples at (column·Spacing.X, height,
// row·Spacing.Z), moved by Origin. Each cell is cut into two triangles along the diagonal
// from its lowest to its highest column and row.
type HeightFieldDef struct {
	// Columns along x and Rows along z, at least 2 each.
	Columns, Rows int
	// Heights has Columns·Rows entries (m), row by row. Instead, Quantized may hold 16-bit
	// heights: 0 is Low and 65535 is High.
	Heights   []float32
	Quantized []uint16
	Low, High float32
	// Materials is empty or has one slot per cell, (Columns−1)·(Rows−1), row by row.
	Materials []uint16
	// Spacing of the samples (m); Y is not used.
	Spacing vec.Vec3
	Origin  vec.Vec3
	// TwoSided fields collide from below, too.
	TwoSided bool
}

// Terrain is an immutable height field.
type Terrain struct {
	columns, rows int32
	heights       []float32
	quantized     []uint16
	low, step     float32
	materials     []uint16
	spacing       vec.Vec3
	origin        vec.Vec3
	box           vec.AABB
	twoSided      bool
}

// NewHeightField builds a height field. It is an error if lengths do not match, numbers are not
// finite or there is no cell.
func NewHeightField(def HeightFieldDef) (Geometry, error) {
	if err := checkHeightField(&def); err != nil {
		return Geometry{}, err
	}
	f := &Terrain{
		columns: int32(def.Columns), rows: int32(def.Rows),
		heights: append([]float32(nil), def.Heights...), quantized: append([]uint16(nil), def.Quantized...),
		low: def.Low, step: (def.High - def.Low) / 65535,
		materials: append([]uint16(nil), def.Materials...),
		spacing:   def.Spacing, origin: def.Origin, twoSided: def.TwoSided,
	}
	f.box = vec.EmptyAABB
	for j := range f.rows {
		for i := range f.columns {
			f.box = f.box.Include(f.at(i, j))
		}
	}
	if err := checkPoint("height field", "corner", f.box.Min); err != nil {
		return Geometry{}, err
	}
	if err := checkPoint("height field", "corner", f.box.Max); err != nil {
		return Geometry{}, err
	}
	return Geometry{Kind: HeightField, Field: f}, nil
}

func checkHeightField(def *HeightFieldDef) error {
	if def.Columns < 2 || def.Rows < 2 || def.Columns > MaxSamples || def.Rows > MaxSamples {
		return fmt.Errorf("height field: %d×%d samples: must be at least 2×2", def.Columns, def.Rows)
	}
	samples := int64(def.Columns) * int64(def.Rows)
	if samples > MaxSamples {
		return fmt.Errorf("height field: %d×%d samples: at most %d are allowed", def.Columns, def.Rows, MaxSamples)
	}
	given := max(len(def.Heights), len(def.Quantized))
	if int64(given) != samples || len(def.Heights) > 0 && len(def.Quantized) > 0 {
		return fmt.Errorf("height field: %d heights for %d×%d samples", given, def.Columns, def.Rows)
	}
	if cells := (def.Columns - 1) * (def.Rows - 1); len(def.Materials) != 0 && len(def.Materials) != cells {
		return fmt.Errorf("height field: %d materials for %d cells", len(def.Materials), cells)
	}
	if err := checkSize("height field", "spacing", def.Spacing.X, def.Spacing.Z); err != nil {
		return err
	}
	if !vec.IsFinite(def.Low) || !vec.IsFinite(def.High) || len(def.Quantized) > 0 && !(def.High >= def.Low) {
		return fmt.Errorf("height field: range %g to %g", def.Low, def.High)
	}
	for i, h := range def.Heights {
		if !(vec.Abs(h) <= MaxSize) {
			return fmt.Errorf("height field: height %d is %g: must be within %g m", i, h, float32(MaxSize))
		}
	}
	return checkPoint("height field", "origin", def.Origin)
}

// height returns the height of sample k.
func (f *Terrain) height(k int32) float32 {
	if len(f.heights) > 0 {
		return f.heights[k]
	}
	return f.low + float32(f.step*float32(f.quantized[k]))
}

// at returns the position of the sample in column i and row j.
func (f *Terrain) at(i, j int32) vec.Vec3 {
	return vec.Vec3{
		X: f.origin.X + float32(f.spacing.X*float32(i)),
		Y: f.origin.Y + f.height(j*f.columns+i),
		Z: f.origin.Z + float32(f.spacing.Z*float32(j)),
	}
}

// Bounds returns the box around all samples.
func (f *Terrain) Bounds() vec.AABB { return f.box }

// hole reports whether the cell does not exist or is open.
func (f *Terrain) hole(i, j int32) bool {
	if i < 0 || j < 0 || i >= f.columns-1 || j >= f.rows-1 {
		return true
	}
	return f.material(i, j) == HoleMaterial
}

func (f *Terrain) material(i, j int32) uint16 {
	if len(f.materials) == 0 {
		return 0
	}
	return f.materials[j*(f.columns-1)+i]
}

// cells returns the range of cells, ends included, below the box.
func (f *Terrain) cells(box vec.AABB) (i0, i1, j0, j1 int32) {
	cell := func(x, origin, spacing float32, count int32) int32 {
		// clamped before the conversion, which is undefined for huge numbers
		k := vec.Clamp((x-origin)/spacing, -1, float32(count))
		return int32(math.Floor(float64(k)))
	}
	if !box.Overlaps(f.box) {
		return 0, -1, 0, -1
	}
	i0 = max(cell(box.Min.X, f.origin.X, f.spacing.X, f.columns)-1, 0)
	i1 = min(cell(box.Max.X, f.origin.X, f.spacing.X, f.columns)+1, f.columns-2)
	j0 = max(cell(box.Min.Z, f.origin.Z, f.spacing.Z, f.rows)-1, 0)
	j1 = min(cell(box.Max.Z, f.origin.Z, f.spacing.Z, f.rows)+1, f.rows-2)
	return i0, i1, j0, j1
}

// index is the number of triangle k, 0 or 1, of a cell.
func (f *Terrain) index(i, j, k int32) int32 { return 2*(j*(f.columns-1)+i) + k }

// cellOf is the inverse of index.
func (f *Terrain) cellOf(index int32) (i, j, k int32) {
	cell := index / 2
	return cell % (f.columns - 1), cell / (f.columns - 1), index % 2
}

// bounds of one triangle.
func (f *Terrain) bounds(index int32) vec.AABB {
	i, j, k := f.cellOf(index)
	a, c := f.at(i, j), f.at(i+1, j+1)
	third := f.at(i+1, j)
	if k == 1 {
		third = f.at(i, j+1)
	}
	return vec.AABB{Min: a.Min(c).Min(third), Max: a.Max(c).Max(third)}
}

// triangle fills out with a triangle. With a, b, c, d the corners of the cell at (0,0), (1,0),
// (1,1), (0,1), triangle 0 is a c b and triangle 1 is a d c.
func (f *Terrain) triangle(index int32, out *Triangle) {
	i, j, k := f.cellOf(index)
	sample := func(di, dj int32) uint32 { return uint32((j+dj)*f.columns + i + di) }
	*out = Triangle{Index: index, Material: f.material(i, j), TwoSided: f.twoSided}
	neighbour := func(edge int, inside bool, di, dj int32) {
		if inside {
			out.HasNeighbour[edge] = true
			out.Across[edge] = f.at(i+di, j+dj)
		}
	}
	// the edges along x, along z and the diagonal from a sample are its edges 0, 1 and 2
	a, b, c, d := sample(0, 0), sample(1, 0), sample(1, 1), sample(0, 1)
	if k == 0 {
		out.V = [3]vec.Vec3{f.at(i, j), f.at(i+1, j+1), f.at(i+1, j)}
		out.VertexID = [3]uint32{a, c, b}
		out.EdgeID = [3]uint32{3*a + 2, 3*b + 1, 3 * a}
		neighbour(0, true, 0, 1)
		neighbour(1, !f.hole(i+1, j), 2, 1)
		neighbour(2, !f.hole(i, j-1), 0, -1)
		return
	}
	out.V = [3]vec.Vec3{f.at(i, j), f.at(i, j+1), f.at(i+1, j+1)}
	out.VertexID = [3]uint32{a, d, c}
	out.EdgeID = [3]uint32{3*a + 1, 3 * d, 3*a + 2}
	neighbour(0, !f.hole(i-1, j), -1, 0)
	neighbour(1, !f.hole(i, j+1), 1, 2)
	neighbour(2, true, 1, 0)
}

// rayCast walks the cells below the ray, nearest first (Amanatides and Woo 1987).
func (f *Terrain) rayCast(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	lo, hi := clipToBox(&f.box, origin, d, maxFraction)
	if lo > hi {
		return Hit{}, false
	}
	x := newCellWalk(origin.X, d.X, f.origin.X, f.spacing.X, lo, f.columns-2)
	z := newCellWalk(origin.Z, d.Z, f.origin.Z, f.spacing.Z, lo, f.rows-2)
	var t Triangle
	for range int(f.columns) + int(f.rows) {
		// rounding may put the ray a hair into the next cell: test the neighbours, too
		best, found := Hit{Fraction: maxFraction}, false
		for j := max(z.cell-1, 0); j <= min(z.cell+1, f.rows-2); j++ {
			for i := max(x.cell-1, 0); i <= min(x.cell+1, f.columns-2); i++ {
				if f.hole(i, j) {
					continue
				}
				for k := range int32(2) {
					f.triangle(f.index(i, j, k), &t)
					if h, ok := t.rayCast(origin, d, best.Fraction); ok && (!found || h.Fraction < best.Fraction) {
						best, found = h, true
					}
				}
			}
		}
		next := math.Min(x.next, z.next)
		if found && float64(best.Fraction) <= next {
			return best, true
		}
		if next > hi {
			return best, found
		}
		if x.next <= z.next {
			x.advance()
		} else {
			z.advance()
		}
		if x.cell < -1 || x.cell > f.columns-1 || z.cell < -1 || z.cell > f.rows-1 {
			return best, found
		}
	}
	return Hit{}, false
}

// cellWalk is the path of a ray through the cells along one axis.
type cellWalk struct {
	cell, step int32
	// next is the fraction at which the ray leaves the cell, delta the length of a cell.
	next, delta float64
}

func newCellWalk(o, d, origin, spacing float32, start float64, last int32) cellWalk {
	at := (float64(o) + float64(start*float64(d)) - float64(origin)) / float64(spacing)
	w := cellWalk{cell: int32(math.Max(0, math.Min(float64(last), math.Floor(at)))), next: math.Inf(1)}
	if d == 0 {
		return w
	}
	edge := float64(w.cell)
	w.step = -1
	if d > 0 {
		w.step = 1
		edge++
	}
	w.next = (float64(edge*float64(spacing)) + float64(origin) - float64(o)) / float64(d)
	w.delta = math.Abs(float64(spacing) / float64(d))
	return w
}

func (w *cellWalk) advance() {
	w.cell += w.step
	w.next += w.delta
}

// clipToBox returns the fractions between which the ray is in the box, a little widened.
func clipToBox(box *vec.AABB, origin, d vec.Vec3, maxFraction float32) (lo, hi float64) {
	lo, hi = 0, float64(maxFraction)
	clip := func(low, high, o, d float32) {
		if d == 0 {
			if o < low || o > high {
				lo = math.Inf(1)
			}
			return
		}
		near, far := (float64(low)-float64(o))/float64(d), (float64(high)-float64(o))/float64(d)
		if near > far {
			near, far = far, near
		}
		lo, hi = math.Max(lo, near-1e-6), math.Min(hi, far+1e-6)
	}
	clip(box.Min.X, box.Max.X, origin.X, d.X)
	clip(box.Min.Y, box.Max.Y, origin.Y, d.Y)
	clip(box.Min.Z, box.Max.Z, origin.Z, d.Z)
	return lo, hi
}
