package physics

import (
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

// endurance is a world that never comes to rest: in a walled yard, a hundred bodies of every shape,
// twenty joints of every kind with motors in some of them, and every second a body more and one
// less.
type endurance struct {
	t      *testing.T
	w      *World
	dice   *rand.Rand
	shapes []Geometry
	loose  []Body
	joints []Joint
	awake  int // steps of awake bodies
}

func newEndurance(t *testing.T) *endurance {
	e := &endurance{t: t, w: newTestWorld(t, nil), dice: rand.New(rand.NewPCG(24, 7))}
	addFloor(t, e.w)
	for _, wall := range []Box{
		{Half: V3(0.5, 20, 9), Center: V3(-9, 20, 0)}, {Half: V3(0.5, 20, 9), Center: V3(9, 20, 0)},
		{Half: V3(9, 20, 0.5), Center: V3(0, 20, -9)}, {Half: V3(9, 20, 0.5), Center: V3(0, 20, 9)},
	} {
		addBody(t, e.w, Static, Vec3{}, wall)
	}
	hull, err := NewHull([]Vec3{{X: -0.5, Y: -0.3, Z: -0.3}, {X: 0.5, Y: -0.3, Z: -0.3}, {Y: -0.3, Z: 0.6}, {Y: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	e.shapes = []Geometry{
		BoxHalf(0.4, 0.3, 0.5), Sphere{Radius: 0.4}, Capsule{A: V3(-0.4, 0, 0), B: V3(0.4, 0, 0), Radius: 0.25}, hull,
		Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.4}, Cone{Base: V3(0, -0.3, 0), Apex: V3(0, 0.5, 0),
			Radius: 0.4},
		TaperedCapsule{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), RadiusA: 0.3, RadiusB: 0.2},
	}
	e.join()
	for len(e.loose)+2*len(e.joints) < 100 {
		e.spawn()
	}
	return e
}

// join makes twenty pairs of bodies with a joint of every kind in turn.
func (e *endurance) join() {
	for i := range 20 {
		kind := KindBall + JointKind(i)%(jointKindCount-KindBall)
		x, z := float32(i%5)*3-6, float32(i/5)*3-4.5
		a := addBody(e.t, e.w, Dynamic, V3(x, 6, z), e.shapes[i%len(e.shapes)])
		b := addBody(e.t, e.w, Dynamic, V3(x+1.1, 6, z), e.shapes[(i+3)%len(e.shapes)])
		f := defaultFrames()
		f.Connect(a, b, Transform{P: V3(x+0.55, 6, z), Q: QuatIdentity})
		axis := JointAxis{Limited: true, Lower: -0.7, Upper: 0.7, Target: 1, Friction: 2}
		if i%4 == 0 {
			axis = JointAxis{Motor: true, Speed: 3, MaxForce: 200, Target: 1}
		}
		j, err := joinKind(e.w, kind, f, axis, JointDrive{Hertz: 2, DampingRatio: 0.5, MaxMotor: 3})
		e.joints = append(e.joints, must(e.t, j, err))
	}
}

func (e *endurance) between(lo, hi float32) float32 { return lo + (hi-lo)*e.dice.Float32() }

func (e *endurance) spawn() {
	q := Quat{X: e.between(-1, 1), Y: e.between(-1, 1), Z: e.between(-1, 1), W: e.between(0.1, 1)}.Norm()
	b := addBodyDef(e.t, e.w, Dynamic, V3(e.between(-7, 7), e.between(8, 14), e.between(-7, 7)), q,
		e.shapes[e.dice.IntN(len(e.shapes))], DefaultShapeDef())
	b.SetAngularVelocity(V3(e.between(-5, 5), e.between(-5, 5), e.between(-5, 5)))
	e.loose = append(e.loose, b)
}

// second runs a second of the world, with a body more and one less.
func (e *endurance) second() {
	e.spawn()
	k := e.dice.IntN(len(e.loose))
	e.loose[k].Destroy()
	e.loose = slices.Delete(e.loose, k, k+1)
	for range int(testRate) {
		run(e.t, e.w, 1.0/testRate)
		e.awake += e.w.Counters().AwakeBodies
	}
}

// heapInUse is the memory (bytes) that is left after a collection.
func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// pace is the time (ns) of the steps of a second per step of an awake body. Steps differ by how many are awake, and
// motors keep five to forty of the yard so, but a body costs the same within an eighth. Other programs make it three
// times as much, so that an old world is measured in turn with one that has just begun.
func (e *endurance) pace() float64 {
	e.awake = 0
	began := time.Now()
	e.second()
	return float64(time.Since(began)) / float64(max(e.awake, 1))
}

// undisturbed is the time that a tenth of some times are below: what else runs on the machine only adds to the others.
func undisturbed(times []float64) float64 {
	slices.Sort(times)
	return times[len(times)/10]
}

// enduranceSeconds is how long the world runs: two minutes of its time, in the long runs a day or as
// many hours as TUMBLE_HOURS says.
func enduranceSeconds(t *testing.T) int {
	if !soak() {
		return 120
	}
	hours := 24.0
	if text := os.Getenv("TUMBLE_HOURS"); text != "" {
		var err error
		if hours, err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatalf("TUMBLE_HOURS=%s: %v", text, err)
		}
	}
	return int(hours * 3600)
}

// TestEndurance: no number breaks, and neither memory nor contacts nor the time of a step grow.
func TestEndurance(t *testing.T) {
	e := newEndurance(t)
	total := enduranceSeconds(t)
	settle := min(60, total/4)
	for range settle {
		e.second()
	}
	var first, last, count float64 // contacts in the first and the last quarter
	beside := min(600, (total-settle)/4)
	young, old := make([]float64, 0, beside), make([]float64, 0, beside)
	memory := heapInUse()
	var fresh *endurance
	for second := settle; second < total; second++ {
		if second < total-beside {
			e.second()
		} else {
			if fresh == nil {
				fresh = newEndurance(t)
				for range settle {
					fresh.second()
				}
			}
			young, old = append(young, fresh.pace()), append(old, e.pace())
		}
		n := float64(e.w.Counters().Contacts)
		switch quarter := 4 * (second - settle) / (total - settle); quarter {
		case 0:
			first += n
			count++
		case 3:
			last += n
		}
		if second%60 == 0 {
			if err := e.w.Validate(); err != nil {
				t.Fatalf("after %d s: %v", second, err)
			}
			if c := e.w.Counters(); c.Quarantined != 0 || c.DroppedContacts != 0 || c.Joints != 20 ||
				c.Bodies-c.StaticBodies != 100 {
				t.Fatalf("after %d s: %+v", second, c)
			}
		}
		if second%3600 == 0 {
			t.Logf("%d h: %d contacts, %d bytes", second/3600, e.w.Counters().Contacts, heapInUse())
		}
	}
	for _, b := range e.w.Bodies(nil) {
		if p := b.Position(); b.Type() == Dynamic && (p.Y < -0.5 || abs(p.X) > 10 || abs(p.Z) > 10) {
			t.Errorf("a body left the yard: it is at %v", p)
		}
	}
	if grown := last / first; grown > 1.15 {
		t.Errorf("%.1f contacts in the last quarter, %.1f in the first", last/count, first/count)
	}
	fresh = nil
	grown := int64(heapInUse()) - int64(memory)
	runtime.KeepAlive(e)
	if grown > 1<<20 {
		t.Errorf("memory grew by %d bytes from %d", grown, memory)
	}
	t.Logf("%d s: %.1f contacts in the first quarter, %.1f in the last; memory %d bytes and %+d", total, first/count,
		last/count,
		memory, grown)
	before, after := undisturbed(young), undisturbed(old)
	t.Logf("an awake body takes %.0f ns a step, %.0f in a world that has just begun", after, before)
	if soak() && after > 1.15*before {
		t.Errorf("an awake body takes %.0f ns a step, %.0f in a world that has just begun", after, before)
	}
}
