package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// limitedChain is a chain of links that hang from the world on joints with limits, some of them closed to a loop.
type limitedChain struct {
	*truth
	bodies []Body
	// scale is Σ m·g·l with the length l of the chain (J).
	scale float64
}

// limits are a range about 0 of a random size, an end of which the joint may begin at.
func (c *truth) limits(most float64) JointAxis {
	a := JointAxis{Limited: true, Lower: -float32(c.between(0, most)), Upper: float32(c.between(0, most))}
	switch c.dice.IntN(6) {
	case 0:
		a.Lower = 0
	case 1:
		a.Upper = 0
	}
	return a
}

// link ties a link to the one before it, or to the world, at a place along the chain.
func (c *limitedChain) link(before, b Body, x float64) {
	f := c.frame(x, 0, 0)
	switch c.dice.IntN(5) {
	case 0:
		d := DefaultBallJointDef()
		d.Connect(before, b, f)
		d.Cone = JointAxis{Limited: true, Upper: float32(c.between(0.1, 1.5))}
		d.Twist = c.limits(1)
		must(c.t, Joint{}, second(c.w.CreateBallJoint(d)))
	case 1:
		d := DefaultSliderJointDef()
		d.Connect(before, b, f)
		d.Axis = c.limits(0.3 * c.size)
		must(c.t, Joint{}, second(c.w.CreateSliderJoint(d)))
	default:
		d := DefaultHingeJointDef()
		// any axis across the chain, or along it
		sin, cos := math.Sincos(c.between(-math.Pi, math.Pi) / 2)
		twist := Quat{X: float32(sin), W: float32(cos)}
		if c.dice.IntN(3) == 0 {
			twist = Quat{Y: math.Sqrt2 / 2, W: math.Sqrt2 / 2}
		}
		f.Q = f.Q.Mul(twist)
		d.Connect(before, b, f)
		d.Axis = c.limits(2.5)
		must(c.t, Joint{}, second(c.w.CreateHingeJoint(d)))
	}
}

// second is the error of a call with two results.
func second[T any](_ T, err error) error { return err }

// newLimitedChain makes 2 to 10 links of masses that differ up to a hundred times.
func newLimitedChain(t *testing.T, seed, number uint64) *limitedChain {
	c := &limitedChain{truth: newTruth(t, seed, number)}
	c.dice = rand.New(rand.NewPCG(seed, number))
	c.world(nil)
	n := 2 + c.dice.IntN(9)
	length, mass := 0.0, 0.0
	var before Body
	for range n {
		l := c.size * c.between(0.3, 1)
		c.density = math.Exp(c.between(math.Log(100), math.Log(2000)))
		b := c.body(length+l/2, 0, 0, QuatIdentity, BoxHalf(float32(l/2), float32(l*c.between(0.05, 0.2)),
			float32(l*c.between(0.05, 0.2))), surface(0, 0))
		for _, s := range b.Shapes(nil) {
			s.SetFilter(Filter{})
		}
		c.link(before, b, length)
		before = b
		c.bodies = append(c.bodies, b)
		length, mass = length+l, mass+float64(b.Mass())
	}
	if c.dice.IntN(4) == 0 {
		d := DefaultBallJointDef()
		d.Connect(Body{}, before, c.frame(length, 0, 0))
		must(t, Joint{}, second(c.w.CreateBallJoint(d)))
	}
	c.scale = mass * c.g * length
	return c
}

// rise is the most that the energy rises above any value before (J) in some seconds.
func (c *limitedChain) rise(seconds float64) float64 {
	energy := func() (e float64) {
		for _, b := range c.bodies {
			_, y, _ := c.slot(b)
			e += kinetic(b) + float64(b.Mass())*c.g*y
		}
		return e
	}
	least, most := energy(), 0.0
	for range int(seconds * testRate) {
		c.run(1.0 / testRate)
		e := energy()
		most = math.Max(most, e-least)
		least = math.Min(least, e)
	}
	return most
}

// The limits of chains as they stand: the part of them that gains more than a hundredth of Σ m·g·l, and the largest
// gain.
const (
	chainRiseShare = 0.02
	chainRiseMost  = 0.15
)

