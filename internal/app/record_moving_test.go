package app

import (
	"testing"

	"tumble/engine"
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
