package physics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// The trust tests hold the promise that nothing explodes: whatever contradicts itself (overlaps that push a body
// both ways, plates that close on it, joints against contacts) leaves every body finite, no faster than the thing that
// drives it, and with no more energy than it had, was given, or is due for being pushed out.

// trial is a world under watch.
type trial struct {
	world *physics.World
	// rate is the number of steps per second.
	rate float32
	// drive (m/s) is the largest speed of kinematic bodies and of motors; reach is how many times the speed of its
	// drive a body may get by levers: joints make whips.
	drive, reach float32
	// made says that bodies are made meanwhile, so that energy has no bound but that of the speeds.
	made bool
	// each is called before a step, may be nil.
	each func(step int)

	// fast is the first time that the speed of a body was above initial + driving + push-out speed + g·t, times reach,
	// or that it went too far in a step.
	fast fault
	// fastBody is the body that was, and fastMost (m/s) the speed that it was allowed.
	fastBody physics.Body
	fastMost float32
	// work (J) is the work of kinematic bodies, pushing the energy that pushing out may give.
	work, pushing float64
	contacts      []physics.ContactInfo
}

// pushes is how many contacts push a body out at a time.
const pushes = 4

// fault says which promise was broken at which step; empty if none.
type fault struct {
	kind string
	step int
	text string
}

func (f fault) String() string {
	if f.kind == "" {
		return "none"
	}
	return fmt.Sprintf("%s at step %d: %s", f.kind, f.step, f.text)
}

// run steps the world for a time (s) and returns the first fault. Constraints do no work, so that from any moment on
//
//	E(t) ≤ E(t₀) + W + P
//
// with the work W of kinematic bodies since t₀, and P for pushing out: each body gets the speed of pushing at most, and
// is lifted by the extent of the heap. Noted beside it are bodies that are faster than their drive, and those that go
// further in a step than the energy that is there may take them, besides what a few contacts push out at a time.
func (t *trial) run(seconds float32) fault {
	w := t.world
	gravity, push := w.Settings().Gravity.Len(), w.Settings().PushOutSpeed
	first := float32(0)
	bodies := w.Bodies(nil)
	for _, b := range bodies {
		if b.Type() == physics.Dynamic {
			first = max(first, b.LinearVelocity().Len())
			t.pushing += float64(b.Mass() * (0.5*push*push + gravity*t.extent()))
		}
	}
	low, reach := t.total(), max(t.reach, 1)
	var before []physics.Vec3
	for step := range int(seconds * t.rate) {
		if t.each != nil {
			t.each(step)
		}
		before, bodies = before[:0], w.Bodies(bodies[:0])
		for _, b := range bodies {
			before = append(before, b.WorldCenter())
		}
		if err := w.Step(1 / t.rate); err != nil {
			return fault{"error", step, err.Error()}
		}
		if q := w.Events().Quarantine; len(q) > 0 {
			return fault{"quarantine", step, fmt.Sprint(len(q), " bodies")}
		}
		t.work += t.kinematicWork()
		kinetic, potential := t.kinetic(), t.potential()
		due := low + t.work + t.pushing - potential
		most := reach * (first + t.drive + push + gravity*float32(step+1)/t.rate)
		for i, b := range bodies {
			v := b.LinearVelocity()
			if !v.IsFinite() || !b.AngularVelocity().IsFinite() || !b.Position().IsFinite() {
				return fault{"not finite", step, fmt.Sprint("body ", b.Index())}
			}
			if v.Len() > most && t.fast.kind == "" {
				t.fastBody, t.fastMost = b, most
				t.fast = fault{"speed", step, fmt.Sprintf("body %d of %.3g kg at %.3g m/s, at most %.3g", b.Index(),
					b.Mass(), v.Len(), most)}
			}
			moved := max(b.WorldCenter().Dist(before[i])*t.rate-pushes*push, 0)
			if !t.made && t.fast.kind == "" && b.Type() == physics.Dynamic && 0.5*float64(b.Mass()*moved*moved) > due {
				t.fast = fault{"way", step, fmt.Sprintf("body %d of %.3g kg moves at %.3g m/s, %.4g J are there",
					b.Index(), b.Mass(), moved, due)}
			}
		}
		if !t.made && kinetic > due {
			return fault{"energy", step, fmt.Sprintf("%.4g J of motion, %.4g are due; pushing out gives %.4g", kinetic,
				due, t.pushing)}
		}
		low = min(low, kinetic+potential-t.work)
	}
	if err := w.Validate(); err != nil {
		return fault{"validate", -1, err.Error()}
	}
	return fault{}
}

// runSlow is run for cases in which nothing gets faster than its drive, either.
func (t *trial) runSlow(seconds float32) fault {
	if f := t.run(seconds); f.kind != "" {
		return f
	}
	return t.fast
}

