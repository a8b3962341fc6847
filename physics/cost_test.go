package physics

import (
	"bytes"
	"context"
	"math"
	"runtime/pprof"
	"slices"
	"testing"
	"time"
)

// newCostWorld has a pile of a hundred boxes, three spheres on the floor and a chain of capsules, timed by a
// clock of which each reading takes 10 ns.
func newCostWorld(t testing.TB, workers int) *World {
	t.Helper()
	def := DefaultWorldDef()
	def.Workers = workers
	now := int64(0)
	def.Clock = func() int64 { now += 10; return now }
	w, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	add := func(kind BodyType, at Vec3, g Geometry) Body {
		d := DefaultBodyDef()
		d.Type, d.Position = kind, at
		b, err := w.CreateBody(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(g, DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		return b
	}
	add(Static, Vec3{}, Plane{Normal: Vec3{Y: 1}})
	for i := range 100 {
		add(Dynamic, Vec3{X: float32(i%10) * 0.999, Y: 0.5 + float32(i/10)*0.999}, BoxHalf(.5, .5, .5))
	}
	for i := range 3 {
		add(Dynamic, Vec3{X: -20 - 5*float32(i), Y: .5}, Sphere{Radius: .5})
	}
	var last Body
	for i := range 4 {
		b := add(Dynamic, Vec3{X: 30 + float32(i), Y: 3}, Capsule{A: Vec3{X: -.3}, B: Vec3{X: .3}, Radius: .1})
		if i > 0 {
			j := DefaultBallJointDef()
			j.BodyA, j.BodyB = last, b
			j.FrameA.P, j.FrameB.P = Vec3{X: .5}, Vec3{X: -.5}
			if _, err := w.CreateBallJoint(j); err != nil {
				t.Fatal(err)
			}
		}
		last = b
	}
	return w
}

func stepTimes(t testing.TB, w *World, n int) {
	t.Helper()
	for range n {
		if err := w.Step(.01); err != nil {
			t.Fatal(err)
		}
	}
}

// The loads of islands add up to the whole, and the pile is the worst of them.
func TestIslandLoads(t *testing.T) {
	w := newCostWorld(t, 1)
	stepTimes(t, w, 20)
	loads := w.IslandLoads(nil)
	c := w.Counters()
	bodies, contacts, points, joints, ns := 0, 0, 0, 0, int64(0)
	for i := range loads {
		l := &loads[i]
		bodies, contacts, points, joints, ns = bodies+l.Bodies, contacts+l.Contacts, points+l.Points, joints+l.Joints,
			ns+l.Ns
		if island, ok := l.First.Island(); !ok || island != l.Island {
			t.Errorf("island %d is named by a body of island %d", l.Island, island)
		}
		if i > 0 && l.Ns > loads[i-1].Ns {
			t.Error("not the costliest first")
		}
	}
	if loads[0].Bodies != 100 || len(loads) != c.Islands || joints != 3 {
		t.Errorf("%d islands of %d, the first with %d bodies; %d joints", len(loads), c.Islands, loads[0].Bodies,
			joints)
	}
	if bodies != c.AwakeBodies || contacts != c.AwakeContacts || points != c.ManifoldPoints {
		t.Errorf("%d bodies of %d, %d contacts of %d, %d points of %d", bodies, c.AwakeBodies, contacts,
			c.AwakeContacts, points, c.ManifoldPoints)
	}
	if step := w.Profile().Step; math.Abs(float64(ns-step)) > .02*float64(step) {
		t.Errorf("islands cost %d ns of a step of %d ns", ns, step)
	}
	sum := 0.0
	for _, x := range w.BodyCosts(nil) {
		sum += float64(x)
	}
	if step := w.Profile().Step; math.Abs(sum-float64(step)) > .02*float64(step) {
		t.Errorf("bodies cost %.0f ns of a step of %d ns", sum, step)
	}
}

// Timed contacts add up to the pairs, change no bit and allocate nothing.
func TestMeasuredCosts(t *testing.T) {
	plain, timed := newCostWorld(t, 1), newCostWorld(t, 1)
	timed.MeasureCosts(true)
	stepTimes(t, plain, 30)
	stepTimes(t, timed, 30)
	if plain.Hash() != timed.Hash() {
		t.Error("timing contacts changes the state")
	}
	pairs := timed.PairLoads(nil)
	names := map[string]PairLoad{}
	contacts := 0
	for _, p := range pairs {
		names[p.Name] = p
		contacts += p.Contacts
		if p.Ns < 10*int64(p.Contacts) {
			t.Errorf("%s: %d ns for %d contacts", p.Name, p.Ns, p.Contacts)
		}
	}
	if contacts != timed.Counters().AwakeContacts || names["sphere-plane"].Contacts != 3 || pairs[0].Name != "box-box" {
		t.Errorf("%d contacts of %d: %v", contacts, timed.Counters().AwakeContacts, pairs)
	}
	var loads []IslandLoad
	var costs []float32
	if n := testing.AllocsPerRun(20, func() {
		stepTimes(t, timed, 1)
		pairs, loads, costs = timed.PairLoads(pairs[:0]), timed.IslandLoads(loads[:0]), timed.BodyCosts(costs)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	timed.MeasureCosts(false)
	if timed.PairLoads(nil)[0].Ns != 0 {
		t.Error("still timed")
	}
}

// Samples of the narrow phase carry the kinds of the shapes.
func TestPairLabels(t *testing.T) {
	w := newCostWorld(t, 1)
	stepTimes(t, w, 3)
	seen := map[string]bool{}
	w.profile.Clock = func() int64 {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"box-box", "box-plane", "sphere-plane"} {
			seen[name] = seen[name] || bytes.Contains(b.Bytes(), []byte(`"pair":"`+name+`", "stage":"collide"`))
		}
		return 0
	}
	w.LabelStages(context.Background())
	w.MeasureCosts(true)
	stepTimes(t, w, 1)
	if len(seen) != 3 || !seen["box-box"] || !seen["box-plane"] || !seen["sphere-plane"] {
		t.Errorf("labels of pairs: %v", seen)
	}
}

// BenchmarkProfiling compares the same step without a clock, with stage times, with labels and with timed contacts,
// by turns, by the lower quartile.
func BenchmarkProfiling(b *testing.B) {
	w := newCostWorld(b, 1)
	begun := time.Now()
	clock := func() int64 { return int64(time.Since(begun)) }
	w.profile.Clock, w.state.Settings.SleepEnabled = clock, false
	stepTimes(b, w, 100)
	modes := []struct {
		name   string
		change func()
		ns     []int64
	}{
		{name: "off", change: func() { w.profile.Clock = nil }}, {name: "stages", change: func() {}},
		{name: "labels", change: func() { w.LabelStages(context.Background()) }},
		{name: "contacts", change: func() { w.MeasureCosts(true) }},
	}
	var none context.Context
	angle := 0
	for b.Loop() {
		for i := range modes {
			m := &modes[(i+angle)%len(modes)]
			w.profile.Clock = clock
			w.LabelStages(none)
			w.MeasureCosts(false)
			m.change()
			stepTimes(b, w, 2)
			begin := clock()
			stepTimes(b, w, 10)
			m.ns = append(m.ns, (clock()-begin)/10)
		}
		angle++
	}
	quartile := func(list []int64) float64 {
		slices.Sort(list)
		return float64(list[len(list)/4])
	}
	off := quartile(modes[0].ns)
	b.ReportMetric(off/1e3, "off_us/step")
	for i := range modes[1:] {
		m := &modes[i+1]
		b.ReportMetric(100*(quartile(m.ns)/off-1), m.name+"_%")
	}
}
