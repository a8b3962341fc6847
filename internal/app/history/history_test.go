package history

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

func newHistory(t testing.TB, s *session.Session, budget int) *History {
	t.Helper()
	// a clock that says that a tick takes two milliseconds and a state nothing
	now := int64(0)
	h, err := New(s, Options{Budget: budget, Clock: func() int64 { now += 1e6; return now }})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// tickOn does a tick and notes it.
func tickOn(t testing.TB, h *History, events ...input.Event) {
	t.Helper()
	hertz := h.session.Config.Loop.Hertz
	dt := 1 / float32(hertz)
	if err := h.Begin(hertz, dt, events); err != nil {
		t.Fatal(err)
	}
	if err := h.session.TickBy(events, dt); err != nil {
		t.Fatal(err)
	}
	if err := h.End(); err != nil {
		t.Fatal(err)
	}
}

func goTo(t testing.TB, h *History, n int) {
	t.Helper()
	if err := h.GoTo(n); err != nil {
		t.Fatal(err)
	}
	if h.At() != n {
		t.Fatalf("at %d, not at %d", h.At(), n)
	}
}

// Every scene can be gone back in: rigs, characters and what scenes make in their steps included.
func TestEveryScene(t *testing.T) {
	const ticks, back = 36, 11
	soak := os.Getenv("TUMBLE_SOAK") == "1"
	for _, scene := range scenes.All() {
		s := apptest.Session(t, scene.Name)
		if s.World().BodyCount() > 120 && !soak {
			s.World().Close()
			continue
		}
		h := newHistory(t, s, 0)
		for range ticks {
			var events []input.Event
			if n := h.At(); len(scene.Controls) > 0 && n%10 == 3 {
				events = append(events, session.ControlCommand(0, float64(n%3-1)))
			}
			tickOn(t, h, events...)
		}
		want := s.World().Hash()
		if err := h.GoTo(back); err != nil {
			t.Errorf("%s: %v", scene.Name, err)
		} else if err := h.GoTo(ticks); err != nil {
			t.Errorf("%s: %v", scene.Name, err)
		} else if s.World().Hash() != want {
			t.Errorf("%s: another hash", scene.Name)
		}
		s.World().Close()
	}
}

// randomCommand is something that a user does.
func randomCommand(r *rand.Rand, s *session.Session) input.Event {
	at := vec.V3(r.Float32()*4-2, r.Float32()*3, r.Float32()*4-2)
	down := vec.V3(0, -20, 0)
	switch r.IntN(14) {
	case 0:
		return session.ShootCommand(vec.V3(0, 2, 8), vec.V3(r.Float32()-0.5, 0, -20), 0.2)
	case 1:
		return session.ExplodeCommand(at, 3, 4)
	case 2:
		return session.GrabCommand(vec.V3(at.X/4, 10, at.Z/4), down)
	case 3:
		return session.DragCommand(at)
	case 4:
		return session.ReleaseCommand()
	case 5:
		return session.SpawnCommand(0, at, 0.3)
	case 6:
		return session.SetCommand("gravity.y", float64(-r.IntN(12)))
	case 7:
		return session.SetCommand("material.friction", r.Float64())
	case 8:
		return session.RestartCommand()
	case 9:
		return session.SpawnerCommand(0, at, float32(r.IntN(2))*0.2)
	case 10:
		return session.DeleteCommand(vec.V3(at.X/4, 10, at.Z/4), down)
	case 11:
		return session.UndoCommand(r.IntN(2) == 0)
	case 12:
		return session.RedoCommand(r.IntN(2) == 0)
	default:
		bodies := s.World().Bodies(nil)
		return session.EditCommand(bodies[r.IntN(len(bodies))], session.PropertyGravityScale, r.Float64())
	}
}

// loopOver repeats some ticks after the present one while parameters change, and leaves the session as it was. It
// returns the input of a pass to be kept, or nil.
func loopOver(t *testing.T, h *History, r *rand.Rand) *Script {
	t.Helper()
	at := h.At()
	l, err := h.Repeat(h.TickAt(h.Depth(at) + 1 + r.IntN(15)))
	if errors.Is(err, ErrShortLoop) || errors.Is(err, ErrUndoLoop) {
		return nil
	}
	for range r.IntN(60) {
		if err != nil {
			break
		}
		if r.IntN(8) == 0 {
			l.Set(session.SetCommand("material.friction", r.Float64()))
		}
		err = l.Tick()
	}
	var script *Script
	if len(l.Passes) > 0 && r.IntN(2) == 0 {
		script = l.Script(r.IntN(len(l.Passes)))
	}
	if err = errors.Join(err, l.End()); err != nil {
		t.Fatal(err)
	}
	if h.At() != at || h.session.Digest() != h.Digest(at) {
		t.Fatalf("at %d after a loop from %d", h.At(), at)
	}
	return script
}

// straight carries out the path to a tick in a new session and returns the hash after it.
func straight(t *testing.T, h *History, forgot map[int]bool, scene string, n int) uint64 {
	t.Helper()
	var path []int
	for ; n > 0; n = h.Before(n) {
		path = append(path, n)
	}
	slices.Reverse(path)
	s := apptest.Session(t, scene)
	for _, n := range path {
		if forgot[n] {
			s.ForgetEdits()
		}
		s.SetRate(int(h.ticks[n].hertz))
		if err := s.TickBy(h.input(n), h.ticks[n].dt); err != nil {
			t.Fatal(err)
		}
	}
	return s.World().Hash()
}

// After any series of operations the state is that of a straight run with the same input.
func TestRandomOperations(t *testing.T) {
	names := []string{"card_house", "driving", "stack10", "character_course", "ragdoll_pile"}
	rounds, operations := len(names), 200
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 100
	}
	for round := range rounds {
		name := names[round%len(names)]
		if _, ok := scenes.Find(name); !ok {
			name = "stack10"
		}
		r := rand.New(rand.NewPCG(uint64(round), 25))
		s := apptest.Session(t, name)
		// a small budget, so that keyframes are thinned out
		h := newHistory(t, s, 3<<20)
		forgot, jumps := map[int]bool{}, uint64(0)
		for range operations {
			switch r.IntN(7) {
			case 6: // loop, and perhaps keep a pass
				if script := loopOver(t, h, r); script != nil {
					forgot[h.Head()+1] = true
					s.ForgetEdits()
					s.SetRate(script.Hertz())
					for events, ok := script.Next(); ok; events, ok = script.Next() {
						tickOn(t, h, events...)
					}
					jumps = s.Jumps()
				}
			case 0: // scrub
				if n := r.IntN(h.Head() + 1); !h.Branches()[h.tree.of(n).branch].Gone {
					goTo(t, h, n)
				}
			case 1: // step back
				goTo(t, h, h.Before(h.At()))
			case 2: // switch
				h.Choose(r.IntN(len(h.Branches())))
				if err := h.Work(nil); err != nil {
					t.Fatal(err)
				}
			case 3: // delete
				if h.Delete(r.IntN(len(h.Branches()))) && h.Branches()[h.Present()].Gone {
					t.Fatal("the present branch is gone")
				}
			case 4: // another rate, and go on
				s.SetRate(60 + 10*r.IntN(5))
				fallthrough
			default:
				if jumps != s.Jumps() {
					// as the window does it: what was done elsewhere cannot be undone
					forgot[h.Head()+1] = true
					if len(h.Held()) == 0 {
						s.ForgetEdits()
					}
				}
				for range 1 + r.IntN(12) {
					if r.IntN(4) == 0 {
						edit := []input.Event{randomCommand(r, s)}
						h.Edit(edit)
						s.Apply(edit)
					}
					var events []input.Event
					for r.IntN(3) == 0 {
						events = append(events, randomCommand(r, s))
					}
					tickOn(t, h, events...)
				}
				jumps = s.Jumps()
			}
		}
		for range 3 {
			n := h.TickAt(r.IntN(h.Ticks()))
			goTo(t, h, n)
			if got, want := s.World().Hash(), straight(t, h, forgot, name, n); got != want {
				t.Errorf("%s, round %d: hash %016x after tick %d, that of a straight run is %016x", name, round, got, n,
					want)
			}
		}
		if free := slices.ContainsFunc(h.keys.list, func(f keyframe) bool { return f.weight != weightRoot }); free &&
			h.Bytes() > h.Budget()+1<<20 {
			t.Errorf("%s: %d bytes with %d keyframes, the budget is %d", name, h.Bytes(), len(h.Keyframes(nil)),
				h.Budget())
		}
		s.World().Close()
	}
}

