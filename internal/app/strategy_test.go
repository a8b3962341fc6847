package app

import (
	"math"
	"slices"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/vec"
)

// Every strategy runs in the application; the key goes through all of them and back to the first, and ticks go
// on without a hole or a repeat.
func TestEveryStrategyInTheWindow(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(20)
	seen := map[string]bool{}
	status := r.loop.Status()
	for range timestep.StrategyNames() {
		before, at := status.Tick, r.clock.Now()
		r.key(key('L'), 0)
		name := r.loop.Strategy().Name
		seen[name] = true
		r.run(59)
		ticks, seconds := status.Tick-before, float64(r.clock.Now()-at)/1e9
		// whole steps of 1/240 or 1/480 s, and one step a frame, count otherwise
		want := 100 * seconds
		switch name {
		case "whole-240", "whole-480", "whole-480-published":
			want = 240 * seconds
			if name != "whole-240" {
				want = 480 * seconds
			}
		case "frame-locked", "variable", "broken-modulo", "broken-by-frames":
			want = 60
		case "broken-sleep":
			// a sleep of 10 ms takes 11
			want = 100 * seconds / 1.1
		case "broken-float-time":
			// ticks of 10 ms take 9.77
			want = 102.4 * seconds
		case "semi-fixed":
			want = 120
		}
		if math.Abs(float64(ticks)-want) > 3 {
			t.Errorf("%s: %d ticks in %.3f s, want %.0f", name, ticks, seconds, want)
		}
		if status.Strategy != name {
			t.Errorf("the status says %s, the loop %s", status.Strategy, name)
		}
	}
	if len(seen) != len(timestep.StrategyNames()) || r.loop.Strategy().Name != timestep.DefaultStrategy {
		t.Errorf("%d strategies seen, the last one %s", len(seen), r.loop.Strategy().Name)
	}
	first := r.loop.Strategy()
	r.key(key('L'), input.ModShift)
	r.key(key('L'), 0)
	if r.loop.Strategy() != first {
		t.Error("one back and one on ends elsewhere")
	}
}

// The card of a strategy appears with it and goes away with its key or with escape.
func TestStrategyCard(t *testing.T) {
	r := newRig(t, "pyramid36", func(c *engine.LoopConfig, _ *Options) { c.LimitMilli = 0 })
	defer r.close()
	r.app.show.Interface = true
	quads := func() int {
		before := r.device.Counts().Quads
		r.run(1)
		return r.device.Counts().Quads - before
	}
	r.run(3)
	plain := quads()
	for range timestep.StrategyNames() {
		r.key(key('L'), 0)
		info := r.loop.Strategy()
		letters := len(info.Good) + len(info.Failure) + len(info.Source)
		if more := quads() - plain; more < letters/2 {
			t.Errorf("%s: the card has %d quads for %d letters", info.Name, more, letters)
		}
	}
	r.key(key('L'), input.ModControl)
	if r.app.hud.Card() {
		t.Error("the key leaves the card open")
	}
	r.key(key('L'), input.ModControl)
	r.key(input.KeyEscape, 0)
	if r.app.hud.Card() {
		t.Error("escape leaves the card open")
	}
}

// The state after so many ticks is the same for every frame rate and for all strategies with equal steps,
// also when they change all the time.
func TestSameHashAtEveryFrameRate(t *testing.T) {
	const ticks = 200
	hash := func(rate int64, strategy string, yawRate int) uint64 {
		r := newRig(t, "pyramid36", func(c *engine.LoopConfig, _ *Options) { c.Strategy, c.LimitMilli = strategy, 0 })
		defer r.close()
		want := uint64(0)
		for frame := 1; want == 0; frame++ {
			r.clock.Advance(timestep.Second / rate)
			if yawRate > 0 && frame%yawRate == 0 {
				names := []string{"interpolate", "render-tick", "latest", "extrapolate-hold", "snap", "hysteresis",
					"extrapolate"}
				if err := r.app.setStrategy(names[frame/yawRate%len(names)]); err != nil {
					t.Fatal(err)
				}
			}
			// the tick in question may lie within a frame: the recorder sees each
			tick := r.loop.Status().Tick
			if tick+uint64(100/rate)+2 > ticks {
				// single steps from here on
				r.loop.Virtual().SetPaused(true)
				r.loop.Virtual().Step(int(ticks - tick))
			}
			if err := r.loop.Frame(); err != nil {
				t.Fatal(err)
			}
			if r.loop.Status().Tick == ticks {
				want = r.app.Session().World().Hash()
			}
			if r.loop.Status().Tick > ticks {
				t.Fatalf("%d Hz: tick %d", rate, r.loop.Status().Tick)
			}
		}
		return want
	}
	want := hash(60, timestep.DefaultStrategy, 0)
	for _, c := range []struct {
		rate     int64
		strategy string
		yawRate  int
	}{
		{30, "interpolate", 0}, {144, "interpolate", 0}, {240, "interpolate", 0}, {1000, "interpolate", 0},
		{144, "render-tick", 0}, {60, "extrapolate-hold", 0}, {30, "latest", 0}, {75, "snap", 0},
		{144, "hysteresis", 0}, {144, "interpolate", 7}, {60, "interpolate", 3},
	} {
		if got := hash(c.rate, c.strategy, c.yawRate); got != want {
			t.Errorf("%s at %d Hz, changed every %d frames: hash %016x, want %016x", c.strategy, c.rate, c.yawRate, got,
				want)
		}
	}
}

