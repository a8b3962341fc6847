package truth

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
)

// start builds a rig with so many sub-steps and values.
func start(t *testing.T, r *Rig, subSteps int, values scenes.Values) *scenes.Run {
	t.Helper()
	def := r.Scene.WorldDef()
	def.Settings.SubSteps = int32(subSteps)
	run, err := r.Scene.New(def, values)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.World.Close)
	return run
}

// TestErrorsShrinkWithTheSubSteps prints the order of every rig: the largest error over 1 to 16 sub-steps. With 64 no
// error is larger than with one.
func TestErrorsShrinkWithTheSubSteps(t *testing.T) {
	table := &strings.Builder{}
	fmt.Fprintf(table, "%-12s %10s %10s %10s %10s %10s\n", "sub-steps", "1", "2", "4", "8", "16")
	for _, r := range All {
		var points []Point
		fmt.Fprintf(table, "%-12s", r.Name)
		for _, n := range []int{1, 2, 4, 8, 16} {
			p, err := Measure(start(t, r, n, nil), 100, r.Seconds)
			if err != nil {
				t.Fatal(r.Name, err)
			}
			points = append(points, p)
			fmt.Fprintf(table, " %10.3g", p.Largest)
		}
		order := OrderOf(points)
		fmt.Fprintf(table, " %s  order %.2f, promised %g %s\n", r.Unit(), order, r.Order, r.Bound)
		if r.Order > 0 && math.Abs(order-r.Order) > 0.2 {
			t.Errorf("%s: the error shrinks with the power %.2f of a sub-step, want %g", r.Name, order, r.Order)
		}
		finest, err := Measure(start(t, r, 64, nil), 100, r.Seconds)
		if err != nil {
			t.Fatal(r.Name, err)
		}
		if finest.Largest > points[0].Largest+0.001 {
			t.Errorf("%s: %g %s with 64 sub-steps, %g with one", r.Name, finest.Largest, r.Unit(), points[0].Largest)
		}
		if r.Order == 0 && (r.Bound == "" || points[4].Largest > 0.05) {
			t.Errorf("%s: %g %s with 16 sub-steps, want at most 0.05 (%q)", r.Name, points[4].Largest, r.Unit(),
				r.Bound)
		}
	}
	t.Log("\n" + table.String())
}

// exactAfter is the exact solution of a rig after a time, under earth's gravity and with the conditions of its world.
func exactAfter(t *testing.T, r *Rig, seconds float64, values scenes.Values) []Pose {
	t.Helper()
	truth := Follow(start(t, r, 4, values))
	for i := range 100 {
		truth.AdvanceTo(seconds * float64(i+1) / 100)
	}
	return truth.Ghosts()
}

// ellipticK is the complete elliptic integral of the first kind of modulus k (Gauss's arithmetic-geometric mean).
func ellipticK(k float64) float64 {
	a, b := 1.0, math.Sqrt(1-k*k)
	for range 40 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return math.Pi / (2 * a)
}

// TestSolutionsAgreeWithFormulas compares the solutions with closed formulas that they do not use.
func TestSolutionsAgreeWithFormulas(t *testing.T) {
	const g = 9.81
	near := func(name string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s: %.9g, want %.9g", name, got, want)
		}
	}
	// the box of the pendulum weighs what its density says
	half, length := 0.1, 2*swingHalf
	inertia := (4*half*half+length*length)/12 + swingHalf*swingHalf
	period := 4 * math.Sqrt(inertia/(g*swingHalf)) * ellipticK(math.Sin(math.Pi/3))
	p := exactAfter(t, &pendulum, period, nil)[0]
	near("pendulum after a period, angle", 2*math.Atan2(p.Q[3], p.Q[0]), 2*math.Pi/3, 1e-4)

	p = exactAfter(t, &tautochrone, math.Pi*math.Sqrt(cycloidRadius/g), nil)[2]
	near("tautochrone, place of a bead after π·√(r/g)", p.P[0], 0, 1e-5)

	n, e := 3, 0.8
	down := math.Sqrt(2 * 2 / g)
	apex := down
	for i := 1; i <= n; i++ {
		step := down * math.Pow(e, float64(i))
		if apex += step; i < n {
			apex += step
		}
	}
	p = exactAfter(t, &bounce, apex, nil)[0]
	near("bounce, third apex", p.P[1]-bounceRadius, 2*math.Pow(e, 6), 1e-5)

	p = exactAfter(t, &drag, 20, scenes.Values{"damping": 2})[0]
	q := exactAfter(t, &drag, 21, scenes.Values{"damping": 2})[0]
	near("drag, final speed", q.P[1]-p.P[1], -g/2, 1e-5)

	mu, v := 0.2, 5.0
	rolls := 2 * v / (7 * mu * g)
	p = exactAfter(t, &rolling, rolls+1, nil)[0]
	near("rolling, place a second after it rolls", 6-p.P[0], v*rolls-mu*g*rolls*rolls/2+5.0/7*v, 1e-5)

	// log decrement: after n damped periods the amplitude is e^(−2πnζ/√(1−ζ²))
	damped := 1 / math.Sqrt(1-0.1*0.1)
	p = exactAfter(t, &spring, 2*damped, nil)[0]
	near("spring, second crest", p.P[0], 1.5*math.Exp(-2*2*math.Pi*0.1*damped), 1e-5)

	p = exactAfter(t, &collision, 2, scenes.Values{"restitution": 1, "ratio": 1})[0]
	near("collision of equals, the first one stops", p.P[0], -2*collisionRadius, 1e-5)
}

