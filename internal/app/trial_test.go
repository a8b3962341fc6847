package app

import (
	"math"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/apptest"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/trial"
	"tumble/internal/doctor"
	"tumble/internal/meter"
	"tumble/physics/vec"
)

// TestTrialInTheWindow compares copies of the session, colours the bodies by the distance from their twins and goes
// on with one of the copies, with the camera where it was.
func TestTrialInTheWindow(t *testing.T) {
	r := newRig(t, "incline", nil)
	r.key(key('Y'), input.ModShift)
	if !r.app.panels.Trial() {
		t.Fatal("the key does not open the trials")
	}
	if err := r.app.try(here("material.friction", "0.05", "0.3", "0.9")); err != nil {
		t.Fatal(err)
	}
	r.run(60)
	list := r.app.trial.Members()
	if len(list) != 3 || !list[0].Divergence.Found || list[0].Farthest < 0.05 {
		t.Fatalf("%d forks, %+v", len(list), list[0].Divergence)
	}
	if r.app.show.Color != stage.ColorDifference || len(r.app.twins) < r.app.session.World().BodyCapacity() {
		t.Errorf("colour by %v, %d distances", r.app.show.Color, len(r.app.twins))
	}
	for _, member := range list {
		if member.Session.Steps() != r.app.session.Steps() {
			t.Errorf("%s is at step %d, the session at %d", member.Name(), member.Session.Steps(),
				r.app.session.Steps())
		}
	}
	eye, kept := r.app.tools.Camera.State(), list[0].Session
	digest := kept.Digest()
	if err := r.app.keepMember(0); err != nil {
		t.Fatal(err)
	}
	if r.app.session != kept || r.app.session.Digest() != digest || r.app.trial.Open() ||
		r.app.tools.Camera.State() != eye {
		t.Error("the session is not the copy that was kept, or the camera moved")
	}
	r.run(20)
	if p, err := r.app.session.Registry.Lookup("material.friction"); err != nil || p.String() != "0.05" {
		t.Errorf("friction %v %v", p, err)
	}
	if r.app.show.Color != stage.ColorPaint {
		t.Error("the bodies do not have their own colours")
	}
	r.close()
}

// TestSymptomIsTried examines the last seconds of a pyramid that sinks, tries the remedy in a trial of the same
// stretch, where it wins, and keeps the symptom as a test. The world is where it was.
func TestSymptomIsTried(t *testing.T) {
	r := newRig(t, "pyramid210", func(_ *engine.LoopConfig, o *Options) { o.Output = t.TempDir() })
	defer r.close()
	e := input.Event{Time: r.clock.Now()}
	r.app.send(r.loop.World(), &e, session.SetCommand("substeps", 1))
	r.run(150)
	steps := r.app.session.Steps()
	r.app.examinePast()
	r.runUntil("the past is examined", func() bool { return r.app.past.quest == nil })
	if text := r.app.panels.Message(); !strings.Contains(text, "sink") {
		t.Errorf("the window says %q", text)
	}
	digest := r.app.session.Digest()
	course, err := doctor.Watch(r.app.session.World(), r.app.session.Run.Scene, 100)
	if err != nil || r.app.session.Steps() != steps {
		t.Fatalf("at step %d, was at %d; %v", r.app.session.Steps(), steps, err)
	}
	course.End(r.app.session.World())
	from, to := r.app.past.region.from, r.app.past.region.to
	if n := to - from; n < 140 || n > 210 {
		t.Errorf("%d steps were examined", n)
	}
	goal, err := meter.ParseGoal("penetration.max mean smaller")
	if err != nil {
		t.Fatal(err)
	}
	sinks := &doctor.Symptom{Goal: goal, Limit: .005, Key: "substeps", Value: "2"}
	if err := r.app.tryRemedy(sinks); err != nil {
		t.Fatal(err)
	}
	r.runUntil("the trial is there", func() bool { return r.app.past.quest == nil && r.app.trial.Open() })
	rows := r.app.trial.Table(nil)
	if rows[0].Best != 1 || rows[0].Goal != goal || rows[0].Values[0] < .005 || rows[0].Values[1] > .005 {
		t.Errorf("%+v", rows[0])
	}
	if r.app.session.Steps() != steps || r.app.session.Digest() != digest {
		t.Error("the world is elsewhere than it was")
	}
	if err := r.app.testSymptom(sinks); err != nil || r.app.watch.Condition().String() != sinks.Broken() {
		t.Errorf("%v, %v", err, r.app.watch.Condition())
	}
}

