package narrowphase

import (
	"math"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Recycling is what a contact keeps from the last time its points were computed,
// so that they can be moved along with the bodies while these hardly move against each
// other. In a settled pile that is nearly all contacts; besides the time it saves, points that
// do not jump let tall piles come to rest. The idea, contact recycling, is Erin Catto's
// (Box3D, 2026).
//
// It is safe only while no point that was left out could come to touch. So it is not used for
// contacts without points, nor for bodies that could cover the tolerance within one step. The point of
// contact of a round shape rolls along the surface: of those only pairs at rest are recycled, and on
// immovable bodies none: what they keep says how their points roll on.
type Recycling struct {
	Valid bool
	// RotationA and RotationB are those of A and of B in the world when the points were computed.
	RotationA, RotationB vec.Quat
	// Mesh is for contacts with pieces, Rolling for those whose points act in the middle of the step. The others have
	// neither: their anchors tell where the points were.
	Mesh    MeshCache
	Rolling RollingCache
}

// MeshCache is what a contact with pieces keeps.
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

// RollingCache is what a contact keeps whose points were moved to the middle of the step, see midpointAnchors.
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

// recycleContact moves the points of a contact along with its bodies and returns recycledNow, if that is
// safe.
func (np *NarrowPhase) recycleContact(c *state.Contact, index int32) Outcome {
	if c.Composite {
		return np.recycleMesh(c, index)
	}
	if !c.Touching {
		return Steady
	}
	u := &np.Recycling[index]
	if !u.Valid {
		return Steady
	}
	a, b := &np.Sims[c.BodyA], &np.Sims[c.BodyB]
	limit := np.Settings.RecycleDistance
	if !c.Angular {
		if !bothMove(a, b) {
			return Steady
		}
		limit = vec.Min(limit, roundRecycling)
	}
	m := &np.Manifolds[c.Manifold]
	var g gaps
	if !np.canRecycle(m, u, a, b, limit, &g) {
		return Steady
	}
	recyclePoints(m, &g)
	return recycledNow
}

// recycleRotation is the angle (rad) by which both bodies may turn together while the normal and the
// anchors of a recycled contact stay as they are.
const recycleRotation = 0.05

// recycleSpin is the same for the part of the turn about the normal. Anchors that lag behind on a
// turning table would see it move outwards, and so would what stands on it.
const recycleSpin = 0.004

// gaps are the vectors from the points of A to those of B in a recycled contact: how far the two
// halves of each point have come apart.
type gaps [solve.MaxPoints]vec.Vec3

// canRecycle applies the safety rules of recycling: the points must not have moved apart, nor the
// shapes turned, by more than the tolerance less what the bodies may move in the next step.
func (np *NarrowPhase) canRecycle(m *solve.Manifold, u *Recycling, a, b *solve.Sim, limit float32, g *gaps) bool {
	sa, sb := &np.States[a.StateIndex], &np.States[b.StateIndex]
	// features lie no farther from the contact than the size of the smaller body
	size := vec.Min(a.MaxExtent, b.MaxExtent)

	// how far the surfaces may slip against each other within a step
	spin := sb.W.Sub(sa.W)
	slip := sb.V.Sub(sa.V).Add(sb.W.Cross(m.Points[0].AnchorB)).Sub(sa.W.Cross(m.Points[0].AnchorA))
	speed := slip.Len() + float32(spin.Len()*float32(2*size))
	budget := limit - float32(speed*np.dt)
	if !(budget > 0) {
		return false
	}
	// twice the vector part is the angle of a turn, in small angles; normal and anchors do not
	// follow a turn that both bodies make together
	rotationA, rotationB := a.Transform.Q.Mul(u.RotationA.Conj()), b.Transform.Q.Mul(u.RotationB.Conj())
	common := rotationA.Vec()
	if float32(2*common.Len()) > recycleRotation || vec.Abs(float32(2*common.Dot(m.Normal))) > recycleSpin {
		return false
	}
	rotation := rotationA.InvMul(rotationB).Vec().Len()
	if float32(2*rotation) > np.Settings.RecycleAngle {
		return false
	}
	budget -= float32(float32(4*rotation) * size)
	if !(budget > 0) {
		return false
	}
	square := float32(budget * budget)
	d := b.Center.Sub(a.Center)
	ax, ay, az := rotationA.Rows()
	bx, by, bz := rotationB.Rows()
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		armA := vec.Vec3{X: ax.Dot(p.AnchorA), Y: ay.Dot(p.AnchorA), Z: az.Dot(p.AnchorA)}
		armB := vec.Vec3{X: bx.Dot(p.AnchorB), Y: by.Dot(p.AnchorB), Z: bz.Dot(p.AnchorB)}
		g[i] = d.Add(armB).Sub(armA)
		if !(g[i].Len2() <= square) {
			return false
		}
	}
	return true
}

// recyclePoints brings the separations up to date and leaves everything else as it was. Normal and
// anchors in particular stay where they were in the world: the force then acts at a fixed
// place on each body and does not follow its tilt. Were they turned with the bodies, a
// pyramid of fifty rows, one box deep, would buckle sideways within 25 s.
func recyclePoints(m *solve.Manifold, g *gaps) {
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		p.Separation = p.BaseSeparation + g[i].Dot(m.Normal)
	}
}

// keepForRecycling notes how the bodies stood when the points of a manifold were computed. Its anchors
// stay as they are then.
func (np *NarrowPhase) keepForRecycling(index int32, m *solve.Manifold, a, b *solve.Sim) {
	u := &np.Recycling[index]
	u.Valid = m.Count > 0
	if !u.Valid {
		return
	}
	u.RotationA, u.RotationB = a.Transform.Q, b.Transform.Q
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