// TestLimitsGiveNoEnergy: random chains and loops fall onto their limits, several at once, and gain nothing. Row by row
// and without a bound, 55 of the first 100 gained more than a hundredth, up to 5·10⁵ times Σ m·g·l.
func TestLimitsGiveNoEnergy(t *testing.T) {
	count := uint64(100)
	if soak() {
		count = 5000
	}
	worst, risen := 0.0, 0
	for i := range count {
		c := newLimitedChain(t, truthSeed(t), i)
		got := c.rise(5) / c.scale
		worst = math.Max(worst, got)
		if got > 0.01 {
			risen++
			t.Logf("chain %d of %d links: energy rises by %.3g of Σ m·g·l", i, len(c.bodies), got)
		}
		if !(got <= chainRiseMost) {
			t.Errorf("chain %d of %d links: energy rises by %.3g of Σ m·g·l", i, len(c.bodies), got)
		}
	}
	t.Logf("%d of %d rise by more than 0.01 of Σ m·g·l, the most by %.3g", risen, count, worst)
	if float64(risen) > chainRiseShare*float64(count) {
		t.Errorf("%d of %d chains gain energy", risen, count)
	}
}

// rods lays n rods along x, each hinged to the one before and the first to the world, with limits.
func (c *truth) rods(n int, limits func(i int) JointAxis) *limitedChain {
	l := c.size
	chain := &limitedChain{truth: c}
	var before Body
	for i := range n {
		b := c.body(l*(float64(i)+0.5), 0, 0, QuatIdentity, BoxHalf(float32(l/2), float32(0.05*l), float32(0.05*l)),
			surface(0, 0))
		for _, s := range b.Shapes(nil) {
			s.SetFilter(Filter{})
		}
		c.hinged(before, b, l*float64(i), 0, limits(i))
		before = b
		chain.bodies = append(chain.bodies, b)
		chain.scale += float64(b.Mass()) * c.g * l * float64(n)
	}
	return chain
}

var truthLimit = []truthRow{
	{truthCase: truthCase{"limit", "three rods fall onto their limits, energy gained", "0; parts of Σ m·g·l", 5e-3,
		true, func(c *truth) (float64, float64) {
			c.world(nil)
			chain := c.rods(3, func(int) JointAxis { return JointAxis{Limited: true, Lower: -1, Upper: 1} })
			c.note("rods of %.2f m, hinges of ±1 rad, g %.1f m/s²", c.size, c.g)
			return 0, chain.rise(10) / chain.scale
		}}},
	{truthCase: truthCase{"limit", "a rod swings into the limit of a straight elbow", "Ω = ΣL/ΣI about the pivot", 2e-3,
		false, func(c *truth) (float64, float64) {
			c.g = 0
			c.world(nil)
			chain := c.rods(2, func(i int) JointAxis { return JointAxis{Limited: i == 1, Lower: -1} })
			w := c.between(1, 5)
			outer := chain.bodies[1]
			outer.SetAngularVelocity(c.v(0, 0, w))
			outer.SetLinearVelocity(c.v(0, w*c.size/2, 0))
			c.note("rods of %.2f m, %.1f rad/s", c.size, w)
			m, i, l := float64(outer.Mass()), float64(outer.Inertia().ZZ), c.size
			c.run(1)
			_, _, got := c.spin(outer)
			return (i*w + m*1.5*l*w*l/2) / (2*i + m*(l*l/4+9*l*l/4)), got
		}}},
	{truthCase: truthCase{"limit", "rod that swings from one at its limit, energy after 20 s", "constant", 1e-2, false,
		func(c *truth) (float64, float64) {
			c.world(nil)
			// the first lies on its limit, the second hangs from its end
			chain := c.rods(2, func(i int) JointAxis { return JointAxis{Limited: i == 0, Lower: 0, Upper: 1} })
			swinging := chain.bodies[1]
			l := c.size
			angle := c.between(0.3, 0.6)
			sin, cos := math.Sincos(angle)
			swinging.SetTransform(Transform{P: c.at(l+sin*l/2, -cos*l/2, 0), Q: c.q.Mul(axle(angle - math.Pi/2))})
			c.note("rods of %.2f m, from %.2f rad, g %.1f m/s²", l, angle, c.g)
			energy := func() float64 {
				_, y, _ := c.slot(swinging)
				return kinetic(swinging) + float64(swinging.Mass())*c.g*(y+l/2)
			}
			want := energy()
			c.run(20)
			return want, energy()
		}}, reached: 0.02},
}
