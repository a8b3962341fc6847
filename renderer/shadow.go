package renderer

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// ShadowFit says how shadow maps are fitted to a view. The zero value of a field takes the
// default.
type ShadowFit struct {
	Cascades int     // 1 to MaxCascades; 0 takes 3
	Size     int     // side of a map, texels; 0 takes 2048
	Distance float32 // eye distance up to which there are shadows, metres; 0 takes 80
	// Split is between 0, cascades of equal length, and 1, each longer than the one before by
	// the same factor; 0 takes 0.75 (Zhang et al., Parallel-split shadow maps, 2006).
	Split float32
	// the casters lie in this sphere, metres; higher things cast no shadow
	CasterCentre mgl32.Vec3
	CasterRadius float32
	// The first map covers this sphere (m) instead of the nearest part of the view, where it has a radius. Only the
	// samples of a picture are drawn with such maps.
	Focus       mgl32.Vec3
	FocusRadius float32
}

// Fit sets v.Shadow to maps for light from the unit direction sun.
//
// A map covers the sphere around its part of the view, whose size does not change when the camera
// turns, and it moves in whole texels; so shadows do not shimmer (Valient, Stable rendering of
// cascaded shadow maps, ShaderX6, 2008).
func (f ShadowFit) Fit(v *View, sun mgl32.Vec3) {
	n := f.Cascades
	if n <= 0 {
		n = 3
	}
	n = min(n, MaxCascades)
	if f.Size <= 0 {
		f.Size = 2048
	}
	if f.Distance <= 0 {
		f.Distance = 80
	}
	if f.Split <= 0 {
		f.Split = 0.75
	}
	far := min(f.Distance, v.Far)
	near := v.Near
	// the logarithmic split needs a start that is not tiny against the whole distance
	start := max(near, far*0.004)
	v.Shadow = Shadow{Cascades: int32(n)}
	if f.FocusRadius > 0 {
		v.Shadow.Cascade[0] = f.around(sun, f.Focus, f.FocusRadius, far)
		for i := 1; i < n; i++ {
			v.Shadow.Cascade[i] = f.cascade(v, sun, near, far)
		}
		return
	}
	for i := range n {
		share := float32(i+1) / float32(n)
		log := start * float32(math.Pow(float64(far/start), float64(share)))
		end := f.Split*log + (1-f.Split)*(near+(far-near)*share)
		v.Shadow.Cascade[i] = f.cascade(v, sun, near, end)
		// a little overlap, so that one map can be faded into the next
		near = end * 0.97
	}
}

// cascade fits one map to the part of the view between two distances.
func (f ShadowFit) cascade(v *View, sun mgl32.Vec3, near, far float32) Cascade {
	centre, radius := v.slice(near, far)
	return f.around(sun, centre, radius, far)
}

// around fits a map to a sphere; it serves up to the eye distance far.
func (f ShadowFit) around(sun, centre mgl32.Vec3, radius, far float32) Cascade {
	// rounded up, so that the rounding of the corners does not change the size from frame to frame
	radius = float32(math.Ceil(float64(radius)*16) / 16)
	// one texel on every side for the rounding of the centre, two for the filter
	texel := 2 * radius / float32(f.Size-6)
	radius = texel * float32(f.Size) / 2

	x, y, z := lightAxes(sun)
	snap := func(d float32) float32 {
		return float32(math.Floor(float64(d)/float64(texel)) * float64(texel))
	}
	cx, cy, cz := snap(centre.Dot(x)), snap(centre.Dot(y)), centre.Dot(z)
	top := max(cz+radius, f.CasterCentre.Dot(z)+f.CasterRadius)
	bottom := cz - radius
	depth := top - bottom

	// light axes, shifted to the centre and scaled to the clip cube; near is towards the sun
	rx, ry, rz := 1/radius, 1/radius, -2/depth
	m := mgl32.Mat4{
		x[0] * rx, y[0] * ry, z[0] * rz, 0,
		x[1] * rx, y[1] * ry, z[1] * rz, 0,
		x[2] * rx, y[2] * ry, z[2] * rz, 0,
		-cx * rx, -cy * ry, (top + bottom) / depth, 1,
	}
	return Cascade{ViewProj: m, Far: far, Texel: texel, Depth: depth}
}

// lightAxes returns an orthonormal base whose z points to the sun, and which depends on nothing else.
func lightAxes(sun mgl32.Vec3) (x, y, z mgl32.Vec3) {
	up := mgl32.Vec3{0, 1, 0}
	if abs(sun[1]) > 0.99 {
		up = mgl32.Vec3{0, 0, 1}
	}
	z = sun.Normalize()
	x = up.Cross(z).Normalize()
	return x, z.Cross(x), z
}

// slice returns the smallest sphere around the part of the view between two distances along the
// view direction, if its centre lies on the axis.
func (v *View) slice(near, far float32) (centre mgl32.Vec3, radius float32) {
	forward := mgl32.Vec3{-v.View[2], -v.View[6], -v.View[10]}
	n, f := float64(near), float64(far)
	tx, ty := 1/float64(v.Proj[0]), 1/float64(v.Proj[5])
	var along, r float64
	if k2 := tx*tx + ty*ty; v.Proj[15] != 0 {
		// orthographic: a box of half sides tx, ty
		along, r = (n+f)/2, math.Sqrt((f-n)*(f-n)/4+k2)
	} else if k2 >= (f-n)/(f+n) {
		along, r = f, f*math.Sqrt(k2)
	} else {
		along = (f + n) * (1 + k2) / 2
		r = math.Sqrt((f-n)*(f-n)+2*(f*f+n*n)*k2+(f+n)*(f+n)*k2*k2) / 2
	}
	return v.Eye.Add(forward.Mul(float32(along))), float32(r)
}
