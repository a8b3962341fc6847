package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// topArm is from the tip of the top to its disc (m), topLean its angle from upright (rad).
const (
	topArm    = 0.6
	topLean   = 0.5
	topHeight = 1.0
)

var gyroscope = Rig{
	Name: "gyroscope", Formula: "Euler's equations about the tip; slow precession ≈ m·g·l/(I₃·ω₃)",
	Seconds: 3, Angle: true,
	Bound: "the rounding of the spin, 3e-5 of the angle",
	Scene: &scenes.Scene{
		Text: "a heavy top precesses about its tip", View: view(0, topHeight, 4, 0, 15),
		Params: []scenes.Param{number("spin", "rad/s", 25, 300, 60, "spin about its axis")},
		Build: func(r *scenes.Run) {
			b, q, tip := builder{r}, aboutZ(topLean), vector{0, topHeight, 0}
			axis := q.rotate(vector{0, 1, 0})
			disc := physics.Cylinder{A: physics.V3(0, -0.05, 0), B: physics.V3(0, 0.05, 0), Radius: 0.5}
			top := b.moving(tip.plus(axis, topArm), q, disc, ghostly(), nil)
			b.ball(physics.Body{}, top, tip)
			omega := topSpin(r, top)
			top.SetAngularVelocity(narrow(omega))
			top.SetLinearVelocity(narrow(omega.cross(axis.mul(topArm))))
		},
	},
	solve: func(r *scenes.Run) solution {
		m, i := masses(r.Bodies[0])
		s := &spinning{mass: m, arm: topArm, pivot: vector{0, topHeight, 0}, inertia: i}
		s.inertia[0] += m * topArm * topArm
		s.inertia[2] += m * topArm * topArm
		q := aboutZ(topLean)
		s.begin(q, q.conjugate().rotate(topSpin(r, r.Bodies[0])))
		return s
	},
}

// topSpin is the angular velocity of steady precession under earth's gravity: the slow root of
// I₁·p²·cos θ − I₃·ω₃·p + m·g·l = 0.
func topSpin(r *scenes.Run, top physics.Body) vector {
	m, i := masses(top)
	mgl, spin, cos := m*9.81*topArm, r.Value("spin"), math.Cos(topLean)
	l := i[1] * spin
	p := 2 * mgl / (l + math.Sqrt(max(l*l-4*(i[0]+m*topArm*topArm)*mgl*cos, 0)))
	return aboutZ(topLean).rotate(vector{0, spin - p*cos, 0}).add(vector{0, p, 0})
}

// spinning is a rigid body about a point that is fixed: y has its rotation and the angular velocity in its own axes.
// Its centre is at arm along its y axis, 0 for free rotation.
type spinning struct {
	mass, arm float64
	pivot     vector
	inertia   vector
	y         [7]float64
	method    integrator
}

func (s *spinning) begin(q quaternion, omega vector) {
	copy(s.y[:], q[:])
	copy(s.y[4:], omega[:])
}

func (s *spinning) rotation() quaternion { return quaternion(s.y[:4]).norm() }

func (s *spinning) advance(dt float64, c conditions) {
	s.method.advance(s.y[:], dt, func(y, dy []float64) {
		q, w := quaternion(y[:4]), vector(y[4:])
		rate := q.rate(q.norm().rotate(w))
		copy(dy, rate[:])
		l := vector{s.inertia[0] * w[0], s.inertia[1] * w[1], s.inertia[2] * w[2]}
		down := q.norm().conjugate().rotate(vector{0, -s.mass * c.gravity, 0})
		angular := vector{0, s.arm, 0}.cross(down).sub(w.cross(l))
		for i := range 3 {
			dy[4+i] = angular[i] / s.inertia[i]
		}
	})
	q := s.rotation()
	copy(s.y[:], q[:])
}

func (s *spinning) poses(out []Pose) []Pose {
	q := s.rotation()
	return append(out, Pose{s.pivot.add(q.rotate(vector{0, s.arm, 0})), q})
}

// flipStart is the angular velocity of the flip (rad/s): about the middle axis but for a little.
var flipStart = vector{6, 0.06, 0.06}

var flip = Rig{
	Name: "flip", Formula: "Euler's equations without torque: turns over again and again", Seconds: 5, Order: 2,
	Angle: true,
	Scene: &scenes.Scene{
		Text: "a body that turns about its middle axis flips over", View: view(0, 0, 4, 20, 20),
		World: func(def *physics.WorldDef) { def.Settings.Gravity = physics.Vec3{} },
		Build: func(r *scenes.Run) {
			builder{r}.moving(vector{}, identity, physics.BoxHalf(0.5, 0.15, 0.9), ghostly(), func(d *physics.BodyDef) {
				d.AngularVelocity, d.GravityScale = narrow(flipStart), 0
			})
		},
	},
	solve: func(r *scenes.Run) solution {
		_, i := masses(r.Bodies[0])
		s := &spinning{inertia: i}
		s.begin(identity, flipStart)
		return s
	},
}