// TestTrialFromAFile saves a trial to the folder for files, where another window finds it: repeated there, it has the
// same numbers after as many steps, and time stops.
func TestTrialFromAFile(t *testing.T) {
	folder := t.TempDir()
	output := func(_ *engine.LoopConfig, o *Options) { o.Output = folder }
	r := newRig(t, "incline", output)
	if err := r.app.session.Take("gravity.y", "-5"); err != nil {
		t.Fatal(err)
	}
	if err := r.app.try(here("material.friction", "0.05", "0.3")); err != nil {
		t.Fatal(err)
	}
	r.run(40)
	r.app.endTrial()
	if err := r.app.saveTrial(0); err != nil {
		t.Fatal(err)
	}
	want := r.app.trial.Records()[0]
	r.close()

	r = newRig(t, "box", output)
	defer r.close()
	list, err := r.app.keptTrials()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	r.app.repeatTrial(&list[0])
	r.runUntil("the trial is over", func() bool { return r.app.trial.Over() })
	r.run(20)
	rows := r.app.trial.Table(nil)
	if !r.app.trial.Over() || !r.app.loop.Status().Paused || len(rows) != len(want.Rows) {
		t.Fatalf("over %v, %d rows", r.app.trial.Over(), len(rows))
	}
	for i := range rows {
		a, b := rows[i].Values, want.Rows[i].Values
		if rows[i].Goal.Want != "any" && a != b {
			t.Errorf("%s: %v, want %v", rows[i].Goal, a, b)
		}
	}
}

// An undo in the session is one in the copies, too, or they end: where the edit is one that they do not have,
// and where the session jumps back in time.
func TestTrialAndUndo(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []input.Event // the members begin
		after  []input.Event
		paused bool
		open   bool
	}{
		{name: "an edit of all", after: []input.Event{push, shot}, open: true},
		{name: "the parameter of the members", after: []input.Event{shot, rough}},
		{name: "an edit between two of the parameter", after: []input.Event{rough, shot}, open: true},
		{name: "one shot of the session, two in one of the members", after: []input.Event{shot, rough, shot}},
		{name: "an edit before", before: []input.Event{shot}},
		{name: "an edit before while time stands still", before: []input.Event{shot}, paused: true},
		{name: "nothing", open: true},
	} {
		r := newRig(t, "incline", nil)
		give := func(list []input.Event) {
			for _, e := range list {
				r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, e)
				r.run(3)
			}
		}
		give(c.before)
		if err := r.app.try(here("material.friction", "0.05", "0.3")); err != nil {
			t.Fatal(err)
		}
		give(c.after)
		r.run(40)
		if c.paused {
			r.loop.Virtual().SetPaused(true)
			r.run(2)
		}
		bodies := r.app.session.World().BodyCount()
		r.key(key('Z'), input.ModControl)
		r.run(3)
		if open := r.app.trial.Open(); open != c.open {
			t.Errorf("%s: the members go on: %v, want %v", c.name, open, c.open)
		}
		for _, member := range r.app.trial.Members() {
			if got, want := member.Session.World().BodyCount(), r.app.session.World().BodyCount(); got != want ||
				member.Session.Steps() != r.app.session.Steps() {
				t.Errorf("%s: %s has %d bodies, the session %d", c.name, member.Name(), got, want)
			}
		}
		if got := r.app.session.World().BodyCount(); c.open && len(c.after) > 0 && got != bodies-1 {
			t.Errorf("%s: %d bodies after undo, %d before", c.name, got, bodies)
		}
		r.close()
	}
}

// here is a plan with a member for each value of a parameter, from the present moment on.
func here(key string, values ...string) *trial.Plan {
	p := &trial.Plan{From: trial.FromHere, Goals: trial.UsualGoals()}
	for _, v := range values {
		p.Members = append(p.Members, trial.Values{List: []trial.Value{{Key: key, Text: v}}})
	}
	return p
}

var (
	push  = session.ExplodeCommand(vec.V3(0, 0, 0), 20, 0.5)
	shot  = session.ShootCommand(vec.V3(0, 3, 8), vec.V3(0, 0, -15), 0.3)
	rough = session.SetCommand("material.friction", 0.77)
)

