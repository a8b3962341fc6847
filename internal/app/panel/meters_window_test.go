package panel

import (
	"math"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/watch"
	"tumble/internal/meter"
	"tumble/physics"
)

// speedRow (pixels) is the row of the speed in the inspector of a window of 1280 × 720.
const speedRow = 498.0

// TestClickToWatch: a click on a value of the inspector watches it, and its curve has the value of every step; the next
// click ends that. After a restart the curve follows the body of the same name.
func TestClickToWatch(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	list := r.dynamic()
	b := list[len(list)-1]
	r.Select(b)
	r.run(4)
	w := r.view.Watch
	// below the three rows of vectors lie the values that can be clicked
	r.move(1240, speedRow)
	r.button(input.MouseLeft, input.Press)
	r.button(input.MouseLeft, input.Release)
	if len(w.Curves()) != 1 || !r.panels.meters.open {
		t.Fatalf("%d curves, the window with the meters is open: %v", len(w.Curves()), r.panels.meters.open)
	}
	key := w.Curves()[0].Meter.Key
	if !strings.HasSuffix(key, ".speed") {
		t.Errorf("the first value is %s", key)
	}
	r.button(input.MouseLeft, input.Press)
	r.button(input.MouseLeft, input.Release)
	if len(w.Curves()) != 0 {
		t.Errorf("a second click leaves %d curves", len(w.Curves()))
	}
	w.Toggle(meter.OfBody(b, &meter.BodyHeight))
	r.run(10)
	curve := w.Curves()[0]
	if d := curve.Last - float64(b.WorldCenter().Y); math.Abs(d) > 1e-6 || curve.Count < 5 {
		t.Errorf("the curve is %v m off, %d values", d, curve.Count)
	}
}

// watchEight watches eight quantities of the world and of a body, and runs until the curves are full.
func watchEight(t testing.TB, r *rig) {
	for _, key := range []string{"energy.total", "penetration.max", "contact.count", "speed.max", "drift.max"} {
		m, _ := meter.Find(key)
		r.view.Watch.Toggle(m)
	}
	b := r.dynamic()[0]
	for _, q := range []*meter.Quantity{&meter.BodySpeed, &meter.BodyKinetic, &meter.BodyPressure} {
		r.view.Watch.Toggle(meter.OfBody(b, q))
	}
	r.view.showMeters = true
	r.view.Watch.Changed(600, "substeps", "8")
	for _, c := range r.view.Watch.Curves() {
		for i := range watch.Length {
			c.Data[i], c.Step[i] = float32(i%97), int32(i)
		}
		c.Count, c.Next = watch.Length, 0
	}
	r.run(10)
	if n := len(r.view.Watch.Curves()); n != watch.MostMeters {
		t.Fatalf("%d curves", n)
	}
}

// TestEightPlots draws eight full curves, each by itself and in one plot, without an allocation.
func TestEightPlots(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	watchEight(t, r)
	for _, together := range []bool{false, true} {
		r.panels.meters.together = together
		r.run(4)
		if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
			t.Errorf("one plot %v: %v allocations a frame", together, n)
		}
	}
}

// TestRestartFollowsObjects: meters of bodies, contacts and joints find theirs in a world that was built anew.
func TestRestartFollowsObjects(t *testing.T) {
	r := newRig(t, "crane", "")
	defer r.close()
	w := r.view.Watch
	b := r.dynamic()[0]
	joint := r.session.World().Joints(nil)[0]
	x, y := b, r.dynamic()[1]
	w.Toggle(meter.OfBody(b, &meter.BodyTouches))
	w.Toggle(meter.OfJoint(joint, &meter.JointForce))
	w.Toggle(meter.OfContact(x, y, &meter.ContactForce))
	fresh, err := r.session.Config.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.World.Close()
	if err := w.Restart(fresh.World, nil); err != nil {
		t.Fatal(err)
	}
	same := b.In(fresh.World)
	if !w.WatchesObject(same, physics.Body{}, physics.Joint{}, &meter.BodyTouches) ||
		w.WatchesObject(b, physics.Body{}, physics.Joint{}, &meter.BodyTouches) {
		t.Error("the meter of the body looks at the old world")
	}
	if !w.WatchesObject(physics.Body{}, physics.Body{}, joint.In(fresh.World), &meter.JointForce) {
		t.Error("the meter of the joint looks at the old world")
	}
	if !w.WatchesObject(x.In(fresh.World), y.In(fresh.World), physics.Joint{}, &meter.ContactForce) {
		t.Error("the meter of the contact looks at the old world")
	}
}

// BenchmarkEightPlots measures the panels of a frame on the main thread: the parameters, the inspector and eight plots
// of 2048 values; and the same with the interface hidden.
func BenchmarkEightPlots(b *testing.B) {
	for _, hidden := range []bool{false, true} {
		name := "shown"
		if hidden {
			name = "hidden"
		}
		b.Run(name, func(b *testing.B) {
			r := newRig(b, "pyramid36", "")
			defer r.close()
			watchEight(b, r)
			r.show.Interface = !hidden
			var spent time.Duration
			frames := 0
			r.recorded = func(*engine.Frame) { frames++ }
			r.timed = func(record func()) {
				begin := time.Now()
				record()
				spent += time.Since(begin)
			}
			r.run(4)
			spent, frames = 0, 0
			b.ReportAllocs()
			for b.Loop() {
				r.run(1)
			}
			b.ReportMetric(float64(spent.Nanoseconds())/float64(max(frames, 1)), "ns/frame-of-panels")
		})
	}
}

// TestTypedMeters: the field for meters takes what the command line takes, watches nothing twice, and says what is not
// there.
func TestTypedMeters(t *testing.T) {
	r := newRig(t, "crane", "")
	defer r.close()
	m, w := &r.panels.meters, r.view.Watch
	typed := func(text string) bool {
		m.named = text
		return m.add(r.panels.ui, r.between())
	}
	if !typed("energy.total, body(\"body3\").speed") || m.named != "" || len(w.Curves()) != 2 {
		t.Fatalf("%d curves, %q is left, %s", len(w.Curves()), m.named, m.problem)
	}
	if !typed("body(\"body3\").speed") || len(w.Curves()) != 2 {
		t.Errorf("typed twice there are %d curves", len(w.Curves()))
	}
	if typed("body(\"crate\").speed") || !strings.Contains(m.problem, `there is no body "crate"; there are body0`) {
		t.Errorf("a body that is not there: %q", m.problem)
	}
	if typed("crate.spede") || !strings.Contains(m.problem, `there is no quantity crate.spede`) {
		t.Errorf("a meter that is not there: %q", m.problem)
	}
	for _, b := range r.dynamic() {
		if b.Index() == 3 && !w.WatchesObject(b, physics.Body{}, physics.Joint{}, &meter.BodySpeed) {
			t.Error("the inspector does not know that the speed is watched")
		}
	}
	r.run(4)
	if c := w.Curves()[1]; c.Count == 0 || math.IsNaN(c.Last) {
		t.Errorf("%d values, the last %v", c.Count, c.Last)
	}
}
