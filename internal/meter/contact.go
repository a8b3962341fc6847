package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// The quantities of the contacts between two bodies that the inspector shows, too.
var (
	ContactForce = Quantity{Name: "force", Label: "Normal force", Unit: "N",
		Text: "Normal force between two bodies, as the mean of the last step.",
		value: func(r *reading, o *object) float64 {
			force, _ := r.between(o.a, o.b)
			return force
		}}
	ContactDepth = Quantity{Name: "depth", Label: "Depth", Unit: "m", Text: "Deepest overlap of two bodies.",
		value: func(r *reading, o *object) float64 {
			_, depth := r.between(o.a, o.b)
			return depth
		}}
)

// ContactQuantities are all of the contacts of two bodies.
var ContactQuantities = []*Quantity{
	&ContactForce, &ContactDepth,
	{Name: "energy", Label: "Work", Unit: "J",
		Text: "Energy that the contacts of two bodies gave to them in the last step.", pass: passLedger,
		value: func(r *reading, o *object) float64 { return r.workBetween(o.a, o.b) }},
	{Name: "touching", Text: "Whether two bodies touch; touching(\"NAME\", \"NAME\") is the same.", is: truth,
		value: func(r *reading, o *object) float64 {
			return oneIf(r.slide(o).touches)
		}},
	{Name: "friction", Unit: "N", Text: "Friction between two bodies, as the mean of the last step.",
		value: func(r *reading, o *object) float64 {
			return r.slide(o).friction
		}},
	{Name: "friction_used",
		Text: "Friction as a part of the friction that the normal forces allow: 1 where all of it slides.",
		value: func(r *reading, o *object) float64 {
			return r.slide(o).used
		}},
	{Name: "slip", Unit: "m/s", Text: "Fastest sliding of the contact points.", value: func(r *reading,
		o *object) float64 {
		return r.slide(o).slip
	}},
}

// between sums the normal forces (N) of the contacts of a body with another one, with all for the zero body, and
// their depth (m).
func (r *reading) between(a, b physics.Body) (force, depth float64) {
	r.ofBody = a.Contacts(r.ofBody[:0])
	for i := range r.ofBody {
		k := &r.ofBody[i]
		if b.Valid() && k.ShapeA.Body() != b && k.ShapeB.Body() != b {
			continue
		}
		for _, p := range k.Points[:k.Count] {
			force += float64(p.Impulse)
			depth = max(depth, -float64(p.Separation))
		}
	}
	if r.length > 0 {
		force /= r.length
	}
	return force, depth
}

// workBetween sums the work (J) of the contacts of two bodies.
func (r *reading) workBetween(a, b physics.Body) (work float64) {
	r.ofBody = a.Contacts(r.ofBody[:0])
	for i := range r.ofBody {
		if k := &r.ofBody[i]; k.ShapeA.Body() == b || k.ShapeB.Body() == b {
			work += k.Work
		}
	}
	return work
}

// sliding is how two bodies rub: friction (N), its part of the largest one, no number without a normal force, and slip
// (m/s).
type sliding struct {
	touches              bool
	friction, used, slip float64
}

func (r *reading) slide(o *object) (s sliding) {
	r.ofBody = o.a.Contacts(r.ofBody[:0])
	allowed := 0.0
	for i := range r.ofBody {
		k := &r.ofBody[i]
		x, y := k.ShapeA.Body(), k.ShapeB.Body()
		if x != o.b && y != o.b {
			continue
		}
		s.touches = true
		s.friction += float64(k.FrictionImpulse.Len())
		for _, p := range k.Points[:k.Count] {
			allowed += float64(k.Friction) * float64(p.Impulse)
			s.slip = max(s.slip, float64(along(k.Normal, y.PointVelocity(p.Point).Sub(x.PointVelocity(p.Point))).Len()))
		}
	}
	s.used = math.NaN()
	if allowed > 0 {
		s.used = s.friction / allowed
	}
	if r.length > 0 {
		s.friction /= r.length
	}
	return s
}

// along is the part of a vector in the plane of a normal.
func along(normal, v vec.Vec3) vec.Vec3 { return v.Sub(normal.Mul(normal.Dot(v))) }
