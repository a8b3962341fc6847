package trial

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

// plan has a member for each value of a parameter, and the usual rows.
func plan(key string, values ...string) *Plan {
	p := &Plan{From: FromHere, Goals: UsualGoals()}
	for _, v := range values {
		p.Members = append(p.Members, Values{List: []Value{{key, v}}})
	}
	return p
}

func step(t testing.TB, f *Trial, s *session.Session, events []input.Event) {
	t.Helper()
	f.Start(events, 0.01)
	if err := s.TickBy(events, 0.01); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
}

// motion is the motion of a body, by value.
type motion struct {
	is   bool
	pose physics.Transform
	v, w vec.Vec3
}

// history runs a session of its own and writes down every body after every step.
func history(t *testing.T, scene, key, value string, before, steps int, shot input.Event, at int) (list [][]motion) {
	s := apptest.Session(t, scene)
	for range before {
		if err := s.TickBy(nil, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	if key != "" {
		if err := s.Take(key, value); err != nil {
			t.Fatal(err)
		}
	}
	for i := range steps {
		var events []input.Event
		if i == at {
			events = []input.Event{shot}
		}
		if err := s.TickBy(events, 0.01); err != nil {
			t.Fatal(err)
		}
		var now []motion
		for slot := range s.World().BodyCapacity() {
			m := motion{}
			if b, ok := s.World().BodyAt(slot); ok {
				m = motion{true, b.Transform(), b.LinearVelocity(), b.AngularVelocity()}
			}
			now = append(now, m)
		}
		list = append(list, now)
	}
	return list
}

// TestDivergenceIsTheFirst compares the finding of a trial with the histories of two sessions that ran by
// themselves: 10 random pairs, 100 with TUMBLE_SOAK.
func TestDivergenceIsTheFirst(t *testing.T) {
	pairs := 10
	if os.Getenv("TUMBLE_SOAK") == "1" {
		pairs = 100
	}
	dice := rand.New(rand.NewPCG(1, 2))
	found := 0
	for pair := range pairs {
		scene := []string{"stack10", "pyramid36", "card_house", "incline", "newtons_cradle", "bowling"}[dice.IntN(6)]
		change := [][2]string{
			{"material.friction", "0.3"}, {"substeps", "5"}, {"restitution.speed", "0.2"}, {"gravity.y", "-9.8"},
			{"contact.hertz", "45"}, {"joint.hertz", "59"}, {"hit.speed", "2"}, {"pushout.speed", "2.5"},
		}[dice.IntN(8)]
		before, steps, at := dice.IntN(30), 20+dice.IntN(40), dice.IntN(20)
		shot := session.ShootCommand(vec.V3(0, 2, 8), vec.V3(0, 0, -20), 0.3)

		main := apptest.Session(t, scene)
		for range before {
			if err := main.TickBy(nil, 0.01); err != nil {
				t.Fatal(err)
			}
		}
		f := &Trial{}
		if err := f.Begin(main, plan(change[0], change[1]), false, nil); err != nil {
			t.Fatal(err)
		}
		for i := range steps {
			var events []input.Event
			if i == at {
				events = []input.Event{shot}
			}
			step(t, f, main, events)
		}
		got := f.Members()[0].Divergence
		f.End()

		a := history(t, scene, "", "", before, steps, shot, at)
		b := history(t, scene, change[0], change[1], before, steps, shot, at)
		want := Divergence{}
		for i := range a {
			for slot := range max(len(a[i]), len(b[i])) {
				var x, y motion
				if slot < len(a[i]) {
					x = a[i][slot]
				}
				if slot < len(b[i]) {
					y = b[i][slot]
				}
				if x != y && !want.Found {
					want = Divergence{true, uint64(before + i + 1), slot}
				}
			}
		}
		if got != want {
			t.Errorf("pair %d: %s, %s=%s after %d steps: %+v, want %+v", pair, scene, change[0], change[1], before,
				got, want)
		}
		if want.Found {
			found++
		}
	}
	t.Logf("%d of %d pairs diverge", found, pairs)
	if found < pairs/3 {
		t.Errorf("only %d of %d pairs diverge: the test says little", found, pairs)
	}
}

// TestTrialStayTogether has three copies: one with the value of the session stays the same bit by bit also through
// input, a change of the parameter does not reach the copies, and the table marks the better value.
func TestTrialStayTogether(t *testing.T) {
	main := apptest.Session(t, "incline")
	f := &Trial{}
	if err := f.Begin(main, plan("material.friction", "0.1", "0.6", "0.9"), false, nil); err != nil {
		t.Fatal(err)
	}
	defer f.End()
	if err := main.Take("material.friction", "0.6"); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		step(t, f, main, nil)
	}
	rows := f.Table(nil)
	for range 30 {
		step(t, f, main, []input.Event{session.ShootCommand(vec.V3(0, 3, 8), vec.V3(0, 0, -15), 0.3)})
	}
	list := f.Members()
	if list[1].Divergence.Found || !list[0].Divergence.Found || list[0].Farthest < 0.1 {
		t.Errorf("0.1: %+v and %g m; 0.6: %+v", list[0].Divergence, list[0].Farthest, list[1].Divergence)
	}
	if text := list[0].Divergence.Text(main.World(), bodyname.Of); !strings.HasPrefix(text, "step ") {
		t.Error(text)
	}
	if len(rows) != len(usualGoals) {
		t.Fatal(len(rows), "rows")
	}
	for _, row := range rows {
		if row.Goal.Meter.Key != "speed.max" {
			continue
		}
		if row.Best < 0 || row.Values[row.Best] > row.Values[1] {
			t.Errorf("%+v", row)
		}
		// the one with little friction is the fastest
		if row.Values[1] <= row.Values[3] {
			t.Errorf("speeds %v", row.Values)
		}
	}
	step(t, f, main, []input.Event{session.SetCommand("material.friction", 0.2)})
	if p, err := list[1].Session.Registry.Lookup("material.friction"); err != nil || p.String() != "0.6" {
		t.Errorf("a change of the parameter went to a copy: %v %v", p, err)
	}
	kept := f.Keep(0)
	if f.Open() || kept.World().BodyCount() != main.World().BodyCount() {
		t.Error("a kept copy is not alone")
	}
	kept.World().Close()
}

// TestTrialRefuse holds that the fault of a request is named.
func TestTrialRefuse(t *testing.T) {
	main := apptest.Session(t, "box")
	f := &Trial{}
	for _, c := range [][2]string{
		{"nothing", "1"}, {"gravity.y", "fast"}, {"substeps", "1000"}, {"loop.hertz", "50"}, {"gravity.y", ""},
	} {
		if err := f.Begin(main, plan(c[0], c[1]), false, nil); !errors.Is(err, ErrTrial) || f.Open() {
			t.Errorf("%v: %v", c, err)
		}
	}
	for _, text := range []string{"", "gravity.y", "gravity.y=", "a=1,2,3,4", "a=1,2; b=3", "a=1;b", "=3"} {
		if _, err := Parse(text); !errors.Is(err, ErrTrial) {
			t.Errorf("%q: %v", text, err)
		}
	}
	members, err := Parse(` gravity.y = -1, -2 ; body("a=b").mass = 3, 4 `)
	if err != nil || len(members) != 2 || members[1].String() != `gravity.y=-2, body("a=b").mass=4` {
		t.Error(members, err)
	}
}

// TestTrialDoNotAllocate steps four worlds without allocation.
func TestTrialDoNotAllocate(t *testing.T) {
	main := apptest.Session(t, "pyramid36")
	f := &Trial{}
	if err := f.Begin(main, plan("substeps", "3", "5", "6"), false, nil); err != nil {
		t.Fatal(err)
	}
	defer f.End()
	for range 50 {
		step(t, f, main, nil)
	}
	if n := testing.AllocsPerRun(50, func() { step(t, f, main, nil) }); n > 0 {
		t.Errorf("%g allocations a step", n)
	}
}

// BenchmarkFourWorlds steps four worlds in lock-step, of 400 bodies that a drum keeps moving and of 1000 that have
// rained down and are awake: 10 ms a step is 100 Hz.
func BenchmarkFourWorlds(b *testing.B) {
	for _, scene := range []string{"tumbler", "mixed_rain"} {
		b.Run(scene, func(b *testing.B) { benchmarkFourWorlds(b, scene) })
	}
}

func benchmarkFourWorlds(b *testing.B, scene string) {
	main := apptest.Session(b, scene)
	for range 200 {
		if err := main.TickBy(nil, 0.01); err != nil {
			b.Fatal(err)
		}
	}
	f := &Trial{}
	if err := f.Begin(main, plan("contact.hertz", "30", "90", "120"), false, nil); err != nil {
		b.Fatal(err)
	}
	defer f.End()
	least, before := 0.0, time.Now()
	for b.Loop() {
		step(b, f, main, nil)
		now := time.Now()
		if t := now.Sub(before).Seconds(); least == 0 || t < least {
			least = t
		}
		before = now
	}
	b.ReportMetric(least*1e3, "least-ms")
	b.ReportMetric(float64(main.World().Counters().AwakeBodies), "awake")
	b.ReportMetric(float64(main.World().BodyCount()), "bodies")
}
