package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// closedSystem is a group of random bodies on which nothing acts from outside.
type closedSystem struct {
	*truth
	bodies []Body
}

// newClosedSystem makes 2 to 50 bodies of random shapes, masses, frictions, restitutions and speeds, some of them
// bullets, some joined.
func newClosedSystem(t *testing.T, seed, number uint64) *closedSystem {
	c := &closedSystem{truth: newTruth(t, seed, number)}
	c.dice = rand.New(rand.NewPCG(seed, number))
	// the default limit of speeds takes momentum where a joint pulls together in a sub-step what bullets tore metres
	// apart
	c.g = 0
	c.world(func(d *WorldDef) { d.Settings.MaxLinearSpeed = 1e5 })
	n := 2 + int(48*math.Pow(c.dice.Float64(), 3))
	speed := math.Exp(c.between(0, math.Log(1000)))
	spread := 1.3 * math.Cbrt(float64(n))
	for range n {
		size := c.size * c.between(0.5, 1)
		sd := surface(c.between(0, 1), 0)
		if c.dice.IntN(2) == 0 {
			sd.Material.Restitution = float32(c.between(0, 1))
		}
		s := float32(size)
		var g Geometry
		switch c.dice.IntN(5) {
		case 0:
			g = Sphere{Radius: s}
		case 1:
			g = Capsule{A: V3(-s/2, 0, 0), B: V3(s/2, 0, 0), Radius: s / 2}
		case 2:
			g = Cylinder{A: V3(0, -s/2, 0), B: V3(0, s/2, 0), Radius: s * 0.7}
		case 3:
			g = BoxHalf(s, 0.6*s, 0.4*s)
		default:
			h, err := NewHull([]Vec3{V3(-s, -s, -s), V3(s, -s, -s), V3(0, -s, s), V3(0, s, 0), V3(0, 0, s)})
			if err != nil {
				t.Fatal(err)
			}
			g = h
		}
		p := [3]float64{c.between(-spread, spread), c.between(-spread, spread), c.between(-spread, spread)}
		c.density = math.Exp(c.between(math.Log(200), math.Log(2000)))
		b := c.body(p[0], p[1], p[2], axle(c.between(-3, 3)), g, sd)
		b.SetBullet(c.dice.IntN(3) == 0)
		away := math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]) + 0.1
		v := -speed * c.between(0, 1) / away
		b.SetLinearVelocity(c.v(v*p[0], v*p[1], v*p[2]))
		b.SetAngularVelocity(c.v(c.between(-10, 10), c.between(-10, 10), c.between(-10, 10)))
		c.bodies = append(c.bodies, b)
	}
	if c.dice.IntN(3) == 0 {
		for i := 1; i < len(c.bodies); i += 2 {
			// a pair flies together, or the blow of the joint is beyond the largest speeds
			c.bodies[i].SetLinearVelocity(c.bodies[i-1].LinearVelocity())
			d := DefaultBallJointDef()
			d.Connect(c.bodies[i-1], c.bodies[i],
				Transform{P: c.bodies[i].WorldCenter().Add(c.bodies[i-1].WorldCenter()).Mul(0.5), Q: QuatIdentity})
			j, err := c.w.CreateBallJoint(d)
			must(t, j, err)
		}
	}
	return c
}

// closed has the conserved quantities of a closed group, and the sums that errors are parts of.
type closed struct {
	p, l          [3]float64
	sumP, sumL, e float64
}

// sums are those of now. Angular momentum is that about the origin: a body that continuous collision stops loses a part
// of its way along its velocity, which leaves its moment about a fixed point, but not about the common centre, which it
// moves.
func (c *closedSystem) sums() (s closed) {
	for _, b := range c.bodies {
		m, x, v, own := float64(b.Mass()), b.WorldCenter(), b.LinearVelocity(), angularMomentum(b)
		r := [3]float64{float64(x.X), float64(x.Y), float64(x.Z)}
		u := [3]float64{m * float64(v.X), m * float64(v.Y), m * float64(v.Z)}
		for i, o := range [3]float32{own.X, own.Y, own.Z} {
			s.p[i] += u[i]
			s.l[i] += float64(o) + r[(i+1)%3]*u[(i+2)%3] - r[(i+2)%3]*u[(i+1)%3]
		}
		s.sumP += math.Hypot(math.Hypot(u[0], u[1]), u[2])
		s.sumL += math.Hypot(math.Hypot(r[0], r[1]), r[2])*math.Hypot(math.Hypot(u[0], u[1]), u[2]) + float64(own.Len())
		s.e += kinetic(b)
	}
	return s
}

func distance3(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// Joints may pull bodies together that rotate as one: then these need more energy than they have or lose angular
// momentum, and the bound of the energy wins. It happens to one of closedRare systems at most, which loses less than
// closedTorn.
const (
	closedTorn = 0.02
	closedRare = 20000
)

// TestClosedSystemsKeepMomentum: random closed systems keep linear and angular momentum, and never gain energy. A
// hundredth of 100,000 systems, all of them with TUMBLE_SOAK.
func TestClosedSystemsKeepMomentum(t *testing.T) {
	count := uint64(1000)
	if soak() {
		count = 100000
	}
	var worst [3]float64
	failed, torn := 0, uint64(0)
	for i := range count {
		c := newClosedSystem(t, truthSeed(t), i)
		before := c.sums()
		steps := 20 + c.dice.IntN(40)
		for range steps {
			if err := c.w.Step(1.0 / testRate); err != nil {
				t.Fatal(err)
			}
		}
		after := c.sums()
		got := [3]float64{
			distance3(before.p, after.p) / math.Max(math.Max(before.sumP, after.sumP), 1e-9),
			distance3(before.l, after.l) / math.Max(before.sumL, after.sumL),
			after.e/before.e - 1,
		}
		for k, limit := range [3]float64{1e-5, 1e-3, 1e-3} {
			worst[k] = math.Max(worst[k], got[k])
			if k == 1 && got[k] > limit && got[k] <= closedTorn && c.w.JointCount() > 0 && torn < count/closedRare {
				t.Logf("system %d of %d bodies, joints %d: angular momentum %.3g", i, len(c.bodies), c.w.JointCount(),
					got[k])
				torn++
				continue
			}
			if got[k] > limit {
				failed++
				if failed <= 12 {
					t.Errorf("system %d of %d bodies, joints %d: %s %.3g, at most %g", i, len(c.bodies),
						c.w.JointCount(), [3]string{"linear momentum",
							"angular momentum", "gain of energy"}[k], got[k], limit)
				}
			}
		}
	}
	t.Logf("%d systems: linear momentum %.2g, angular %.2g, gain of energy %.2g; %d beyond, %d torn", count, worst[0],
		worst[1], worst[2], failed, torn)
}
