package mujoco

import "math"

// vector, rotation (rows) and tensor are of double precision, so that the comparison adds nothing to the rounding of
// the compared numbers.
type (
	vector   [3]float64
	rotation [3]vector
	tensor   [3]vector
)

// pose is a place and how it is rotated.
type pose struct {
	at       vector
	rotation rotation
}

// part is a mass with its centre, and its inertia about that.
type part struct {
	mass    float64
	center  vector
	inertia tensor
}

// rotationOf is the rotation of a quaternion that need not have the length 1.
func rotationOf(w, x, y, z float64) rotation {
	n := w*w + x*x + y*y + z*z
	if n == 0 {
		return rotation{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	}
	s := 2 / n
	return rotation{
		{1 - s*(y*y+z*z), s * (x*y - w*z), s * (x*z + w*y)},
		{s * (x*y + w*z), 1 - s*(x*x+z*z), s * (y*z - w*x)},
		{s * (x*z - w*y), s * (y*z + w*x), 1 - s*(x*x+y*y)},
	}
}

func (r *rotation) times(q rotation) rotation {
	var out rotation
	for i := range 3 {
		for k := range 3 {
			for j := range 3 {
				out[i][k] += r[i][j] * q[j][k]
			}
		}
	}
	return out
}

// times is a pose that is given within this one.
func (p pose) times(inner pose) pose {
	out := pose{at: p.at, rotation: p.rotation.times(inner.rotation)}
	for i := range 3 {
		for k := range 3 {
			out.at[i] += p.rotation[i][k] * inner.at[k]
		}
	}
	return out
}

func diagonal(d vector) tensor { return tensor{{d[0], 0, 0}, {0, d[1], 0}, {0, 0, d[2]}} }

// rotated is R·I·Rᵀ.
func (t tensor) rotated(r rotation) tensor {
	var out tensor
	for i := range 3 {
		for k := range 3 {
			for a := range 3 {
				for b := range 3 {
					out[i][k] += r[i][a] * t[a][b] * r[k][b]
				}
			}
		}
	}
	return out
}

// together is the mass of all parts, by the parallel axes theorem.
func together(parts []part) part {
	var out part
	for _, p := range parts {
		out.mass += p.mass
		for k := range 3 {
			out.center[k] += p.mass * p.center[k]
		}
	}
	if out.mass == 0 {
		return out
	}
	for k := range 3 {
		out.center[k] /= out.mass
	}
	for _, p := range parts {
		var d vector
		square := 0.0
		for k := range 3 {
			d[k] = p.center[k] - out.center[k]
			square += d[k] * d[k]
		}
		for i := range 3 {
			for k := range 3 {
				out.inertia[i][k] += p.inertia[i][k] - p.mass*d[i]*d[k]
			}
			out.inertia[i][i] += p.mass * square
		}
	}
	return out
}

// largest is the largest principal moment.
func (t *tensor) largest() float64 { return t.moments()[0] }

// moments are the principal moments, the largest first: the roots of the characteristic polynomial of a symmetric
// matrix.
func (t *tensor) moments() vector {
	mean := (t[0][0] + t[1][1] + t[2][2]) / 3
	spread := 2 * (t[0][1]*t[0][1] + t[0][2]*t[0][2] + t[1][2]*t[1][2])
	var d vector
	for k := range 3 {
		d[k] = t[k][k] - mean
		spread += d[k] * d[k]
	}
	if spread == 0 {
		return vector{mean, mean, mean}
	}
	p := math.Sqrt(spread / 6)
	det := d[0]*(d[1]*d[2]-t[1][2]*t[1][2]) - t[0][1]*(t[0][1]*d[2]-t[1][2]*t[0][2]) +
		t[0][2]*(t[0][1]*t[1][2]-d[1]*t[0][2])
	angle := math.Acos(max(-1, min(1, det/(2*p*p*p)))) / 3
	most, least := mean+2*p*math.Cos(angle), mean+2*p*math.Cos(angle+2*math.Pi/3)
	return vector{most, 3*mean - most - least, least}
}
