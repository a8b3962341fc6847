package physics

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

// truthCase is a case whose answer is known from theory or a publication.
type truthCase struct {
	workers, name string
	// source names the formula or the publication.
	source string
	// tolerance is relative to the expected value, or absolute where that is set or the expected
	// value is zero.
	tolerance float64
	absolute  bool
	run       func(c *truth) (expected, measured float64)
}

// truthRow is a case of the table. Where its tolerance is not kept yet, reached bounds the error as it stands, so that
// it cannot grow; it stands in docs/physics.md. The unit is that of the tolerance.
type truthRow struct {
	truthCase
	reached float64
}

// truth is one run of a case: its random numbers and its world. Everything happens in axes that are
// turned by a random rotation, with a random gravity, size and density.
type truth struct {
	t    *testing.T
	dice *rand.Rand
	w    *World
	q    Quat
	// g is the gravity (m/s²) along −y, size a length (m), density in kg/m³.
	g, size, density float64
	setup            string
	// company says that the world has other bodies far away.
	company bool
	// built is where in a new world the case begins (m), origin where that is now.
	built, origin Vec3
	// rebase says that the origin of the world is brought to that of the case before the first step.
	rebase bool
}

// truthSeed is the seed of the random numbers; TUMBLE_SEED chooses another one.
func truthSeed(t *testing.T) uint64 {
	text := os.Getenv("TUMBLE_SEED")
	if text == "" {
		return 1
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("TUMBLE_SEED=%s: %v", text, err)
	}
	return seed
}

// TestTruth prints the table of all cases. With TUMBLE_SOAK it goes through ten seeds.
func TestTruth(t *testing.T) {
	first := truthSeed(t)
	seeds := uint64(1)
	if soak() {
		seeds = 10
	}
	for seed := first; seed < first+seeds; seed++ {
		truthTable(t, seed)
	}
}

// truthCases are all cases.
func truthCases() []truthRow {
	var cases []truthRow
	for _, workers := range [][]truthCase{
		truthFree, truthSpin, truthImpact, truthFriction, truthRolling, truthStructure, truthJoint, truthSpring,
		truthSleep,
		truthGears,
	} {
		for _, c := range workers {
			cases = append(cases, truthRow{truthCase: c})
		}
	}
	for _, rows := range newTruthRows() {
		cases = append(cases, rows...)
	}
	return cases
}

func truthTable(t *testing.T, seed uint64) {
	cases := truthCases()
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
	var table bytes.Buffer
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "case\tsource\tset-up\texpected\tmeasured\terror\ttolerance")
	for i, c := range cases {
		t.Run(c.workers+"/"+c.name, func(t *testing.T) {
			if testing.Short() && slices.Contains(longTruths, c.name) {
				t.Skip("takes long")
			}
			run := newTruth(t, seed, uint64(i))
			want, got := c.run(run)
			off, unit := got-want, ""
			if !c.absolute && want != 0 {
				off, unit = 100*off/math.Abs(want), " %"
			}
			tolerance := c.tolerance
			if unit != "" {
				tolerance *= 100
			}
			fmt.Fprintf(out, "%s: %s\t%s\t%s\t%.6g\t%.6g\t%.2g%s\t%.2g%s\n", c.workers, c.name, c.source, run.setup,
				want, got,
				off, unit, tolerance, unit)
			if c.reached > 0 {
				tolerance *= c.reached / c.tolerance
			}
			if !(math.Abs(off) <= tolerance) {
				t.Errorf("%s: %s (seed %d): %.6g, want %.6g: off by %.3g%s, tolerance %.2g%s", c.name, run.setup, seed,
					got, want,
					off, unit, tolerance, unit)
			}
		})
	}
	out.Flush()
	t.Logf("seed %d, %d cases (TUMBLE_SEED chooses another)\n%s", seed, len(cases), table.String())
}

func newTruth(t *testing.T, seed, number uint64) *truth {
	c := &truth{t: t, dice: rand.New(rand.NewPCG(seed, number))}
	axis := V3(float32(c.dice.NormFloat64()), float32(c.dice.NormFloat64()), float32(c.dice.NormFloat64())).Norm()
	s, co := math.Sincos(c.between(-1, 1) * math.Pi / 2)
	c.q = Quat{X: axis.X * float32(s), Y: axis.Y * float32(s), Z: axis.Z * float32(s), W: float32(co)}.Norm()
	c.g = c.between(3, 20)
	c.size = c.between(0.2, 1)
	c.density = math.Exp(c.between(math.Log(50), math.Log(8000)))
	return c
}

func (c *truth) between(lo, hi float64) float64 { return lo + (hi-lo)*c.dice.Float64() }

// note describes the set-up.
func (c *truth) note(format string, args ...any) { c.setup = fmt.Sprintf(format, args...) }

// world makes the world of the case, with gravity and without sleep.
func (c *truth) world(edit func(*WorldDef)) *World {
	c.origin = c.built
	c.w = newTestWorld(c.t, func(d *WorldDef) {
		d.Settings.Gravity = c.v(0, -c.g, 0)
		d.Settings.SleepEnabled = false
		if edit != nil {
			edit(d)
		}
	})
	if c.company {
		c.addCompany()
	}
	return c.w
}

// space makes a world without gravity.
func (c *truth) space() *World {
	c.g = 0
	return c.world(nil)
}

// at turns a point of the case into the world.
func (c *truth) at(x, y, z float64) Vec3 { return c.origin.Add(c.v(x, y, z)) }

// v turns a vector of the case into the world, back does the opposite.
func (c *truth) v(x, y, z float64) Vec3 { return c.q.Rotate(V3(float32(x), float32(y), float32(z))) }

