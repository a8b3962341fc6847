package shape

import (
	"encoding/binary"
	"math"
	"testing"

	"tumble/physics/vec"
)

// FuzzHull builds hulls of arbitrary numbers: an error or a sound polytope.
func FuzzHull(f *testing.F) {
	pack := func(points ...vec.Vec3) []byte {
		var data []byte
		for _, p := range points {
			for _, x := range [3]float32{p.X, p.Y, p.Z} {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
			}
		}
		return data
	}
	f.Add(pack(vec.V3(0, 0, 0), vec.V3(1, 0, 0), vec.V3(0, 1, 0), vec.V3(0, 0, 1)))
	f.Add(pack(vec.V3(0, 0, 0), vec.V3(1, 0, 0), vec.V3(0, 1, 0), vec.V3(1, 1, 1e-4), vec.V3(1, 1, 0),
		vec.V3(0.5, 0.5, 1)))
	f.Add(pack(vec.V3(1e-23, 0, 0), vec.V3(0, 5.7e22, 0), vec.V3(0, 1, 0), vec.V3(1, 1, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var points []vec.Vec3
		for len(data) >= 12 && len(points) < 400 {
			at := func(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])) }
			points = append(points, vec.V3(at(0), at(1), at(2)))
			data = data[12:]
		}
		g, err := NewHull(points)
		if err == nil {
			checkPolytope(t, g.Poly, points)
		}
	})
}

// FuzzHeightField builds fields of arbitrary numbers: an error, or a field whose triangles, rays and
// bounds fit together.
func FuzzHeightField(f *testing.F) {
	f.Add([]byte{0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 192, 0, 0, 0, 0}, uint8(2), uint8(2), float32(1), float32(2),
		float32(0.5), float32(3), false)
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}, uint8(3), uint8(3), float32(0.1),
		float32(-1), float32(1), float32(7), true)
	f.Fuzz(func(t *testing.T, data []byte, columns, rows uint8, spacing, low, high, origin float32, quantized bool) {
		def := HeightFieldDef{
			Columns: int(columns % 32), Rows: int(rows % 32), Low: low, High: high, TwoSided: columns >= 128,
			Spacing: vec.V3(spacing, 0, vec.Abs(spacing)+0.1), Origin: vec.V3(origin, low, -origin),
		}
		n := def.Columns * def.Rows
		switch {
		case quantized:
			for i := 0; i+1 < len(data) && len(def.Quantized) < n; i += 2 {
				def.Quantized = append(def.Quantized, binary.LittleEndian.Uint16(data[i:]))
			}
		default:
			for i := 0; i+3 < len(data) && len(def.Heights) < n; i += 4 {
				def.Heights = append(def.Heights, math.Float32frombits(binary.LittleEndian.Uint32(data[i:])))
			}
		}
		if rows >= 128 {
			for i := range max(0, (def.Columns-1)*(def.Rows-1)) {
				m := uint16(i % 3)
				if len(data) > 0 && data[i%len(data)]&1 == 1 {
					m = HoleMaterial
				}
				def.Materials = append(def.Materials, m)
			}
		}
		g, err := NewHeightField(def)
		if err != nil {
			return
		}
		bounds := g.Field.Bounds()
		if !bounds.IsValid() {
			t.Fatalf("bounds %v", bounds)
		}
		var tri Triangle
		var w Walk
		grown := bounds.Expand(1e-4 * (1 + bounds.Half().Len()))
		for w.Start(&g, bounds); w.Next(&g); {
			g.Triangle(w.Index, &tri)
			for _, v := range tri.V {
				if !v.IsFinite() || !grown.Contains(vec.AABB{Min: v, Max: v}) {
					t.Fatalf("triangle %d: corner %v outside of %v", w.Index, v, bounds)
				}
			}
			// a cell whose sides differ by a factor of a million may have no area in float32
			if n := tri.Normal(); n != (vec.Vec3{}) && !(n.Y >= 0) {
				t.Fatalf("triangle %d: normal %v", w.Index, n)
			}
		}
		c := bounds.Center()
		if h, ok := g.RayCast(vec.V3(c.X, bounds.Max.Y+1, c.Z), vec.V3(0, -2-2*bounds.Half().Y, 0), 1); ok &&
			!(h.Point.IsFinite() && h.Fraction >= 0 && h.Fraction <= 1) {
			t.Fatalf("hit %+v", h)
		}
	})
}
