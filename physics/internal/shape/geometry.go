package shape

import "tumble/physics/vec"

// Geometry is one shape in the frame of its body. Kind says which fields are used; the zero
// value is a sphere of radius 0 and not usable: build geometries with the constructors.
//
//	Sphere          A centre, RadiusA
//	Capsule         A, B ends of the core segment, RadiusA
//	TaperedCapsule  A, B centres of the two spheres, RadiusA at A, RadiusB at B
//	Cylinder        A, B centres of the two caps, RadiusA
//	Cone            A centre of the base, B apex, RadiusA of the base
//	Box             Half half extents, Local placement; Poly the same box as a hull
//	Hull            Poly
//	Mesh            Mesh
//	HeightField     Field
//	Compound        Children
//	Plane           A outward unit normal, RadiusA offset along it: solid where A·p ≤ RadiusA
type Geometry struct {
	Kind Kind
	// Centered is set when Local is the identity, so that the box paths can skip it.
	Centered bool
	RadiusA  float32
	RadiusB  float32
	A, B     vec.Vec3
	Half     vec.Vec3
	Local    vec.Transform
	Poly     *Polytope
	Mesh     *TriMesh
	Field    *Terrain
	Children *Family
}

// Hit is the answer of a ray cast, in the frame of the ray.
type Hit struct {
	// Fraction of the translation at which the ray meets the surface, in [0, maxFraction].
	Fraction float32
	// Normal is the outward unit normal of the surface at the hit. A ray that starts
	// inside a solid shape hits at fraction 0 with a zero normal.
	Normal vec.Vec3
	// Point on the surface.
	Point vec.Vec3
	// Triangle or child that was hit, 0 for the simple shapes.
	ChildIndex int32
	// Material slot of the triangle or cell that was hit, 0 for the simple shapes.
	MaterialIndex uint16
}

// MassData is the mass of a shape or a body: mass (kg), centre of mass, and the rotational
// inertia about that centre (kg·m²), all in the body's frame.
type MassData struct {
	Mass    float32
	Center  vec.Vec3
	Inertia vec.Mat3
}
