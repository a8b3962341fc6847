package session

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// SpawnKind is a kind of body the user can make. The values are part of the recording format.
type SpawnKind uint64

// The kinds.
const (
	SpawnBox SpawnKind = iota
	SpawnSphere
	SpawnCapsule
	SpawnRock
	SpawnDumbbell
	SpawnCylinder
	SpawnCone
	SpawnPlate
	SpawnRagdoll
	SpawnCar
	SpawnStack
	SpawnChain
	SpawnKindCount
)

// String returns the name in lower case.
func (k SpawnKind) String() string {
	names := [SpawnKindCount]string{"box", "sphere", "capsule", "rock", "dumbbell", "cylinder", "cone", "plate",
		"ragdoll", "car", "stack", "chain"}
	if k < SpawnKindCount {
		return names[k]
	}
	return "unknown kind"
}

// geometries returns the shapes of a kind; size is the radius of a ball around it (m).
func (k SpawnKind) geometries(size float32) ([]physics.Geometry, error) {
	switch k {
	case SpawnBox:
		h := float32(size * 0.577)
		return []physics.Geometry{physics.BoxHalf(h, h, h)}, nil
	case SpawnSphere:
		return []physics.Geometry{physics.Sphere{Radius: size}}, nil
	case SpawnCapsule:
		h := float32(size * 0.5)
		return []physics.Geometry{physics.Capsule{A: vec.V3(0, -h, 0), B: vec.V3(0, h, 0), Radius: h}}, nil
	case SpawnRock:
		hull, err := physics.NewHull(rockPoints(size))
		return []physics.Geometry{hull}, err
	case SpawnDumbbell:
		r, l := float32(size*0.4), float32(size*0.6)
		return []physics.Geometry{
			physics.Sphere{Center: vec.V3(-l, 0, 0), Radius: r},
			physics.Sphere{Center: vec.V3(l, 0, 0), Radius: r},
			physics.Capsule{A: vec.V3(-l, 0, 0), B: vec.V3(l, 0, 0), Radius: float32(r * 0.4)},
		}, nil
	}
	if kind, ok := k.solid(size); ok {
		return kind, nil
	}
	return nil, fmt.Errorf("app: spawn kind %d: is no single body", uint64(k))
}

// solid returns the shapes of the further kinds that are one body.
func (k SpawnKind) solid(size float32) ([]physics.Geometry, bool) {
	h := float32(size * 0.707)
	switch k {
	case SpawnCylinder:
		return []physics.Geometry{physics.Cylinder{A: vec.V3(0, -h, 0), B: vec.V3(0, h, 0), Radius: h}}, true
	case SpawnCone:
		return []physics.Geometry{physics.Cone{Base: vec.V3(0, -h, 0), Apex: vec.V3(0, size, 0), Radius: h}}, true
	case SpawnPlate:
		return []physics.Geometry{physics.BoxHalf(size, float32(size*0.1), float32(size*0.6))}, true
	}
	return nil, false
}

// rockPoints is a Fibonacci lattice on a ball with alternating radii.
func rockPoints(size float32) []vec.Vec3 {
	const n = 14
	points := make([]vec.Vec3, n)
	for i := range points {
		y := 1 - float32(2*i+1)/n
		ring := vec.Sqrt(1 - float32(y*y))
		s, c := vec.SinCos(float32(2.3999632 * float32(i)))
		r := size
		if i%3 == 1 {
			r = float32(size * 0.8)
		}
		points[i] = vec.V3(float32(ring*c), y, float32(ring*s)).Mul(r)
	}
	return points
}