// Render tick draws what a step by the remainder gives: a falling body is ahead of the last tick by its
// speed times the remainder, and the world itself knows nothing of it.
func TestRenderTickIsAhead(t *testing.T) {
	r := newRig(t, "mixed_rain", func(c *engine.LoopConfig, _ *Options) { c.Strategy = "render-tick" })
	defer r.close()
	r.run(20)
	checked := 0
	for range 60 {
		r.run(1)
		show := r.loop.Status().Alpha
		for _, b := range r.dynamic() {
			now, ok := r.loop.Poses().World(int32(b.Index()), b.Generation())
			drawn, seen := r.loop.Poses().Render(int32(b.Index()), b.Generation())
			if !ok || !seen || len(b.Contacts(nil)) > 0 || len(b.In(r.app.preview.World()).Contacts(nil)) > 0 ||
				b.AngularVelocity() != (vec.Vec3{}) {
				continue
			}
			v, dt := b.LinearVelocity().Y, float32(show/100)
			want := now.P.Y + float32(v*dt)
			if vec.Abs(drawn.P.Y-want) > 9.81*dt*dt+1e-4 {
				t.Fatalf("drawn at %.5f, want %.5f: tick at %.5f, %.4f s ahead", drawn.P.Y, want, now.P.Y, dt)
			}
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d falling bodies checked", checked)
	}
	// another scene, and the copy follows
	r.key(input.KeyRightBracket, 0)
	r.run(20)
	if n := r.app.preview.World().BodyCount(); n != r.app.session.World().BodyCount() {
		t.Error("the copy is one of a world that is gone")
	}
}

// Render tick shows no body deeper in the ground than the ticks do; extrapolation does.
func TestRenderTickDoesNotOvershoot(t *testing.T) {
	deepest := func(strategy string) float32 {
		r := newRig(t, "box", func(c *engine.LoopConfig, _ *Options) { c.Strategy, c.LimitMilli = strategy, 0 })
		defer r.close()
		r.run(5)
		b := r.dynamic()[0]
		worst := float32(math.Inf(1))
		for i := range 6 {
			b.SetTransform(physics.Transform{P: vec.V3(0, 2+float32(0.013*float32(i)), 0), Q: vec.QuatIdentity})
			b.SetLinearVelocity(vec.V3(0, -12, 0))
			for range 60 {
				r.clock.Advance(timestep.Second / 144)
				if err := r.loop.Frame(); err != nil {
					t.Fatal(err)
				}
				drawn, _ := r.loop.Poses().Render(int32(b.Index()), b.Generation())
				worst = min(worst, drawn.P.Y-0.5)
			}
		}
		return worst
	}
	latest, tick, extra := deepest("latest"), deepest("render-tick"), deepest("extrapolate")
	t.Logf(
		"deepest picture of a box that hits the ground at 12 m/s: last tick %.1f mm, render tick %.1f mm, "+
			"extrapolated %.1f mm",
		1000*latest, 1000*tick, 1000*extra)
	if tick < latest-0.02 || extra > tick-0.05 {
		t.Error("not as expected")
	}
}

// Bodies in touch are drawn at the last tick, flying ones are extrapolated.
func TestExtrapolationHoldsWhatTouches(t *testing.T) {
	r := newRig(t, "mixed_rain", nil)
	defer r.close()
	r.run(60)
	if err := r.app.setStrategy(stage.HoldsContacts); err != nil {
		t.Fatal(err)
	}
	held, free := 0, 0
	for range 30 {
		r.run(1)
		if r.loop.Status().Alpha < 0.2 {
			continue
		}
		for _, b := range r.dynamic() {
			now, ok := r.loop.Poses().World(int32(b.Index()), b.Generation())
			drawn, seen := r.loop.Poses().Render(int32(b.Index()), b.Generation())
			if !ok || !seen || !b.Awake() {
				continue
			}
			switch touching := len(b.Contacts(nil)) > 0; {
			case touching && drawn != now:
				t.Fatal("a body in contact is drawn away from its last tick")
			case touching:
				held++
			case b.LinearVelocity().Len() > 1 && drawn == now:
				t.Fatal("a body in flight is held")
			default:
				free++
			}
		}
	}
	if held < 50 || free < 50 {
		t.Errorf("%d bodies held, %d free", held, free)
	}
}

// A copy of the world in every frame, and yet no allocation.
func TestRenderTickDoesNotAllocate(t *testing.T) {
	for _, strategy := range []string{"render-tick", stage.HoldsContacts} {
		r := newRig(t, "pyramid36", func(c *engine.LoopConfig, _ *Options) { c.Strategy, c.LimitMilli = strategy, 0 })
		r.app.show.Interface = true
		r.key(key('L'), input.ModControl)
		r.run(250)
		frame := func() {
			r.clock.Advance(timestep.Second / 144)
			if err := r.loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(120, frame); n != 0 {
			t.Errorf("%s: %v allocations per frame", strategy, n)
		}
		r.close()
	}
}

// The end of the program ends a stall on purpose, and those that wait behind it.
func TestStallEndsWithTheProgram(t *testing.T) {
	r := newRig(t, "box", nil)
	defer r.close()
	asked := time.Now().Add(50 * time.Millisecond)
	r.app.window = closingWindow{r.window, asked}
	begin := time.Now()
	for range 4 {
		r.app.standStill()
	}
	if took := time.Since(begin); took > stallTime || time.Now().Before(asked) {
		t.Errorf("it ends %v later", took)
	}
}

// closingWindow is a window that is to close from a time on.
type closingWindow struct {
	*apptest.Window
	from time.Time
}

func (w closingWindow) ShouldClose() bool { return time.Now().After(w.from) }

// A stall of two seconds seen by smoke and a boulder. Where nothing is clamped all two hundred ticks are run and
// the twenty puffs of that time are in the air, evenly; with the clamp most are missing, and those that are there are
// even.
func TestStallOfTwoSeconds(t *testing.T) {
	after := func(strategy string) (ticks uint64, puffs int) {
		r := newRig(t, "stall", func(c *engine.LoopConfig, _ *Options) { c.Strategy, c.LimitMilli = strategy, 0 })
		defer r.close()
		r.app.stall = func() { r.clock.Advance(int64(stallTime)) }
		r.run(60)
		before := r.loop.Status().Tick
		r.key(key('J'), 0)
		r.run(1)
		var heights []float32
		for _, b := range r.dynamic() {
			if b.Name() == "puff" {
				heights = append(heights, b.Position().Y)
			}
		}
		slices.Sort(heights)
		for i := 1; i < len(heights); i++ {
			if d := heights[i] - heights[i-1]; vec.Abs(d-0.1) > 0.001 {
				t.Errorf("%s: puffs %d and %d are %.4f m apart, want 0.1", strategy, i-1, i, d)
			}
		}
		return r.loop.Status().Tick - before, len(heights)
	}
	for _, c := range []struct {
		strategy string
		from, to uint64
	}{{"interpolate", 25, 30}, {"two-timers", 200, 206}, {"callback", 200, 206}} {
		ticks, puffs := after(c.strategy)
		t.Logf("%s: %d ticks for a stall of two seconds and two frames, %d puffs in the air", c.strategy, ticks, puffs)
		if ticks < c.from || ticks > c.to || puffs != int(99+ticks)/10+1 {
			t.Errorf("%s: want %d to %d ticks, %d puffs", c.strategy, c.from, c.to, (99+ticks)/10+1)
		}
	}
}

// Side by side the remedies for a lag can be seen: the panes of the scene that shows it begin with those that differ
// most.
func TestPanesOfALag(t *testing.T) {
	r := newLabRig(t, "stall")
	defer r.close()
	r.app.stall = func() { r.clock.Advance(int64(stallTime)) }
	if err := r.app.lab.Set(4); err != nil {
		t.Fatal(err)
	}
	r.run(60)
	r.key(key('J'), 0)
	r.run(30)
	puffs := map[string]int{}
	for i := range 4 {
		puffs[r.app.lab.StrategyOf(i)] = r.app.lab.Session(i).World().BodyCount()
	}
	t.Logf("bodies after a lag of two seconds: %v", puffs)
	if all := puffs["two-timers"]; all < puffs["interpolate"]+15 || puffs["interpolate"] < puffs["canonical"]+2 ||
		puffs["canonical"] < puffs["frame-locked"] {
		t.Errorf("%v", puffs)
	}
}
