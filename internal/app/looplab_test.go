package app

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/looplab"
	"tumble/internal/app/mglvec"
	"tumble/internal/lab"
	"tumble/renderer"
)

// labTrace is a display of 60 Hz with noisy stamps, missed refreshes and one stall.
func labTrace(frames int) *diagnose.FrameTrace {
	r := rand.New(rand.NewPCG(7, 11))
	t := &diagnose.FrameTrace{Name: "a", Refresh: timestep.Second / 60}
	at := float64(timestep.Second)
	for i := range frames {
		missed := 0.0
		if r.Float64() < .01 {
			missed = 1
		}
		if i == frames/2 {
			missed = 30
		}
		begin := at
		at += (missed + 1) * float64(t.Refresh)
		stamp := int64(at + 4e5*r.NormFloat64())
		end := int64(begin + 3e6 + missed*float64(t.Refresh))
		if n := len(t.Frames); n > 0 {
			stamp = max(stamp, t.Frames[n-1].Stamp+1)
		}
		t.Frames = append(t.Frames, diagnose.TraceFrame{DrawEnd: end, Stamp: stamp})
	}
	return t
}

func newLabRig(t testing.TB, scene string) *rig {
	var r *rig
	r = newPanelRig(t, scene, func(cfg *engine.LoopConfig, _ *Options) {
		cfg.OnPresent = func(p *renderer.Present) {
			if r != nil {
				r.app.Presented(p)
			}
		}
	})
	return r
}