// Going on from the past begins a branch; the other future stays.
func TestBranches(t *testing.T) {
	s := apptest.Session(t, "stack10")
	h := newHistory(t, s, 0)
	for range 50 {
		tickOn(t, h)
	}
	first := s.World().Hash()
	goTo(t, h, 20)
	if !h.Past() {
		t.Error("tick 20 of 50 is not in the past")
	}
	tickOn(t, h, session.SetCommand("gravity.y", 3))
	for range 9 {
		tickOn(t, h)
	}
	if list := h.Branches(); len(list) != 2 || list[1].From != 20 || list[1].Tip != 60 || h.Present() != 1 ||
		h.Ticks() != 30 {
		t.Fatalf("%+v, present %d, %d ticks", list, h.Present(), h.Ticks())
	}
	if got := h.TickAt(25); got != 55 || h.Depth(55) != 25 || h.TickAt(20) != 20 || h.TickAt(99) != 60 {
		t.Errorf("tick 25 of the branch is %d, its depth %d", got, h.Depth(55))
	}
	if got := s.Config.Settings.Gravity.Y; got != 3 {
		t.Errorf("gravity %g on the branch", got)
	}
	h.Choose(0)
	if err := h.Work(nil); err != nil {
		t.Fatal(err)
	}
	if h.At() != 30 || s.Config.Settings.Gravity.Y > 0 {
		t.Errorf("at %d with gravity %g on the first branch", h.At(), s.Config.Settings.Gravity.Y)
	}
	goTo(t, h, 50)
	if s.World().Hash() != first || h.Past() {
		t.Error("the first future is another")
	}
	tickOn(t, h)
	if list := h.Branches(); len(list) != 2 || list[0].Tip != 61 || h.Depth(61) != 51 {
		t.Errorf("going on from a tip: %+v", list)
	}
	if !h.Delete(1) || h.Delete(1) || h.Delete(0) {
		t.Error("branch 1 can be deleted once, the present one never")
	}
}