func (c *truth) back(v Vec3) (x, y, z float64) {
	v = c.q.InvRotate(v)
	return float64(v.X), float64(v.Y), float64(v.Z)
}

// axle is the rotation by an angle about z of the case.
func axle(angle float64) Quat {
	s, co := math.Sincos(angle / 2)
	return Quat{Z: float32(s), W: float32(co)}
}

// surface is a material with one coefficient of friction and of restitution for the pair.
func surface(friction, restitution float64) ShapeDef {
	sd := DefaultShapeDef()
	sd.Material.Friction, sd.Material.Restitution = float32(friction), float32(restitution)
	return sd
}

// body creates a dynamic body of the density of the case.
func (c *truth) body(x, y, z float64, q Quat, g Geometry, sd ShapeDef) Body {
	sd.Density = float32(c.density)
	return addBodyDef(c.t, c.w, Dynamic, c.at(x, y, z), c.q.Mul(q), g, sd)
}

// plane creates a floor through the origin, tilted by an angle about z.
func (c *truth) plane(angle float64, sd ShapeDef) Body {
	return addBodyDef(c.t, c.w, Static, c.at(0, 0, 0), c.q.Mul(axle(angle)), Plane{Normal: V3(0, 1, 0)}, sd)
}

// run steps for a time (s).
func (c *truth) run(seconds float64) {
	c.t.Helper()
	for range int(seconds*testRate + 0.5) {
		c.step(1.0 / testRate)
	}
}

// step steps once.
func (c *truth) step(dt float32) {
	c.t.Helper()
	if c.rebase && c.origin != (Vec3{}) {
		if err := c.w.ShiftOrigin(c.origin); err != nil {
			c.t.Fatal(err)
		}
		c.origin = Vec3{}
	}
	if err := c.w.Step(dt); err != nil {
		c.t.Fatal(err)
	}
}

// until steps until a condition holds and returns the time (s), at most limit.
func (c *truth) until(limit float64, done func() bool) float64 {
	for i := range int(limit * testRate) {
		if done() {
			return float64(i) / testRate
		}
		c.step(1.0 / testRate)
	}
	c.t.Errorf("nothing happens in %g s", limit)
	return math.NaN()
}

// crossings steps for a time and returns the interpolated times at which a quantity becomes
// positive.
func (c *truth) crossings(seconds float64, sample func() float64) []float64 {
	var times []float64
	before := sample()
	for i := range int(seconds * testRate) {
		c.step(1.0 / testRate)
		now := sample()
		if before < 0 && now >= 0 {
			times = append(times, (float64(i)+before/(before-now))/testRate)
		}
		before = now
	}
	return times
}

// period is the mean time between crossings.
func (c *truth) period(seconds float64, sample func() float64) float64 {
	times := c.crossings(seconds, sample)
	if len(times) < 3 {
		c.t.Errorf("only %d periods in %g s", len(times), seconds)
		return math.NaN()
	}
	return (times[len(times)-1] - times[0]) / float64(len(times)-1)
}

// speed is a component of the velocity of a body in the axes of the case.
func (c *truth) velocity(b Body) (x, y, z float64) { return c.back(b.LinearVelocity()) }

func (c *truth) slot(b Body) (x, y, z float64) { return c.back(c.arm(b)) }

// arm is the centre of mass of a body from the origin of the case, in world axes.
func (c *truth) arm(b Body) Vec3 { return b.WorldCenter().Sub(c.origin) }

func (c *truth) spin(b Body) (x, y, z float64) { return c.back(b.AngularVelocity()) }

// kinetic is the kinetic energy (J) of a body.
func kinetic(b Body) float64 {
	v, w := b.LinearVelocity(), b.Rotation().InvRotate(b.AngularVelocity())
	return 0.5 * (float64(b.Mass())*float64(v.Len2()) + float64(w.Dot(b.Inertia().MulVec(w))))
}

// angularMomentum is that of a body about its centre of mass, in world axes.
func angularMomentum(b Body) Vec3 {
	q := b.Rotation()
	return q.Rotate(b.Inertia().MulVec(q.InvRotate(b.AngularVelocity())))
}

// random is a random geometry with three different moments of inertia.
func (c *truth) brick() (Box, [3]float64) {
	half := [3]float64{c.size * c.between(0.8, 1), c.size * c.between(0.4, 0.6), c.size * c.between(0.15, 0.25)}
	return BoxHalf(float32(half[0]), float32(half[1]), float32(half[2])), half
}

// boxInertia is that of a solid box of mass m.
func boxInertia(m float64, half [3]float64) [3]float64 {
	x, y, z := half[0]*half[0], half[1]*half[1], half[2]*half[2]
	return [3]float64{m / 3 * (y + z), m / 3 * (x + z), m / 3 * (x + y)}
}

// TestLimitsAreDocumented: every case that does not keep its tolerance stands in docs/physics.md with its bound.
func TestLimitsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/physics.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, rows := range newTruthRows() {
		for _, c := range rows {
			if c.reached == 0 {
				continue
			}
			bound := "| " + strconv.FormatFloat(c.reached, 'g', -1, 64) + " |"
			if !slices.ContainsFunc(lines, func(l string) bool {
				return strings.HasPrefix(l, "| "+c.name+" |") && strings.HasSuffix(l, bound)
			}) {
				t.Errorf("docs/physics.md: no line for %q with the bound %g", c.name, c.reached)
			}
		}
	}
}

// newTruthRows are the rows that may be beyond their tolerance.
func newTruthRows() [][]truthRow {
	return [][]truthRow{truthWake, truthBlow, truthSequence, truthFloor, truthSize, truthMachine, truthLimit}
}