// The panes of the window and the laboratory without one find the same figures on the same trace of frame times.
func TestPanesAgreeWithLab(t *testing.T) {
	trace := labTrace(2400)
	for _, group := range [][looplab.MaxPanes]string{
		{"interpolate", "latest", "extrapolate", "whole-240"},
		{"interpolate-raw", "snap", "hysteresis", "semi-fixed"},
	} {
		r := newLabRig(t, "box")
		r.app.panels.Report(r.app.lab.Set(looplab.MaxPanes))
		for i, name := range group {
			if err := r.app.lab.SetStrategy(i, name); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.app.lab.Replay(trace); err != nil {
			t.Fatal(err)
		}
		for i := 0; ; i++ {
			if part, _ := r.app.lab.Replaying(); part == 1 {
				break
			}
			if i > 3000 {
				t.Fatal("the replay does not end")
			}
			r.run(1)
		}
		// the last frame is drawn as well
		r.run(2)
		for i, name := range group {
			if r.app.lab.StrategyOf(i) != name {
				t.Fatalf("pane %d shows %s, want %s", i, r.app.lab.StrategyOf(i), name)
			}
			want, err := lab.Run(t.Context(), lab.Config{Strategy: name, Trace: trace, Frames: len(trace.Frames),
				WarmUp: len(trace.Frames) / 4})
			if err != nil {
				t.Fatal(err)
			}
			got, lost, _ := r.app.lab.Meters(r.loop.Status(), i)
			t.Logf(
				"%-16s judder %.3f %% (lab %.3f), age %.2f ms (%.2f), lost %.1f ms (%.1f), steps %.3f (%.3f), "+
					"%d frames (%d)", name, got.JudderRMS,
				want.JudderRMS, got.AgeMean, want.AgeMean, float64(lost)/1e6, want.Lost, got.StepsMean, want.StepsMean,
				got.Frames, want.Frames)
			for _, c := range []struct {
				what      string
				got, want float64
			}{
				{"judder", got.JudderRMS, want.JudderRMS}, {"age", got.AgeMean, want.AgeMean},
				{"lost time", float64(lost) / 1e6, want.Lost}, {"steps", got.StepsMean, want.StepsMean},
			} {
				if math.Abs(c.got-c.want) > .05*math.Abs(c.want)+1e-9 {
					t.Errorf("%s: %s is %v in the pane and %v in the laboratory", name, c.what, c.got, c.want)
				}
			}
			if err := r.app.lab.StrategyRun(i).Ledger().Check(); err != nil {
				t.Error(err)
			}
		}
		r.close()
	}
}

// Panes get the same input at the same moment: with equal ticks they keep the same state.
func TestPanesGetTheSameInput(t *testing.T) {
	r := newLabRig(t, "pyramid36")
	defer r.close()
	for i, name := range []string{"latest", "snap", "interpolate-raw"} {
		if err := r.app.lab.SetStrategy(i+1, name); err != nil {
			t.Fatal(err)
		}
	}
	r.key(key('Y'), 0)
	r.key(key('Y'), 0)
	r.key(key('Y'), 0)
	if r.app.lab.Shown() != 4 || !r.app.panels.Lab() {
		t.Fatalf("%d panes after three keys", r.app.lab.Shown())
	}
	r.move(300, 300)
	r.key(input.KeySpace, 0)
	r.key(key('X'), 0)
	r.run(40)
	hash := func(i int) (uint64, uint64) {
		s := r.app.lab.Session(i)
		return s.World().Hash(), s.World().Counters().Steps
	}
	bodies := len(r.dynamic())
	if bodies != 37 {
		t.Fatalf("%d moving bodies after a shot", bodies)
	}
	// let every pane come to the same tick
	r.key(key('P'), 0)
	want := r.app.session.Run.StepCount
	for i := 1; i < 4; i++ {
		for n := 0; r.app.lab.Session(i).Run.StepCount < want && n < 5; n++ {
			r.app.lab.StrategyRun(i).Virtual().Step(1)
			r.run(1)
		}
		h, _ := hash(i)
		if n := r.app.lab.Session(i).Run.StepCount; n != want {
			t.Fatalf("pane %d is at step %d, the window at %d", i, n, want)
		}
		if h != r.app.session.World().Hash() {
			t.Errorf("pane %d has another state than the window", i)
		}
	}
	r.key(key('Y'), 0)
	if r.app.lab.Open() || r.app.panels.Lab() {
		t.Error("a fifth pane")
	}
}

// The panes have the viewport in equal parts, show their own bodies through a view with their proportions, and the
// mouse finds the body under it.
func TestPanePlacement(t *testing.T) {
	r := newLabRig(t, "box")
	defer r.close()
	for range 3 {
		r.key(key('Y'), 0)
	}
	r.run(3)
	var p renderer.Panes
	var view renderer.View
	seen := [looplab.MaxPanes]int{}
	r.recorded = func(f *engine.Frame) {
		p, view, seen = f.Packet.Panes, f.Packet.View, [looplab.MaxPanes]int{}
		for i := range f.Packet.Instances {
			seen[f.Packet.Instances[i].Flags.Pane()]++
		}
	}
	r.run(1)
	r.recorded = nil
	if p.Number() != 4 {
		t.Fatalf("%d panes in the packet", p.Number())
	}
	rect := r.app.viewport(1280, 720)
	for i := range 4 {
		if seen[i] == 0 || seen[i] != seen[0] {
			t.Errorf("%d instances in pane %d, %d in the first", seen[i], i, seen[0])
		}
		q := p.Rects[i]
		w := q.X1 - q.X0
		if q.Y0 != int16(rect.Y) || q.Y1 != int16(rect.Y+rect.H) || w != int16(int(rect.W)/4) ||
			q.X0 != p.Rects[0].X0+int16(i)*w {
			t.Errorf("pane %d is at %+v of %+v", i, q, rect)
		}
		if a, b := float64(view.Proj[5]/view.Proj[0]), float64(w)/float64(q.Y1-q.Y0); math.Abs(a-b) > 1e-3*b {
			t.Errorf("the view is %.4f wide, the pane %.4f", a, b)
		}
		body := r.dynamic()[0]
		x, y, _, _ := view.Project(mglvec.Of(body.WorldCenter()), float32(w), float32(q.Y1-q.Y0))
		r.move(float64(float32(q.X0)+x), float64(float32(q.Y0)+y))
		r.run(1)
		if r.app.tools.Mouse.Marks().Hovered != body {
			t.Errorf("in pane %d the mouse over the body finds %v", i, r.app.tools.Mouse.Marks().Hovered)
		}
	}
}

// Panes cost no memory per frame once they are warm.
func TestPanesDoNotAllocate(t *testing.T) {
	r := newLabRig(t, "pyramid36")
	defer r.close()
	r.app.panels.Report(r.app.lab.Set(4))
	r.app.panels.SetLab(true)
	r.run(400)
	if n := testing.AllocsPerRun(100, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// Loops whose steps follow the frames take them once for each picture in a pane as well, however often the window wakes
// between two pictures.
func TestPanesStepOncePerPicture(t *testing.T) {
	r := newPanelRig(t, "box", func(cfg *engine.LoopConfig, _ *Options) { cfg.LimitMilli = 60_000 })
	defer r.close()
	r.app.panels.Report(r.app.lab.Set(2))
	if err := r.app.lab.SetStrategy(1, "whole-240"); err != nil {
		t.Fatal(err)
	}
	before, pictures := r.app.lab.Session(1).Run.StepCount, r.loop.Status().Frames
	for range 2000 {
		r.clock.Advance(timestep.Millisecond)
		if err := r.loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	steps, shown := r.app.lab.Session(1).Run.StepCount-before, int(r.loop.Status().Frames-pictures)
	if shown < 115 || shown > 125 || steps < 4*(shown-1) || steps > 4*(shown+1) {
		t.Errorf("%d steps for %d pictures in two seconds, want four for each", steps, shown)
	}
}
