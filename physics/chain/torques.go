package chain

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// Torques returns the torques (N·m) and forces (N) along the coordinates that give the chain the accelerations
// (rad/s², m/s²) from its positions and rates in the world on: inverse dynamics. nil stands for none: the torques
// then bear the weight, and the centrifugal and Coriolis forces. The base counts as still, and torques of drives,
// springs, friction and contacts come on top. Source: Luh, Walker and Paul, "On-Line Computational Scheme for
// Mechanical Manipulators", 1980.
func (c *Chain) Torques(accelerations []float32) []float32 {
	rates := make([]float32, len(c.links))
	for i := range c.links {
		rates[i] = c.links[i].Rate()
	}
	return c.torques(rates, accelerations)
}

// Gravity returns the torques (N·m) and forces (N) along the coordinates that bear the weight of the chain at rest.
func (c *Chain) Gravity() []float32 { return c.torques(make([]float32, len(c.links)), nil) }

// wrench is the force on a body at its centre of mass, and the moment about that.
type wrench struct{ center, force, moment vec.Vec3 }

func (c *Chain) torques(rates, accelerations []float32) []float32 {
	gravity := c.links[0].Joint.World().Gravity()
	// of the point p of a link: its acceleration, and the angular velocity and acceleration of the link
	var p, a, w, alpha vec.Vec3
	loads := make([][]wrench, len(c.links))
	axes := make([]axis, len(c.links))
	for i := range c.links {
		l := &c.links[i]
		point, d, rotates, _ := l.Line()
		axes[i] = axis{point, d, rotates}
		if i == 0 {
			p = point
		}
		a, p = carried(a, point.Sub(p), w, alpha), point
		rate, more := d.Mul(rates[i]), vec.Vec3{}
		if accelerations != nil {
			more = d.Mul(accelerations[i])
		}
		if rotates {
			alpha = alpha.Add(more).Add(w.Cross(rate))
			w = w.Add(rate)
		} else {
			a = a.Add(more).Add(w.Cross(rate).Mul(2))
		}
		for _, b := range l.hanging {
			loads[i] = append(loads[i], needed(b, p, a, w, alpha, gravity.Mul(b.GravityScale())))
		}
	}
	out := make([]float32, len(c.links))
	for i, x := range axes {
		sum := 0.0
		for _, list := range loads[i:] {
			for _, f := range list {
				if x.rotates {
					sum += float64(x.direction.Dot(f.moment.Add(f.center.Sub(x.point).Cross(f.force))))
				} else {
					sum += float64(x.direction.Dot(f.force))
				}
			}
		}
		out[i] = float32(sum)
	}
	return out
}

// carried is the acceleration of a point of a link, at a distance r from another one with the acceleration a.
func carried(a, r, w, alpha vec.Vec3) vec.Vec3 { return a.Add(alpha.Cross(r)).Add(w.Cross(w.Cross(r))) }

// needed is the force and moment that a body of a link takes, whose point p has the acceleration a.
func needed(b physics.Body, p, a, w, alpha, gravity vec.Vec3) wrench {
	center := b.WorldCenter()
	a = carried(a, center.Sub(p), w, alpha)
	inertia := b.Inertia().RotateTensor(b.Rotation())
	return wrench{
		center: center,
		force:  a.Sub(gravity).Mul(b.Mass()),
		moment: inertia.MulVec(alpha).Add(w.Cross(inertia.MulVec(w))),
	}
}
