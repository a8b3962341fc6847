package physics

import (
	"testing"
	"time"
)

// The profile of a step tells how many workers were woken for it and how long that took; alone nobody is woken.
func TestProfileHasTheWakesOfWorkers(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		def := DefaultWorldDef()
		def.Workers, def.Settings.SleepEnabled = workers, false
		begin := time.Now()
		def.Clock = func() int64 { return int64(time.Since(begin)) }
		w, err := NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for i := range 600 {
			d := DefaultBodyDef()
			d.Type, d.Position = Dynamic, Vec3{X: float32(i%20) * 0.9, Y: 0.5 + float32(i/20)*0.9}
			b, err := w.CreateBody(d)
			if err == nil {
				_, err = b.CreateShape(BoxHalf(.5, .5, .5), DefaultShapeDef())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		woken := int64(0)
		for range 40 {
			// long enough for workers to park
			time.Sleep(time.Millisecond)
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
			p := w.Profile()
			if p.Wakes < 0 || p.WakeMost < 0 || p.WakeMost > p.WakeTime || p.Wakes == 0 && p.WakeTime > 0 {
				t.Fatalf("wakes %d, %d ns, longest %d ns", p.Wakes, p.WakeTime, p.WakeMost)
			}
			woken += p.Wakes
		}
		if (woken > 0) != (workers > 1) {
			t.Errorf("%d workers were woken %d times in 40 steps", workers, woken)
		}
	}
}
