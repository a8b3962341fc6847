package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A limit is as stiff as its joint (Settings.JointHertz, see kernel.NewParams), or, with Axis.LimitHertz or
// LimitStiffness, a spring: Prepare keeps its coefficients in Axis.limit. The lanes take the limits of hinges and ball
// joints from angularOptions.read.

// limitRow keeps sign·(coordinate − bound) = c ≥ 0: while there is room it lets the coordinate
// approach the bound until it closes. A soft limit is a spring that only pushes. It returns the change of the impulse
// of r.
func (s *Solver) limitRow(x *Pair, a *Axis, r *Row, soft kernel.Soft, bias bool, c, sign float32,
	impulse *float32) float32 {
	old := *impulse
	v := float32(sign * x.speed(r))
	if a.SoftLimit() {
		if !bias {
			return 0
		}
		*impulse = 0
		if c < 0 {
			*impulse = vec.Max(0, old+a.limit.change(a.mass, float32(a.limit.Pull*c), float32(sign*a.start), v, old))
		}
		return float32(sign * (*impulse - old))
	}
	push := vec.Max(float32(soft.BiasRate*c), -kernel.MaxBias)
	if c > 0 {
		soft = kernel.Rigid
		push = float32(c * s.bodies.InvH)
	}
	l := old - float32(float32(a.mass*soft.MassScale)*(v+push)) - float32(soft.ImpulseScale*old)
	*impulse = vec.Max(l, 0)
	return float32(sign * (*impulse - old))
}