// TestTrialFromTheStart: after a beginning with other values the members of a trial have the states of sessions that
// had their values from the first step on, also through input, a restart and a parameter of the next start; the
// session is where it was, and the number of a session that mixed its values is never the best.
func TestTrialFromTheStart(t *testing.T) {
	for _, c := range []struct {
		scene, bad, key string
		values          []string
		restart         bool
	}{
		{"stack10", "1", "substeps", []string{"1", "2", "8"}, false},
		{"stack10", "1", "substeps", []string{"4"}, true},
		{"skid_pad", "1.4", "scene.track", []string{"1.5", "2"}, false},
		{"skid_pad", "1.4", "scene.track", []string{"1.8"}, true},
		{"driving", "20000", "scene.anti_roll", []string{"1000", "20000"}, false},
	} {
		r := newRig(t, c.scene, nil)
		now := func(e input.Event) { r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, e) }
		r.run(20)
		if c.restart {
			now(session.RestartCommand())
			r.run(2)
		}
		now(shot)
		r.run(30)
		p, err := r.app.session.Registry.Lookup(c.key)
		if err != nil {
			t.Fatal(err)
		}
		bad, _ := p.Parse(c.bad)
		now(session.SetCommand(c.key, bad))
		r.run(30)
		h := r.app.past.history
		start, _ := h.Start()
		begun := start
		for h.Kinds(begun+1)&history.KindEdit == 0 {
			begun++
		}
		digest, step := r.app.session.Digest(), r.app.session.Steps()
		plan := here(c.key, c.values...)
		plan.From = trial.FromStart
		if err := r.app.try(plan); err != nil {
			t.Fatal(err)
		}
		r.runUntil("the members have come to the present", func() bool { return r.app.past.quest == nil })
		if got := r.app.session.Digest(); got != digest || r.app.session.Steps() != step {
			t.Errorf("%s: the session is at step %d, %016x, was at %d, %016x", c.scene, r.app.session.Steps(), got,
				step, digest)
		}
		if !r.app.trial.Open() || r.app.trial.First() != 0 {
			t.Fatalf("%s: the trial is open: %v, from step %d", c.scene, r.app.trial.Open(), r.app.trial.First())
		}
		for _, m := range r.app.trial.Members() {
			want := freshly(t, c.scene, m.Values.List[0], uint64(begun-start), step)
			if got := m.Session.Digest(); got != want || m.Session.Steps() != step {
				t.Errorf("%s %s after %d steps: %016x, a session with it from the start has %016x", c.scene, m.Name(),
					m.Session.Steps(), got, want)
			}
		}
		if !r.app.trial.Mixed() {
			t.Errorf("%s: the session changed %s, which the trial does not say", c.scene, c.key)
		}
		for _, row := range r.app.trial.Table(nil) {
			if row.Best == 0 {
				t.Errorf("%s: the session is the best of %v", row.Goal, row.Values)
			}
		}
		r.close()
	}
}

// freshly is the digest of a session of its own with a value, after the steps and the shot of TestTrialFromTheStart.
func freshly(t *testing.T, scene string, v trial.Value, begun, steps uint64) uint64 {
	s := apptest.Session(t, scene)
	if err := s.Take(v.Key, v.Text); err != nil {
		t.Fatal(err)
	}
	for n := range steps {
		var events []input.Event
		if n == begun {
			events = []input.Event{shot}
		}
		if err := s.TickBy(events, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	return s.Digest()
}

// TestStepsOfTheScene: a step chosen in a plot is one of the scene that is looked at, also after a restart and on the
// way back before that; steps that were not simulated are none.
func TestStepsOfTheScene(t *testing.T) {
	r := newRig(t, "box", nil)
	r.run(30)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.RestartCommand())
	r.run(20)
	h := r.app.past.history
	start, builds := h.Start()
	if !builds || start == 0 {
		t.Fatalf("the scene starts after tick %d, built: %v", start, builds)
	}
	for _, at := range []int{h.At(), start + 3, start, start / 2, 1} {
		if err := h.GoTo(at); err != nil {
			t.Fatal(err)
		}
		step, seconds := h.Scene(at)
		if step != int(r.app.session.Steps()) || math.Abs(seconds-r.app.session.Time()) > 1e-6 {
			t.Errorf("tick %d: step %d, %g s; the session says %d, %g s", at, step, seconds, r.app.session.Steps(),
				r.app.session.Time())
		}
		for _, want := range []int{step, 1, 5} {
			tick, ok := h.OfScene(want)
			if got, _ := h.Scene(tick); !ok || got != want || (tick > start) != (at > start) {
				t.Errorf("from tick %d step %d is tick %d, %v", at, want, tick, ok)
			}
		}
		if tick, ok := h.OfScene(1000); ok {
			t.Errorf("step 1000 is tick %d", tick)
		}
	}
	r.close()
}