// A trace has the poses of the other branch, tick by tick, and leaves the session where it was.
func TestTrace(t *testing.T) {
	s := apptest.Session(t, "card_house")
	h := newHistory(t, s, 0)
	for range 60 {
		tickOn(t, h)
	}
	goTo(t, h, 20)
	tickOn(t, h, session.SetCommand("gravity.y", 2))
	for range 30 {
		tickOn(t, h)
	}
	from := h.At()
	trace := h.Trace(0)
	for done := false; !done; {
		var err error
		if done, err = trace.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Work(nil); err != nil || h.At() != from || h.Present() != 1 {
		t.Fatalf("at %d of branch %d after the trace: %v", h.At(), h.Present(), err)
	}
	if trace.At(20) != nil || trace.At(61) != nil || trace.At(21) == nil || trace.At(60) == nil {
		t.Error("the trace is not that of the ticks after the branches parted")
	}
	goTo(t, h, 45)
	for _, p := range trace.At(45) {
		if b, ok := trace.Twin(trace.Of(&p), s.World()); !ok || b.Transform() != p.Pose {
			t.Errorf("body %d at %v, traced %v", b.Index(), b.Transform(), p.Pose)
		}
	}
	if len(trace.At(45)) != 15 {
		t.Errorf("%d bodies", len(trace.At(45)))
	}
}

// A trace has the bodies that are on the other branch alone: those made on it, also where the present branch has
// another one under the same handle, and those that were deleted on the present one.
func TestTraceOfOtherBodies(t *testing.T) {
	s := apptest.Session(t, "box")
	h := newHistory(t, s, 0)
	for range 10 {
		tickOn(t, h)
	}
	spawn := func(kind session.SpawnKind) { tickOn(t, h, session.SpawnCommand(kind, vec.V3(3, 6, 0), 0.5)) }
	spawn(session.SpawnSphere)
	for range 20 {
		tickOn(t, h)
	}
	goTo(t, h, 10)
	spawn(session.SpawnDumbbell)
	bodies := s.World().Bodies(nil)
	tickOn(t, h, session.DeleteCommand(vec.V3(0, 10, 0), vec.V3(0, -20, 0)))
	if len(s.World().Bodies(nil)) != len(bodies)-1 {
		t.Fatal("nothing was deleted")
	}
	trace := h.Trace(0)
	for done := false; !done; {
		var err error
		if done, err = trace.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Work(nil); err != nil {
		t.Fatal(err)
	}
	list := trace.At(12)
	if len(list) != 2 {
		t.Fatalf("%d bodies on the other branch, 2 are there", len(list))
	}
	for i := range list {
		x := trace.Of(&list[i])
		if b, ok := trace.Twin(x, s.World()); ok {
			t.Errorf("%s of the present branch is taken for a body of the other one", b.Name())
		}
		if len(x.Shapes) != 1 {
			t.Errorf("a body of the other branch has %d shapes", len(x.Shapes))
		}
	}
	if _, ok := trace.Of(&list[1]).Shapes[0].Geometry.(physics.Sphere); !ok {
		t.Errorf("the ball of the other branch is a %T", trace.Of(&list[1]).Shapes[0].Geometry)
	}
	// on the branch itself all are the bodies that are there, on a third one those of the beginning
	h.Choose(0)
	goTo(t, h, 12)
	twins := func(depth int) (n int) {
		list := trace.At(depth)
		for i := range list {
			if b, ok := trace.Twin(trace.Of(&list[i]), s.World()); ok && b.Transform() == list[i].Pose {
				n++
			}
		}
		return n
	}
	if n := twins(12); n != 2 {
		t.Errorf("%d of 2 bodies are there on their own branch", n)
	}
	goTo(t, h, 5)
	spawn(session.SpawnDumbbell)
	for range 6 {
		tickOn(t, h)
	}
	if n := twins(12); n != 1 {
		t.Errorf("%d bodies of another branch are there on one that left before, 1 is", n)
	}
}

// An hour of a session, with a ball every ten seconds, stays within its memory, and its minutes can all be gone to.
func TestHourStaysInItsMemory(t *testing.T) {
	minutes := 2
	if os.Getenv("TUMBLE_SOAK") == "1" {
		minutes = 60
	}
	s := apptest.Session(t, "stack10")
	// as much as the input of an hour and some states take
	h := newHistory(t, s, 24<<20)
	hertz := s.Config.Loop.Hertz
	largest, before := 0, heap()
	for n := range minutes * 60 * hertz {
		switch n % (10 * hertz) {
		case 0:
			tickOn(t, h, session.ShootCommand(vec.V3(0, 2, 8), vec.V3(0, 0, -20), 0.2))
		case 9 * hertz:
			tickOn(t, h, session.RestartCommand())
		default:
			tickOn(t, h)
		}
		largest = max(largest, h.Bytes())
	}
	t.Logf("%d minutes: at most %.1f of %d MB, %d states; the heap grew by %.1f MB",
		minutes, float64(largest)/(1<<20), h.Budget()>>20, len(h.Keyframes(nil)), float64(heap()-before)/(1<<20))
	if largest > h.Budget()+1<<20 {
		t.Errorf("%d bytes, the budget is %d", largest, h.Budget())
	}
	// what can be undone has a budget of its own
	if grown := heap() - before; grown > int64(h.Budget())+40<<20 {
		t.Errorf("the heap grew by %d bytes, the budget is %d", grown, h.Budget())
	}
	for m := range 6 {
		goTo(t, h, 1+m*(h.Head()-1)/5)
	}
}

// heap is the memory that is in use (bytes).
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkSeek goes to random ticks of the last minute of 500 bodies that never rest.
func BenchmarkSeek(b *testing.B) {
	s := apptest.Session(b, "tumbler")
	begin := time.Now()
	h, err := New(s, Options{Clock: func() int64 { return int64(time.Since(begin)) }})
	if err != nil {
		b.Fatal(err)
	}
	from := time.Now()
	const ticks = 6000
	for i := range ticks {
		if i < 100 {
			tickOn(b, h, session.SpawnCommand(0, vec.V3(float32(i%5)*0.4-1, 5, 0), 0.3))
		} else {
			tickOn(b, h)
		}
	}
	step := time.Since(from) / ticks
	r := rand.New(rand.NewPCG(1, 2))
	var times, works []time.Duration
	for b.Loop() {
		n := h.Head() - r.IntN(ticks)
		from, work := time.Now(), processorTime()
		goTo(b, h, n)
		times, works = append(times, time.Since(from)), append(works, processorTime()-work)
	}
	b.ReportMetric(float64(s.World().BodyCount()), "bodies")
	b.ReportMetric(float64(step.Microseconds())/1e3, "ms/step")
	b.ReportMetric(float64(len(h.Keyframes(nil))), "keyframes")
	b.ReportMetric(float64(h.Bytes())/(1<<20), "MB")
	report := func(list []time.Duration, name string) {
		slices.Sort(list)
		b.ReportMetric(float64(list[len(list)/2].Microseconds())/1e3, "median-"+name+"ms")
		b.ReportMetric(float64(list[len(list)-1].Microseconds())/1e3, "worst-"+name+"ms")
	}
	report(times, "")
	report(works, "processor-")
}

// Where memory is short the states that stay lie evenly, by the work of the ticks between them.
func TestKeyframesLieEvenly(t *testing.T) {
	s := apptest.Session(t, "tumbler")
	h := newHistory(t, s, 5<<20)
	for i := range 900 {
		var events []input.Event
		if i%10 == 0 && i < 300 {
			events = append(events, session.SpawnCommand(0, vec.V3(0, 5, 0), 0.3))
		}
		tickOn(t, h, events...)
	}
	if packed := slices.ContainsFunc(h.keys.list, func(f keyframe) bool { return f.packed }); !packed ||
		h.Bytes() > h.Budget()+1<<20 {
		t.Errorf("%d bytes of %d, packed %v", h.Bytes(), h.Budget(), packed)
	}
	largest, last := uint32(0), uint32(0)
	for i := range h.keys.list {
		at := h.ticks[h.keys.list[i].tick].load
		largest, last = max(largest, at-last), at
	}
	if mean := last / uint32(len(h.keys.list)); largest > 4*mean {
		t.Errorf("the largest load between %d states is %d, the mean %d", len(h.keys.list), largest, mean)
	}
}

// Parked edits whose state cannot be given back did not happen: the next tick does not begin with them, and they stay
// parked.
func TestParkedStateIsRefused(t *testing.T) {
	s := apptest.Session(t, "box")
	defer s.World().Close()
	h := newHistory(t, s, 0)
	tickOn(t, h, session.SpawnCommand(session.SpawnBox, vec.V3(0, 5, 0), 0.5))
	tickOn(t, h)
	undo := []input.Event{session.UndoCommand(false)}
	h.Edit(undo)
	s.Apply(undo)
	at := h.At()
	h.Park()
	p := h.parked[at]
	// the moment of no session
	p.state = &session.Moment{}
	h.parked[at] = p
	goTo(t, h, 1)
	if err := h.GoTo(at); err == nil {
		t.Fatal("a state of another session was given")
	}
	if _, kept := h.parked[at]; !kept || len(h.Held()) > 0 {
		t.Errorf("after the refusal parked %v, held %d events", kept, len(h.Held()))
	}
}

// An undo or redo while time stood still is there again when the session comes back to that tick.
func TestUndoIsParked(t *testing.T) {
	s := apptest.Session(t, "box")
	defer s.World().Close()
	h := newHistory(t, s, 0)
	for range 10 {
		tickOn(t, h)
	}
	edit := func(events ...input.Event) {
		h.Edit(events)
		s.Apply(events)
	}
	back := func(what string) {
		t.Helper()
		want, at := s.World().Hash(), h.At()
		free := h.Bytes()
		h.Park()
		if h.Bytes() < free+h.parked[at].state.Bytes() {
			t.Errorf("%s: the parked state is not counted", what)
		}
		goTo(t, h, 3)
		goTo(t, h, at)
		if h.parkedBytes != 0 {
			t.Errorf("%s: %d bytes are parked after the way back", what, h.parkedBytes)
		}
		if s.World().Hash() != want {
			t.Errorf("%s: another state after the way back and forth", what)
		}
	}
	tickOn(t, h, session.SpawnCommand(session.SpawnBox, vec.V3(0, 5, 0), 0.5))
	for range 5 {
		tickOn(t, h)
	}
	with := s.World().BodyCount()
	edit(session.UndoCommand(false))
	if s.World().BodyCount() != with-1 {
		t.Fatal("the box was not undone")
	}
	back("undo")
	tickOn(t, h)
	if s.World().BodyCount() != with-1 {
		t.Error("the undone box is back")
	}
	edit(session.SpawnCommand(session.SpawnBox, vec.V3(0, 5, 0), 0.5))
	edit(session.UndoCommand(true))
	edit(session.RedoCommand(true))
	back("redo")
	// the tick goes on from there, and is gone through again
	tickOn(t, h)
	want := h.Digest(h.At())
	at := h.At()
	goTo(t, h, 2)
	goTo(t, h, at)
	if s.Digest() != want {
		t.Error("the tick after what was done again leads elsewhere")
	}
}

// A history that begins while the scene is under way counts the steps and the time from the beginning of the scene.
func TestHistoryBeginsLater(t *testing.T) {
	s := apptest.Session(t, "box")
	for range 7 {
		if err := s.Tick(nil); err != nil {
			t.Fatal(err)
		}
	}
	began := s.Time()
	h := newHistory(t, s, 0)
	for range 5 {
		tickOn(t, h)
	}
	if h.Step(0) != 7 || h.Step(h.Tip()) != 12 || h.AtStep(9) != 2 || h.AtStep(1) != 0 || h.Depth(h.Tip()) != 5 {
		t.Errorf("steps %d to %d, step 9 is tick %d", h.Step(0), h.Step(h.Tip()), h.AtStep(9))
	}
	if h.Time(0) != began || h.TickBy(h.Time(3)) != 3 || h.TickBy(0) != 0 {
		t.Errorf("the first tick is at %g s, the session began at %g", h.Time(0), began)
	}
	goTo(t, h, h.AtStep(9))
	if s.Steps() != 9 {
		t.Errorf("the session stands at step %d, want 9", s.Steps())
	}
}
