package mjcf

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/solid"
)

// point is a vector of double precision: meshes of a few millimetres have their corners far from the origin.
type point [3]float64

func (a point) sub(b point) point { return point{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a point) dot(b point) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a point) cross(b point) point {
	return point{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit is the mass of a mesh for a density of 1 kg/m³, or 1 kg/m² for a shell, as MuJoCo has it by the inertia
// attribute of the mesh: of the surface (shell), of the convex hull (convex), of the volume (exact), or by default the
// sum of the pyramids of all triangles over their centroid, in which nothing counts as hollow (legacy).
func (m *meshAsset) unit() physics.MassData {
	triangles := m.triangles()
	centroid, area := centroidOf(triangles)
	if m.inertia == "shell" {
		return shellMass(triangles, centroid, area)
	}
	volumeOf := func(t *[3]point, apex point) float64 {
		v := t[0].sub(apex).dot(t[1].sub(apex).cross(t[2].sub(apex))) / 6
		if m.inertia == "legacy" {
			v = math.Abs(v)
		}
		return v
	}
	volume, center := 0.0, point{}
	for i := range triangles {
		t := &triangles[i]
		v := volumeOf(t, centroid)
		volume += v
		for k := range 3 {
			center[k] += v * (t[0][k] + t[1][k] + t[2][k] + centroid[k]) / 4
		}
	}
	if volume == 0 {
		return physics.MassData{}
	}
	for k := range 3 {
		center[k] /= volume
	}
	// volume and second moments of tetrahedra with their apex in the centre: where nothing counts as hollow, the volume
	// is another one
	var p [6]float64
	volume = 0
	for i := range triangles {
		t := &triangles[i]
		v := volumeOf(t, center)
		volume += v
		addMoments(&p, v/20, t[0].sub(center), t[1].sub(center), t[2].sub(center))
	}
	if volume < 0 {
		// wound inside out
		volume = -volume
		for k := range p {
			p[k] = -p[k]
		}
	}
	return massData(volume, center, &p)
}

// triangles are those that count for the mass.
func (m *meshAsset) triangles() [][3]point {
	points, indices := m.points, m.indices
	if m.inertia == "convex" {
		if whole, err := solid.Hull(points); err == nil {
			points, indices = whole.Points, whole.Indices
		}
	}
	list := make([][3]point, 0, len(indices)/3)
	at := func(i uint32) point {
		p := points[i]
		return point{float64(p.X), float64(p.Y), float64(p.Z)}
	}
	for i := 0; i+2 < len(indices); i += 3 {
		list = append(list, [3]point{at(indices[i]), at(indices[i+1]), at(indices[i+2])})
	}
	return list
}

// centroidOf is the centre of a surface, and its area (m²).
func centroidOf(triangles [][3]point) (centroid point, area float64) {
	for i := range triangles {
		t := &triangles[i]
		n := t[1].sub(t[0]).cross(t[2].sub(t[0]))
		a := math.Sqrt(n.dot(n)) / 2
		area += a
		for k := range 3 {
			centroid[k] += a * (t[0][k] + t[1][k] + t[2][k]) / 3
		}
	}
	if area > 0 {
		for k := range 3 {
			centroid[k] /= area
		}
	}
	return centroid, area
}

// shellMass is the mass of a surface.
func shellMass(triangles [][3]point, centroid point, area float64) physics.MassData {
	var p [6]float64
	for i := range triangles {
		a, b, c := triangles[i][0].sub(centroid), triangles[i][1].sub(centroid), triangles[i][2].sub(centroid)
		n := b.sub(a).cross(c.sub(a))
		addMoments(&p, math.Sqrt(n.dot(n))/24, a, b, c)
	}
	return massData(area, centroid, &p)
}

// addMoments adds the second moments xx, yy, zz, xy, xz, yz of the corners of a triangle with a weight: ∫ x·x of a
// tetrahedron with its apex in the origin is V/20 times this sum, of a triangle A/12 times.
func addMoments(p *[6]float64, weight float64, a, b, c point) {
	for k, pair := range [6][2]int{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}} {
		i, j := pair[0], pair[1]
		sum := 2*(a[i]*a[j]+b[i]*b[j]+c[i]*c[j]) + a[i]*b[j] + a[j]*b[i] + a[i]*c[j] + a[j]*c[i] + b[i]*c[j] + b[j]*c[i]
		p[k] += weight * sum
	}
}

func massData(mass float64, center point, p *[6]float64) physics.MassData {
	m := vec.Mat3{
		XX: float32(p[1] + p[2]), YY: float32(p[0] + p[2]), ZZ: float32(p[0] + p[1]),
		XY: float32(-p[3]), XZ: float32(-p[4]), YZ: float32(-p[5]),
	}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	return physics.MassData{Mass: float32(mass), Center: vec.V3(float32(center[0]), float32(center[1]),
		float32(center[2])), Inertia: m}
}

// ellipsoidMass is the mass of an ellipsoid about the origin for a density of 1 kg/m³.
func ellipsoidMass(half vec.Vec3) physics.MassData {
	x, y, z := float64(half.X), float64(half.Y), float64(half.Z)
	v := 4 * math.Pi / 3 * x * y * z
	p := [6]float64{v * x * x / 5, v * y * y / 5, v * z * z / 5}
	return massData(v, point{}, &p)
}

// massAt is a mass at a pose, times a factor.
func massAt(m physics.MassData, at vec.Transform, factor float32) physics.MassData {
	t := m.Inertia.RotateTensor(at.Q.Norm()).Scale(factor)
	t.YX, t.ZX, t.ZY = t.XY, t.XZ, t.YZ
	return physics.MassData{Mass: m.Mass * factor, Center: at.Apply(m.Center), Inertia: t}
}
