package shape

// Kind is the kind of shape of a Geometry. The order is part of the contract of the narrow
// phase: convex kinds come first, then the kinds made of many triangles or children.
type Kind uint8

const (
	Sphere Kind = iota
	Capsule
	Box
	Hull
	Cylinder
	Cone
	TaperedCapsule
	// Plane is a half-space: everything below the plane is solid. It has no mass.
	Plane
	Mesh
	HeightField
	Compound
	// KindCount is the number of kinds.
	KindCount
	// Facet is a bare triangle with corners A, B and Half. It is no shape of a body: meshes
	// hand their triangles to the distance code in this form.
	Facet
)

var kindNames = [KindCount]string{
	"sphere", "capsule", "box", "hull", "cylinder", "cone", "tapered capsule",
	"plane", "mesh", "height field", "compound",
}

// String returns the name in lower case, as errors and panels show it.
func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "unknown shape"
}

// IsConvex reports whether shapes of this kind are bounded and convex, so that they have
// mass, a support function and one manifold per pair.
func (k Kind) IsConvex() bool { return k <= TaperedCapsule }