// coinRadius and coinHalf are the radius and half the thickness of the coin (m), coinLean the angle of its axis from
// upright.
const (
	coinRadius = 1.0
	coinHalf   = 0.01
	coinLean   = 1.1
)

var coin = Rig{
	Name: "coin", Formula: "a disc that rolls without slipping on its rim; Ω = √(4·g/(r·sin α)) where its centre rests",
	Seconds: 2, Bound: "the contact moves round the rim only between steps",
	Scene: &scenes.Scene{
		Text: "a leaning coin rolls on its rim", View: view(0, 0.6, 6, 20, 20),
		Build: func(r *scenes.Run) {
			b, q := builder{r}, aboutZ(coinLean)
			b.ground(20, surface(2, 0))
			disc := physics.Cylinder{A: physics.V3(0, -coinHalf, 0), B: physics.V3(0, coinHalf, 0), Radius: coinRadius}
			s := newCoin()
			body := b.moving(vector(s.y[7:]), q, disc, surface(2, 0), nil)
			omega := vector(s.y[4:7])
			contact, _ := s.contact(q, omega)
			body.SetAngularVelocity(narrow(omega))
			body.SetLinearVelocity(narrow(contact.cross(omega)))
		},
	},
	solve: func(r *scenes.Run) solution {
		s := newCoin()
		s.mass, s.inertia = masses(r.Bodies[0])
		return s
	},
}

// rollingCoin has its rotation, angular velocity and place, in the axes of the world.
type rollingCoin struct {
	mass    float64
	inertia vector
	y       [10]float64
	matrix  [][]float64
	method  integrator
}

// newCoin is the coin as it begins, nearly such that its centre rests.
func newCoin() *rollingCoin {
	s := &rollingCoin{matrix: [][]float64{make([]float64, 3), make([]float64, 3), make([]float64, 3)}}
	q := aboutZ(coinLean)
	copy(s.y[:], q[:])
	sin, cos := math.Sincos(coinLean)
	omega := q.rotate(vector{1, 0, 0}).mul(sin * math.Sqrt(4*9.81/(coinRadius*sin)))
	copy(s.y[4:], omega[:])
	s.y[8] = coinRadius*sin + coinHalf*cos
	return s
}

// contact is the lowest point of the coin seen from its centre, and how that changes.
func (s *rollingCoin) contact(q quaternion, omega vector) (c, rate vector) {
	n := q.rotate(vector{0, 1, 0})
	if n[1] < 0 {
		n = n.mul(-1)
	}
	dn := omega.cross(n)
	up := math.Sqrt(1 - n[1]*n[1])
	dup := -n[1] * dn[1] / up
	e := vector{0, 1, 0}.plus(n, -n[1]).mul(1 / up)
	de := n.mul(-dn[1]).plus(dn, -n[1]).plus(e, -dup).mul(1 / up)
	return n.mul(-coinHalf).plus(e, -coinRadius), dn.mul(-coinHalf).plus(de, -coinRadius)
}

// rates are those of a body whose contact point has no speed: with v = −ω × c and F = m·(v′ − g),
// (I + m·(c² − c·cᵀ))·ω′ = −m·c × (ω × c′) − m·c × g − ω × I·ω.
func (s *rollingCoin) rates(y, dy []float64, gravity float64) {
	q, w := quaternion(y[:4]).norm(), vector(y[4:7])
	c, dc := s.contact(q, w)
	n := q.rotate(vector{0, 1, 0})
	i1, i3 := s.inertia[0], s.inertia[1]
	l := w.mul(i1).plus(n, (i3-i1)*n.dot(w))
	angular := c.cross(w.cross(dc)).mul(-s.mass).add(c.cross(vector{0, s.mass * gravity, 0})).sub(w.cross(l))
	for i := range 3 {
		for j := range 3 {
			s.matrix[i][j] = (i3-i1)*n[i]*n[j] - s.mass*c[i]*c[j]
		}
		s.matrix[i][i] += i1 + s.mass*c.dot(c)
	}
	rate, v := q.rate(w), c.cross(w)
	copy(dy, rate[:])
	copy(dy[4:], angular[:])
	solveLinear(s.matrix, dy[4:7])
	copy(dy[7:], v[:])
}

func (s *rollingCoin) advance(dt float64, c conditions) {
	s.method.advance(s.y[:], dt, func(y, dy []float64) { s.rates(y, dy, c.gravity) })
	q := quaternion(s.y[:4]).norm()
	copy(s.y[:], q[:])
}

func (s *rollingCoin) poses(out []Pose) []Pose {
	return append(out, Pose{vector(s.y[7:]), quaternion(s.y[:4])})
}
