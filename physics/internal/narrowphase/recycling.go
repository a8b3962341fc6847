package narrowphase

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

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

// recycleFraction (part of the arm of a normal force) is how far points may move apart while a contact is recycled,
// where that is less than Settings.RecycleDistance. Arms that lag behind cost a body that rocks energy. Without it: a
// block of half a metre keeps 7 % less of its speed (TestTruth/floor, recycled contacts).
const recycleFraction = 0.0175

// mostLag is how far (m) the points of a contact may lag behind: the arm over which a body tips is as short as it is
// thin.
func mostLag(a, b *solve.Sim) float32 { return float32(recycleFraction * smallerExtent(a, b)) }

// mostMeshLag is mostLag for a contact with pieces of a static body, which bodies of many shapes may touch far out.
// With mostLag alone trees100, in which trunks lie on a terrain with their ends, takes an eighth longer.
func mostMeshLag(manifolds []solve.Manifold, b *solve.Sim) float32 {
	return float32(recycleFraction * vec.Max(leastArm(manifolds), b.MinExtent))
}

// leastArm is a lower bound of the arm (m) of a normal force anywhere between the points of some manifolds about the
// centre of mass of body B: the arm of their centre less their distance from it. It is at most 0 for a standing block,
// and at most the arm of the edge for a tipping one.
func leastArm(manifolds []solve.Manifold) float32 {
	var middle vec.Vec3
	count := float32(0)
	for k := range manifolds {
		m := &manifolds[k]
		for i := range m.Points[:m.Count&CountMask] {
			middle = middle.Add(along(m.Points[i].AnchorB, m.Normal))
			count++
		}
	}
	if count == 0 {
		return 0
	}
	middle = middle.Mul(1 / count)
	spread := float32(0)
	for k := range manifolds {
		m := &manifolds[k]
		for i := range m.Points[:m.Count&CountMask] {
			spread = vec.Max(spread, along(m.Points[i].AnchorB, m.Normal).Dist2(middle))
		}
	}
	return middle.Len() - vec.Sqrt(spread)
}

// along is the part of v in the plane with normal n.
func along(v, n vec.Vec3) vec.Vec3 { return v.MulSub(v.Dot(n), n) }

// recycleSpin is recycleRotation for the rotation about the normal. On a turntable, anchors that lag behind drift
// outwards by ω·r·recycleSpin/2, and bodies with them (TestBoxesStayOnDiscs).
const recycleSpin = 0.0005

// gaps are the vectors from the points of A to those of B in a recycled contact: how far the two
// halves of each point have come apart.
type gaps [solve.MaxPoints]vec.Vec3

// canRecycle applies the safety rules of recycling: the points must not have moved apart, nor the
// shapes turned, by more than the tolerance less what the bodies may move in the next step.
func (np *NarrowPhase) canRecycle(m *solve.Manifold, u *Recycling, a, b *solve.Sim, limit float32, g *gaps) bool {
	sa, sb := &np.States[a.StateIndex], &np.States[b.StateIndex]
	// features lie no farther from the contact than the size of the smaller body
	size := vec.Min(a.MaxExtent, b.MaxExtent)
	limit = vec.Min(limit, mostLag(a, b))

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

// keepForRecycling notes the poses of the bodies for which the points of a manifold were computed; recycling keeps
// their anchors.
func (np *NarrowPhase) keepForRecycling(index int32, m *solve.Manifold, a, b *solve.Sim) {
	u := &np.Recycling[index]
	u.Valid = m.Count > 0
	if !u.Valid {
		return
	}
	u.RotationA, u.RotationB = a.Transform.Q, b.Transform.Q
}
