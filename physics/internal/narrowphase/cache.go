package narrowphase

import (
	"math"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Recycling is the state that a contact keeps from the last time its points were computed,
// so that they can be moved along with the bodies while these hardly move against each
// other. In a settled pile that is nearly all contacts; besides the time it saves, points that
// do not jump let tall piles come to rest. The idea, contact recycling, is Erin Catto's
// (Box3D, 2026).
//
// It is safe only while no point that was left out could come to touch. So it is not used for
// contacts without points, nor for bodies that could cover the tolerance within one step. The point of
// contact of a round shape rolls along the surface: of those only pairs at rest are recycled, and on
// immovable bodies none: their values say how their points roll on.
type Recycling struct {
	Valid bool
	// RotationA and RotationB are those of A and of B in the world when the points were computed.
	RotationA, RotationB vec.Quat
	// Mesh is for contacts with pieces, Rolling for those whose points act in the middle of the step. The others have
	// neither: their anchors tell where the points were.
	Mesh    MeshCache
	Rolling RollingCache
}

// MeshCache is the state kept for a contact with triangles or children.
type MeshCache struct {
	// Clearance (m) is a lower bound of how far shape B may move before it can touch a piece, see clearanceOf.
	Clearance float32
	// Center is the centroid of shape B in the world, seen from the centre of mass of body A, when the points were
	// computed, Centroid that in the frame of its body.
	Center, Centroid vec.Vec3
	// Reach is how far shape B extends from there along each axis of its body, Outer in any direction (m).
	Reach vec.Vec3
	Outer float32
}

// RollingCache is the state kept for a contact whose points were moved to the middle of the step, see midpointAnchors.
type RollingCache struct {
	// Step is the length of the step in which that was done (s), 0 for never.
	Step float32
	// Impulse is the mean normal impulse that the solver gave in the last steps (N·s).
	Impulse float32
	// Lasting is the number of points that were there in the step before, too.
	Lasting float32
	// AnchorsA and AnchorsB are where the points were at the start of the step and, on the side of a body that cannot
	// move, where they acted in the step before.
	AnchorsA, AnchorsB [solve.MaxPoints]vec.Vec3
}

// Keeps reports whether a bit of the caches of meshes or of rolling is set.
func (u *Recycling) Keeps() bool { return u.Mesh.keeps() || u.Rolling.keeps() }

func (k *MeshCache) keeps() bool {
	return anyBit(k.Clearance, k.Outer) || anyVector(k.Center, k.Centroid, k.Reach)
}

func (k *RollingCache) keeps() bool {
	return anyBit(k.Step, k.Impulse, k.Lasting) || anyVector(k.AnchorsA[:]...) || anyVector(k.AnchorsB[:]...)
}

// anyBit reports whether a bit of a number is set, also the sign of a zero.
func anyBit(list ...float32) bool {
	for _, x := range list {
		if math.Float32bits(x) != 0 {
			return true
		}
	}
	return false
}

func anyVector(list ...vec.Vec3) bool {
	for _, v := range list {
		if anyBit(v.X, v.Y, v.Z) {
			return true
		}
	}
	return false
}