// kinematicWork is the work (J) that kinematic bodies did in the last step: contacts take what they meet to the speed u
// of a surface, and give it energy by their impulses P on the way,
//
//	W = Σ P·u
//
// since in a frame that moves with the surface it does none.
func (t *trial) kinematicWork() float64 {
	work := 0.0
	for _, b := range t.world.Bodies(nil) {
		if b.Type() != physics.Kinematic {
			continue
		}
		t.contacts = b.Contacts(t.contacts[:0])
		for i := range t.contacts {
			c := &t.contacts[i]
			on := float32(1)
			if c.ShapeB.Body() == b {
				on = -1
			}
			push := c.FrictionImpulse.Mul(1 / float32(max(c.Count, 1)))
			for _, p := range c.Points[:c.Count] {
				work += float64(on * c.Normal.Mul(p.Impulse).Add(push).Dot(b.PointVelocity(p.Point)))
			}
		}
	}
	return work
}

// extent is the largest size (m) of the boxes around dynamic bodies together.
func (t *trial) extent() float32 {
	var box physics.AABB
	seen := false
	for _, b := range t.world.Bodies(nil) {
		if b.Type() != physics.Dynamic {
			continue
		}
		o := b.Bounds()
		if !seen {
			box, seen = o, true
			continue
		}
		box = physics.AABB{
			Min: physics.V3(min(box.Min.X, o.Min.X), min(box.Min.Y, o.Min.Y), min(box.Min.Z, o.Min.Z)),
			Max: physics.V3(max(box.Max.X, o.Max.X), max(box.Max.Y, o.Max.Y), max(box.Max.Z, o.Max.Z)),
		}
	}
	d := box.Max.Sub(box.Min)
	return max(d.X, d.Y, d.Z)
}

// total is the energy (J) of the dynamic bodies; that of height counts from zero.
func (t *trial) total() float64 { return t.kinetic() + t.potential() }

func (t *trial) kinetic() float64 {
	sum := 0.0
	for _, b := range t.world.Bodies(nil) {
		if b.Type() == physics.Dynamic {
			v, w := b.LinearVelocity(), b.Rotation().InvRotate(b.AngularVelocity())
			sum += 0.5 * (float64(b.Mass()*v.Len2()) + float64(w.Dot(b.Inertia().MulVec(w))))
		}
	}
	return sum
}

func (t *trial) potential() float64 {
	g, sum := t.world.Settings().Gravity, 0.0
	for _, b := range t.world.Bodies(nil) {
		if b.Type() == physics.Dynamic {
			sum -= float64(b.Mass()) * float64(g.Dot(b.WorldCenter()))
		}
	}
	return sum
}

// family is a set of random trials of one kind.
type family struct {
	name    string
	seconds float32
	make    func(r random) (*trial, error)
	// scale is how many times as large everything is, 0 for as it is.
	scale float32
	// fast is the part of the trials in which a body gets faster than its drive, and not with finer steps, or too far
	// in a step.
	// More than that is a fault, too.
	fast float64
}

// trials is how many trials of a family to make: a hundredth of all, all of them in soak, or TUMBLE_TRIALS.
func trials(all int) int {
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("TUMBLE_SOAK") != "" {
		return all
	}
	return all / 100
}

// checkSeeds runs single trials of a family for 3 s, in which nothing may be too fast either unless it is so with finer
// steps.
func checkSeeds(t *testing.T, trialOf func(random) (*trial, error), seeds ...int) {
	t.Helper()
	for _, seed := range seeds {
		tr, err := trialOf(seeded(seed))
		if err != nil {
			t.Fatal(err)
		}
		slow := family{make: trialOf}
		if f := tr.runSlow(3); f.kind != "" && !slow.confirms(t, seed, tr) {
			t.Errorf("seed %d: %v", seed, f)
		}
		tr.world.Close()
	}
}

// check runs trials of a family from a seed on, TUMBLE_SEED or 0.
func (f family) check(t *testing.T, count int) {
	t.Helper()
	first, _ := strconv.Atoi(os.Getenv("TUMBLE_SEED"))
	bad, fast, confirmed := 0, 0, 0
	for seed := first; seed < first+count; seed++ {
		tr, err := f.make(random{seeded(seed).Rand, f.scale})
		if err != nil {
			t.Fatalf("%s, seed %d: %v", f.name, seed, err)
		}
		if x := tr.run(f.seconds); x.kind != "" {
			if bad++; bad <= 5 {
				t.Errorf("%s, seed %d: %v", f.name, seed, x)
			}
		}
		if tr.fast.kind != "" {
			says := ""
			if f.confirms(t, seed, tr) {
				confirmed, says = confirmed+1, ", and with finer steps"
			} else {
				fast++
			}
			t.Logf("%s, seed %d: %v%s", f.name, seed, tr.fast, says)
		}
		tr.world.Close()
	}
	// two standard deviations more than the share, and one trial at least, are chance
	due := f.fast * float64(count)
	if bad > 0 || float64(fast) > due+max(1, 2*math.Sqrt(due)) {
		t.Errorf("%s: %d of %d trials failed, %d are faster than what drives them", f.name, bad, count, fast)
	}
	if confirmed > 0 {
		t.Logf("%s: %d of %d are faster than what drives them with finer steps, too", f.name, confirmed, count)
	}
}

