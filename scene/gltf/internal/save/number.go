package save

import (
	"math"
	"strconv"

	"tumble/physics/vec"
)

// single is a number in single precision, written with the fewest digits that read back to it.
type single float32

// MarshalJSON writes the number.
func (x single) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(x), 'g', -1, 32), nil
}

// exact is x in double precision with few digits, if those read back to x.
func exact(x float32) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	if err != nil || math.Float32bits(float32(y)) != math.Float32bits(x) {
		return float64(x)
	}
	return y
}

func vector(v vec.Vec3) []single { return []single{single(v.X), single(v.Y), single(v.Z)} }

func singles(list []float32) []single {
	out := make([]single, len(list))
	for i, x := range list {
		out[i] = single(x)
	}
	return out
}

func rotation(q vec.Quat) []single {
	return []single{single(q.X), single(q.Y), single(q.Z), single(q.W)}
}

func vector64(v vec.Vec3) [3]float64 { return [3]float64{exact(v.X), exact(v.Y), exact(v.Z)} }

func rotation64(q vec.Quat) [4]float64 {
	return [4]float64{exact(q.X), exact(q.Y), exact(q.Z), exact(q.W)}
}

// same compares all bits, so that −0 is not 0.
func same(a, b vec.Transform) bool {
	bits := func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
	return bits(a.P.X, b.P.X) && bits(a.P.Y, b.P.Y) && bits(a.P.Z, b.P.Z) &&
		bits(a.Q.X, b.Q.X) && bits(a.Q.Y, b.Q.Y) && bits(a.Q.Z, b.Q.Z) && bits(a.Q.W, b.Q.W)
}

func hexadecimal(x uint64) string { return strconv.FormatUint(x, 16) }
