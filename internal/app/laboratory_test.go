package app

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/engine"
	"tumble/internal/lab"
	"tumble/physics"
	"tumble/renderer"
)

// labTrace is a display of 60 Hz with noisy stamps, missed refreshes and one stall.
func labTrace(frames int) *engine.FrameTrace {
	r := rand.New(rand.NewPCG(7, 11))
	t := &engine.FrameTrace{Name: "a", Refresh: engine.Second / 60}
	at := float64(engine.Second)
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
		t.Frames = append(t.Frames, engine.TraceFrame{DrawEnd: end, Stamp: stamp})
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
	for _, group := range [][maxPanes]string{
		{"interpolate", "latest", "extrapolate", "whole-240"},
		{"interpolate-raw", "snap", "hysteresis", "semi-fixed"},
	} {
		r := newLabRig(t, "box")
		r.app.lab.wanted = group
		r.app.panels.told(r.app.lab.set(maxPanes))
		if err := r.app.lab.replay(trace); err != nil {
			t.Fatal(err)
		}
		for i := 0; !r.app.lab.moment.done; i++ {
			if i > 3000 {
				t.Fatal("the replay does not end")
			}
			r.run(1)
		}
		for i, name := range group {
			if r.app.lab.strategyOf(i) != name {
				t.Fatalf("pane %d shows %s, want %s", i, r.app.lab.strategyOf(i), name)
			}
			want, err := lab.Run(lab.Config{Strategy: name, Trace: trace, Frames: len(trace.Frames), WarmUp: replayWarm})
			if err != nil {
				t.Fatal(err)
			}
			got, lost, _ := r.app.lab.meters(&engine.Frame{Status: r.loop.Status()}, i)
			t.Logf("%-16s judder %.3f %% (lab %.3f), age %.2f ms (%.2f), lost %.1f ms (%.1f), steps %.3f (%.3f), %d frames (%d)", name, got.JudderRMS,
				want.JudderRMS, got.AgeMean, want.AgeMean, float64(lost)/1e6, want.Lost, got.StepsMean, want.StepsMean, got.Frames, want.Frames)
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
			if err := r.app.lab.panes[i].lane.Ledger().Check(); err != nil {
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
	r.app.lab.wanted = [maxPanes]string{"", "latest", "snap", "interpolate-raw"}
	r.key(key('Y'), 0)
	r.key(key('Y'), 0)
	r.key(key('Y'), 0)
	if r.app.lab.count != 4 || !r.app.panels.labOpen {
		t.Fatalf("%d panes after three keys", r.app.lab.count)
	}
	r.move(300, 300)
	r.key(engine.KeySpace, 0)
	r.key(key('X'), 0)
	r.run(40)
	hash := func(i int) (uint64, uint64) {
		p := &r.app.lab.panes[i]
		return p.session.Hash(), p.session.World().Counters().Steps
	}
	bodies := len(r.dynamic())
	if bodies != 37 {
		t.Fatalf("%d moving bodies after a shot", bodies)
	}
	// let every pane come to the same tick
	r.key(key('P'), 0)
	want := r.app.session.Run.StepCount
	for i := 1; i < 4; i++ {
		for n := 0; r.app.lab.panes[i].session.Run.StepCount < want && n < 5; n++ {
			r.app.lab.panes[i].lane.Virtual().Step(1)
			r.run(1)
		}
		h, _ := hash(i)
		if n := r.app.lab.panes[i].session.Run.StepCount; n != want {
			t.Fatalf("pane %d is at step %d, the window at %d", i, n, want)
		}
		if h != r.app.session.Hash() {
			t.Errorf("pane %d has another state than the window", i)
		}
	}
	r.key(key('Y'), 0)
	if r.app.lab.open() || r.app.panels.labOpen {
		t.Error("a fifth pane")
	}
}

// The panes show a body where their own camera sees it, shifted to the place of the pane.
func TestPanePlacement(t *testing.T) {
	r := newLabRig(t, "box")
	defer r.close()
	r.key(key('Y'), 0)
	r.run(3)
	rect := r.app.panels.viewport(1280, 720)
	own := r.app.camera.View(int(rect.W/2+.5), int(rect.H+.5))
	full := r.app.camera.View(int(rect.W+.5), int(rect.H+.5))
	for i := range 2 {
		center := (2*float32(i)+1)/2 - 1
		for _, b := range r.app.session.World().Bodies(nil) {
			if b.Type() == physics.Static {
				continue
			}
			at := b.WorldCenter()
			in := []renderer.Instance{{XX: 1, YY: 1, ZZ: 1, XT: at.X, YT: at.Y, ZT: at.Z}}
			shear(in, &own, center/full.Proj[0])
			x, y, _, _ := own.Project(gpu(at), rect.W/2, rect.H)
			gx, gy, _, _ := full.Project([3]float32{in[0].XT, in[0].YT, in[0].ZT}, rect.W, rect.H)
			if wx := x + rect.W/2*float32(i); math.Abs(float64(gx-wx)) > .6 || math.Abs(float64(gy-y)) > .6 {
				t.Errorf("pane %d: a body is drawn at %.2f, %.2f; its camera sees it at %.2f, %.2f", i, gx, gy, wx, y)
			}
		}
	}
}

// Panes cost no memory per frame once they are warm.
func TestPanesDoNotAllocate(t *testing.T) {
	r := newLabRig(t, "pyramid36")
	defer r.close()
	r.app.panels.told(r.app.lab.set(4))
	r.app.panels.labOpen = true
	r.run(400)
	if n := testing.AllocsPerRun(100, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}
