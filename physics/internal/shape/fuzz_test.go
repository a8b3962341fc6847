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
	f.Add(pack(vec.V3(0, 0, 0), vec.V3(1, 0, 0), vec.V3(0, 1, 0), vec.V3(1, 1, 1e-4), vec.V3(1, 1, 0), vec.V3(0.5, 0.5, 1)))
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