// TestConservedQuantities holds that the integrated solutions keep energy and momentum.
func TestConservedQuantities(t *testing.T) {
	body := start(t, &flip, 4, nil)
	s := flip.solve(body).(*spinning)
	momentum := func() vector {
		w := vector(s.y[4:])
		return s.rotation().rotate(vector{s.inertia[0] * w[0], s.inertia[1] * w[1], s.inertia[2] * w[2]})
	}
	before := momentum()
	for range 500 {
		s.advance(0.01, conditions{gravity: 9.81})
	}
	if off := momentum().sub(before).length() / before.length(); off > 1e-9 {
		t.Errorf("flip: the angular momentum changes by %.2g of itself", off)
	}

	c := chain.solve(start(t, &chain, 4, nil)).(*hangingChain)
	energy := func() float64 {
		sum, x, y, vx, vy := 0.0, 0.0, 0.0, 0.0, 0.0
		for i := range c.n {
			sin, cos := math.Sincos(c.y[i])
			w := c.y[c.n+i]
			mx, my := vx+linkHalf*cos*w, vy+linkHalf*sin*w
			sum += c.mass/2*(mx*mx+my*my) + c.inertia[2]/2*w*w + c.mass*9.81*(y-linkHalf*cos)
			x, y = x+2*linkHalf*sin, y-2*linkHalf*cos
			vx, vy = vx+2*linkHalf*cos*w, vy+2*linkHalf*sin*w
		}
		return sum
	}
	start := energy()
	for range 500 {
		c.advance(0.01, conditions{gravity: 9.81})
	}
	if off := math.Abs(energy()-start) / math.Abs(start); off > 1e-7 {
		t.Errorf("chain: the energy changes by %.2g of itself", off)
	}

	d := newCoin()
	d.mass, d.inertia = 2, vector{0.5, 1, 0.5}
	coinEnergy := func() float64 {
		q, w := quaternion(d.y[:4]), vector(d.y[4:7])
		contact, _ := d.contact(q, w)
		v, own := contact.cross(w), q.conjugate().rotate(w)
		return d.mass/2*v.dot(v) +
			(d.inertia[0]*own[0]*own[0]+d.inertia[1]*own[1]*own[1]+d.inertia[2]*own[2]*own[2])/2 +
			d.mass*9.81*d.y[8]
	}
	start = coinEnergy()
	for range 200 {
		d.advance(0.01, conditions{gravity: 9.81})
	}
	if off := math.Abs(coinEnergy()-start) / start; off > 1e-7 {
		t.Errorf("coin: the energy changes by %.2g of itself", off)
	}
}

// TestValuesChangeWhileItRuns changes gravity, the length of a step and the sub-steps in the middle of a fall.
func TestValuesChangeWhileItRuns(t *testing.T) {
	run := start(t, &fall, 64, nil)
	truth, time := Follow(run), 0.0
	for i := range 200 {
		hertz := 100
		if i >= 100 {
			s := run.World.Settings()
			s.Gravity.Y, s.SubSteps = -1.62, 32
			if err := run.World.SetSettings(s); err != nil {
				t.Fatal(err)
			}
			hertz = 200
		}
		if err := run.Advance(hertz); err != nil {
			t.Fatal(err)
		}
		time += 1 / float64(hertz)
		truth.AdvanceTo(time)
	}
	want := fallStart + fallSpeed - 9.81/2 + (fallSpeed-9.81)*0.5 - 1.62/8
	if got := truth.Ghosts()[0].P[1]; math.Abs(got-want) > 1e-5 {
		t.Errorf("the ghost is at %.7g m, want %.7g", got, want)
	}
	if truth.Error() > 2e-3 {
		t.Errorf("the box is %.2g m from its ghost", truth.Error())
	}
}

// The solution of bodies that a user has pinned or removed begins anew without ghosts that are nowhere.
func TestGhostsOfChangedBodiesAreSomewhere(t *testing.T) {
	for _, r := range All {
		for what, change := range map[string]func(physics.Body) error{
			"pinned":  func(b physics.Body) error { return b.SetType(physics.Static) },
			"removed": physics.Body.Destroy,
		} {
			run := start(t, r, 4, nil)
			twin := Follow(run)
			for _, b := range run.Bodies {
				if err := change(b); err != nil {
					t.Fatal(r.Name, what, err)
				}
			}
			for _, time := range []float64{0.1, 0, 0.1} {
				twin.AdvanceTo(time)
				for i := range twin.Ghosts() {
					if p := twin.Ghosts()[i].Transform(); !p.IsValid() {
						t.Errorf("%s, %s, after %v s: %v", r.Name, what, time, p)
					}
				}
			}
		}
	}
}