// Finer steps are the judge of a body that is faster than its drive: a wedge of angle a makes u/tan(a) of the speed
// u that drives it, a blow goes from the heavy to the light, and what is jammed stores the work of the plate. The
// speed stays then as the step goes to zero. The error of an iterative solver does not.
const (
	finer    = 16  // times as many steps
	rewind   = 8   // steps of the trial
	persists = 0.8 // of the allowed speed
)

// confirms reports whether the body of tr that was too fast is so with finer steps, too, from some steps before.
func (f family) confirms(t *testing.T, seed int, tr *trial) bool {
	if tr.fast.kind != "speed" {
		return false
	}
	again, err := f.make(random{seeded(seed).Rand, f.scale})
	if err != nil {
		t.Fatal(err)
	}
	defer again.world.Close()
	index, fastest := tr.fastBody.Index(), float32(0)
	for step := range tr.fast.step + 2 {
		if again.each != nil {
			again.each(step)
		}
		fineness := 1
		if step > tr.fast.step-rewind {
			fineness = finer
		}
		for range fineness {
			if err := again.world.Step(1 / (again.rate * float32(fineness))); err != nil {
				t.Fatal(err)
			}
			if fineness == 1 {
				continue
			}
			for _, b := range again.world.Bodies(nil) {
				if b.Index() == index {
					fastest = max(fastest, b.LinearVelocity().Len())
				}
			}
		}
	}
	return fastest > persists*tr.fastMost
}

// random makes poses and shapes. Builders make all lengths scale times as large, 0 for as they are.
type random struct {
	*rand.Rand
	scale float32
}

// seeded is the random numbers of a trial.
func seeded(seed int) random { return random{Rand: rand.New(rand.NewPCG(uint64(seed), 22))} }

// builder returns a builder of the scale of r.
func (r random) builder(edit func(*physics.Settings)) *builder {
	b := newBuilder(edit)
	if r.scale > 0 {
		b.scale = r.scale
	}
	return b
}

func (r random) between(low, high float32) float32 { return low + (high-low)*r.Float32() }

// size is spread evenly over the orders of magnitude.
func (r random) size(low, high float64) float32 {
	return float32(low * math.Exp(r.Float64()*math.Log(high/low)))
}

func (r random) vector(size float32) physics.Vec3 {
	return physics.V3(r.between(-size, size), r.between(-size, size), r.between(-size, size))
}

func (r random) rotation() physics.Quat {
	f := func() float32 { return float32(r.NormFloat64()) }
	return physics.Quat{X: f(), Y: f(), Z: f(), W: f()}.Norm()
}

// builder collects the first error.
type builder struct {
	world *physics.World
	err   error
	// scale is how many times as large positions and shapes of bodies become.
	scale float32
}

func newBuilder(edit func(*physics.Settings)) *builder {
	def := physics.DefaultWorldDef()
	if edit != nil {
		edit(&def.Settings)
	}
	w, err := physics.NewWorld(def)
	return &builder{w, err, 1}
}

// body adds a body of some shapes.
func (b *builder) body(kind physics.BodyType, p physics.Vec3, q physics.Quat, density float32,
	shapes ...physics.Geometry) physics.Body {
	if b.err != nil {
		return physics.Body{}
	}
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation = kind, p.Mul(b.scale), q
	body, err := b.world.CreateBody(def)
	if err != nil {
		b.err = err
		return body
	}
	sd := physics.DefaultShapeDef()
	sd.Density = density
	for _, g := range shapes {
		if _, err := body.CreateShape(b.scaled(g), sd); err != nil && b.err == nil {
			b.err = err
		}
	}
	return body
}

// scaled returns a shape of the scale of b.
func (b *builder) scaled(g physics.Geometry) physics.Geometry {
	s := b.scale
	switch g := g.(type) {
	case physics.Sphere:
		return physics.Sphere{Center: g.Center.Mul(s), Radius: s * g.Radius}
	case physics.Box:
		return physics.Box{Center: g.Center.Mul(s), Half: g.Half.Mul(s), Rotation: g.Rotation}
	case physics.Capsule:
		return physics.Capsule{A: g.A.Mul(s), B: g.B.Mul(s), Radius: s * g.Radius}
	case physics.Cylinder:
		return physics.Cylinder{A: g.A.Mul(s), B: g.B.Mul(s), Radius: s * g.Radius}
	case physics.Cone:
		return physics.Cone{Base: g.Base.Mul(s), Apex: g.Apex.Mul(s), Radius: s * g.Radius}
	}
	panic(fmt.Sprintf("no scale for %T", g))
}

func (b *builder) floor() physics.Body {
	return b.body(physics.Static, physics.V3(0, -0.5, 0), vec.QuatIdentity, 1000, physics.BoxHalf(50, 0.5, 50))
}
