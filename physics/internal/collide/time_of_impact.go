package collide

import (
	"math"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// ImpactState says how a time of impact search has ended.
type ImpactState uint8

const (
	// NoImpact: the shapes stay apart over the whole interval.
	NoImpact ImpactState = iota
	// Impact: they come within the target distance at Fraction.
	Impact
	// StartsClose: they are within the target distance at the start already.
	StartsClose
	// Unfinished: the search gave up at Fraction; up to there they stay apart.
	Unfinished
)

// ImpactResult is the answer of TimeOfImpact. Normal and Point are in the frame of the
// sweeps, at the time Fraction, and valid for Impact. StartsClose has the normal, too, unless the
// shapes overlap.
type ImpactResult struct {
	State ImpactState
	// Fraction of the step up to which both bodies may move.
	Fraction float32
	// Normal is the unit vector from A to B.
	Normal vec.Vec3
	// Point midway between the surfaces.
	Point      vec.Vec3
	Iterations int32
}

// impactSlop is the slop (m) of the impacts of a shape: LinearSlop, or less for a small shape. A body that was stopped
// is stopped again where it goes on by more than its core; were it farther than that from the surface, no contact would
// ever take it over, and it would hang in the air (TestNothingHangsInTheAir).
func impactSlop(b *shape.Geometry, localCenter vec.Vec3) float64 {
	inner, _ := b.Extents(localCenter)
	if inner == 0 {
		return LinearSlop
	}
	return float64(vec.Clamp(float32(impactSlopFraction*inner), leastImpactSlop, LinearSlop))
}

// targetGap is the distance between the surfaces (m) at which an impact counts. Rounded
// shapes may overlap by the slop, which their cores allow; sharp ones stop a slop before, well
// within the speculative distance.
func targetGap(radius, slop float64) float64 {
	return math.Max(slop, radius-slop) - radius
}

// TimeOfImpact returns when two convex shapes come to touch while their bodies move by the
// sweeps, not later than maxFraction of the step. No contact between is missed, however fast the
// bodies rotate.
//
// Method: conservative advancement (Mirtich 1996; Catto, GDC 2013). Let n be the direction of
// the distance at time t. The gap along n shrinks over the next Δ by at most
// r·Δ + K·Δ²/2, where r is the speed along n of the points that close it fastest, and K
// bounds their acceleration, |ω|² times the distance from the axis. The root of that bound is
// a safe step, and the steps converge as those of Newton's method do.
//
// A mesh, height field or compound must be shape A. Of its triangles or children the first counts that B would
// sink into by more than half its inner radius. A shallow impact, or one with a child that B is close to
// from the start, as the floor it slides over, stops only the ball of that radius inside B.
func TimeOfImpact(a *shape.Geometry, sweepA *Sweep, b *shape.Geometry, sweepB *Sweep,
	maxFraction float32) ImpactResult {
	if a.Kind.HasChildren() {
		return ImpactOnChildren(a, sweepA, b, sweepB, maxFraction, nil)
	}
	return convexImpact(a, sweepA, b, sweepB, maxFraction)
}

func convexImpact(a *shape.Geometry, sweepA *Sweep, b *shape.Geometry, sweepB *Sweep,
	maxFraction float32) ImpactResult {
	radius := float64(a.CoreRadius()) + float64(b.CoreRadius())
	slop := impactSlop(b, sweepB.LocalCenter)
	target, tolerance := targetGap(radius, slop), float64(impactTolerance*slop)
	_, outerA := a.Extents(sweepA.LocalCenter)
	_, outerB := b.Extents(sweepB.LocalCenter)
	rotationA, rotationB := shape.Widen(sweepA.RotationVector), shape.Widen(sweepB.RotationVector)
	move := shape.Widen(sweepB.Displacement).Sub(shape.Widen(sweepA.Displacement))
	bend := float64(rotationA.Dot(rotationA)*float64(outerA)) + float64(rotationB.Dot(rotationB)*float64(outerB))

	var cache Cache
	var out proximity.Closest
	t := 0.0
	for i := range int32(maxImpactIterations) {
		xfA, xfB := sweepA.At(float32(t)), sweepB.At(float32(t))
		poseA := proximity.WidenPose(xfA)
		pose := proximity.RelativePose(&poseA, xfB)
		gjk(&out, a, b, &pose, &cache)
		gap := out.Distance - radius
		n := poseA.Rotate(out.Normal)
		if i == 0 && gap <= target {
			r := ImpactResult{State: StartsClose, Iterations: 1}
			if out.Distance > 0 {
				r.Normal = n.Vec3()
			}
			return r
		}
		rate := -move.Dot(n)
		rate += rotationSpeed(a, xfA, sweepA.LocalCenter, rotationA, n)
		rate += rotationSpeed(b, xfB, sweepB.LocalCenter, rotationB, n.Neg())
		// a body that was stopped here before may leave again
		if gap <= target+tolerance && rate > 0 {
			ra, rb := float64(a.CoreRadius()), float64(b.CoreRadius())
			mid := out.A.MulAdd(ra, out.Normal).Add(out.B.MulAdd(-rb, out.Normal)).Mul(0.5)
			return ImpactResult{Impact, float32(t), n.Vec3(), poseA.Apply(mid).Vec3(), i + 1}
		}
		t += safeStep(gap-target, rate, bend)
		if t >= float64(maxFraction) {
			return ImpactResult{State: NoImpact, Fraction: maxFraction, Iterations: i + 1}
		}
	}
	return ImpactResult{State: Unfinished, Fraction: float32(t), Iterations: maxImpactIterations}
}

// CoreImpact is TimeOfImpact for the ball inside a shape, which must not get into a convex shape A at all.
// It may begin close, stopped there before; then it may leave or slide on, but not come nearer by more than
// its radius.
func CoreImpact(a *shape.Geometry, sweepA *Sweep, center vec.Vec3, radius float32, sweepB *Sweep,
	maxFraction float32) ImpactResult {
	ball := shape.Geometry{Kind: shape.Sphere, A: center, RadiusA: radius}
	r := convexImpact(a, sweepA, &ball, sweepB, maxFraction)
	if r.State != StartsClose || r.Normal == (vec.Vec3{}) {
		return r
	}
	r.Point = sweepB.At(0).Apply(center)
	closing := sweepB.velocity(r.Point, 0).Sub(sweepA.velocity(r.Point, 0))
	if -closing.Dot(r.Normal) > radius {
		r.State, r.Fraction = Impact, 0
	}
	return r
}

// rotationSpeed is the largest speed along n that the rotation of the body gives to a point of the
// core: max of (ω×r)·n = r·(n×ω) over the shape, r from the centre of mass.
func rotationSpeed(g *shape.Geometry, xf vec.Transform, localCenter vec.Vec3, rotation, n shape.Vec64) float64 {
	d := n.Cross(rotation)
	if d == (shape.Vec64{}) {
		return 0
	}
	pose := proximity.WidenPose(xf)
	local := pose.InvRotate(d)
	s, _ := g.CoreSupport(local)
	return s.Sub(shape.Widen(localCenter)).Dot(local)
}

// safeStep returns the positive root of rate·Δ + bend·Δ²/2 = gap.
func safeStep(gap, rate, bend float64) float64 {
	if bend == 0 {
		if rate <= 0 {
			return math.Inf(1)
		}
		return gap / rate
	}
	// of the two forms of the root, the one that does not cancel
	root := math.Sqrt(float64(rate*rate) + float64(2*float64(bend*gap)))
	if rate > 0 {
		return 2 * gap / (rate + root)
	}
	return (root - rate) / bend
}
