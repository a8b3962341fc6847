package app

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/physics/vec"
	"tumble/renderer"
)

// BenchmarkRecordMoving records frames of 10,780 bodies of which none sleeps, each frame a little later within the same
// tick: blending, node transforms, culling, batching. The packets are not executed.
func BenchmarkRecordMoving(b *testing.B) {
	r := newRig(b, "many_pyramids", func(_ *engine.LoopConfig, o *Options) { o.Config.Settings.SleepEnabled = false })
	defer r.close()
	r.run(3)
	if err := r.loop.Virtual().SetSpeed(1, 1_000_000); err != nil {
		b.Fatal(err)
	}
	r.run(1)
	moving := r.loop.Poses().Moving()
	if moving < 10_000 {
		b.Fatalf("%d bodies move", moving)
	}
	ticks := r.loop.Status().Tick
	r.recorded = func(f *engine.Frame) { f.Packet.Header.Width, f.Packet.Header.Height = 0, 0 }
	b.ResetTimer()
	for range b.N {
		r.run(1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moving), "ns/body")
	if n := r.loop.Status().Tick; n != ticks {
		b.Errorf("%d ticks while frames were recorded", n-ticks)
	}
}

// What the inner ball holds is in view by the planes as well, and in the usual view it holds most of a scene.
func TestInnerBallHoldsOnlyWhatIsSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	cam := renderer.NewCamera()
	s := &Stage{}
	held, seen := 0, 0
	for range 2000 {
		pivot := mgl32.Vec3{rng.Float32() * 10, rng.Float32() * 10, rng.Float32() * 10}
		cam.Set(renderer.CameraState{Pivot: pivot, Yaw: 6 * rng.Float32(), Pitch: 2*rng.Float32() - 1, Distance: 1 + 50*rng.Float32()}, true)
		v := cam.View(640, 360)
		f := v.Frustum()
		s.center = vec.V3(rng.Float32()*10, rng.Float32()*10, rng.Float32()*10)
		b := s.innerBall(&v, &f)
		for range 20 {
			x, y, z, r := rng.Float32()*30-10, rng.Float32()*30-10, rng.Float32()*30-10, rng.Float32()
			in, out := b.holds(x, y, z, r), f.SeesSphere(x, y, z, r)
			if in && !out {
				t.Fatalf("a sphere at %v %v %v of radius %v is in the inner ball %+v and not in view", x, y, z, r, b)
			}
			if in {
				held++
			}
			if out {
				seen++
			}
		}
	}
	if held < seen/4 {
		t.Errorf("the inner ball held %d of %d spheres in view", held, seen)
	}
}
