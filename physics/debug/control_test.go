package debug

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tumble/physics"
)

// running steps a world in a goroutine until the test ends.
func running(t testing.TB, s *Server) {
	t.Helper()
	stop, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			if err := s.Step(dt); err != nil {
				done <- err
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	t.Cleanup(func() {
		close(stop)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// still waits until no step is done any more, and returns how many have been.
func still(t testing.TB, s *Server) int64 {
	t.Helper()
	last := int64(-1)
	eventually(t, "the program pauses", func() bool {
		time.Sleep(20 * time.Millisecond)
		now := s.steps.Load()
		same := now == last
		last = now
		return same
	})
	return last
}

func (l *looker) must(t testing.TB, s *Server, path, body string) {
	t.Helper()
	if code, why := l.post(t, s, path, body); code != 200 {
		t.Fatalf("%s %s: %d %s", path, body, code, why)
	}
}

// A viewer pauses the program, lets it do single steps and go on. Viewers come while it is paused. It goes on when its
// viewers are gone, and when the server is closed.
func TestPause(t *testing.T) {
	s := serve(t, newPile(t, 20), Options{Allow: Pause})
	l := look(t, s)
	running(t, s)
	l.must(t, s, "/control", `{"pause":true}`)
	at := still(t, s)
	l.must(t, s, "/control", `{"steps":3}`)
	eventually(t, "three steps", func() bool { return s.steps.Load() == at+3 })
	if now := still(t, s); now != at+3 {
		t.Errorf("%d steps instead of 3", now-at)
	}
	if st := s.status(); !st.Paused || st.Viewers != 1 || st.DT != dt || st.Steps != at+3 {
		t.Errorf("status %+v", st)
	}
	late := knock(t, s)
	if r := <-late.reply; r == nil || r.StatusCode != 200 {
		t.Errorf("a viewer that comes while the program is paused: %+v", r)
	}
	l.must(t, s, "/control", `{"pause":false}`)
	eventually(t, "the program goes on", func() bool { return s.steps.Load() > at+5 })
	l.must(t, s, "/control", `{"pause":true}`)
	at = still(t, s)
	l.conn.Close()
	eventually(t, "the viewer leaves", func() bool { return s.status().Viewers == 1 })
	if now := still(t, s); now != at {
		t.Error("the program goes on while a viewer pauses it")
	}
	late.conn.Close()
	eventually(t, "the program goes on without viewers", func() bool { return s.steps.Load() > at+5 })
	if st := s.status(); st.Paused {
		t.Errorf("status %+v", st)
	}
}

// A viewer that freezes holds the program no longer than HoldTime, paused or slowed; one that sends Hold does. The end
// of the hold is told.
func TestFrozenViewer(t *testing.T) {
	for _, body := range []string{`{"pause":true}`, `{"steps":1}`, `{"speed":0.001}`} {
		s := serve(t, newPile(t, 5), Options{Allow: Pause})
		s.hold = 600 * time.Millisecond
		l := look(t, s)
		running(t, s)
		l.must(t, s, "/control", body)
		at := s.steps.Load()
		for range 10 {
			time.Sleep(s.hold / 6)
			l.must(t, s, "/control", `{"hold":true}`)
		}
		if now := s.steps.Load(); now > at+3 {
			t.Errorf("%s: %d steps while the viewer holds the program", body, now-at)
		}
		eventually(t, body+": the program goes on", func() bool { return s.steps.Load() > at+20 })
		l.must(t, s, "/control", `{"hold":true}`)
		if st := s.status(); st.Paused || st.Speed != 0 || st.Viewers != 1 {
			t.Errorf("%s: status %+v", body, st)
		}
	}
}

func TestCloseEndsAPause(t *testing.T) {
	s := serve(t, newPile(t, 20), Options{Allow: Pause})
	l := look(t, s)
	running(t, s)
	l.must(t, s, "/control", `{"pause":true}`)
	at := still(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the program goes on", func() bool { return s.steps.Load() > at+5 })
}

// Slow motion holds a program back that steps as fast as it can; its own pace comes back with 0.
func TestSpeed(t *testing.T) {
	s := serve(t, newPile(t, 5), Options{Allow: Pause})
	l := look(t, s)
	l.must(t, s, "/control", `{"speed":0.5}`)
	start := time.Now()
	step(t, s, 11)
	// ten intervals of 33 ms
	if took := time.Since(start); took < 330*time.Millisecond {
		t.Errorf("11 steps at half speed took %v", took)
	}
	l.must(t, s, "/control", `{"speed":0.001}`)
	step(t, s, 1)
	time.AfterFunc(50*time.Millisecond, func() { l.conn.Close() })
	start = time.Now()
	step(t, s, 100)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("100 steps without a viewer took %v", took)
	}
}

func key(b physics.Body) string {
	data, _ := json.Marshal(KeyOf(b))
	return string(data)
}

// Changes are calls of the recording: a viewer's bytes replay to the state of the changed world.
func TestChanges(t *testing.T) {
	w := newPile(t, 20)
	s := serve(t, w, Options{Allow: Change})
	l, other := look(t, s), look(t, s)
	b, _ := w.BodyAt(3)
	// a change waits for a step
	change := func(l *looker, body string) (int, string) {
		type result struct {
			code int
			why  string
		}
		done := make(chan result, 1)
		go func() {
			code, why := l.post(t, s, "/change", body)
			done <- result{code, why}
		}()
		for {
			select {
			case r := <-done:
				return r.code, r.why
			default:
				step(t, s, 1)
				time.Sleep(time.Millisecond)
			}
		}
	}
	must := func(body string) {
		t.Helper()
		if code, why := change(l, body); code != 200 {
			t.Fatalf("%s: %d %s", body, code, why)
		}
	}
	must(`{"settings":{"Gravity":{"X":0,"Y":-1.5,"Z":0},"SubSteps":6}}`)
	if got := w.Settings(); got.Gravity != physics.V3(0, -1.5, 0) || got.SubSteps != 6 || got.ContactHertz != 80 {
		t.Errorf("settings %+v", got)
	}
	at := b.Position()
	must(fmt.Sprintf(`{"grab":{"body":%s,"point":[%v,%v,%v]}}`, key(b), at.X, at.Y, at.Z))
	must(`{"move":[3,4,5]}`)
	step(t, s, 200)
	if d := b.Position().Sub(physics.V3(3, 4, 5)).Len(); d > 0.1 || !b.Awake() {
		t.Errorf("the held body is %v m off", d)
	}
	if joints := len(w.Joints(nil)); joints != 1 {
		t.Errorf("%d joints for a hand", joints)
	}
	must(`{"release":true}`)
	if joints := len(w.Joints(nil)); joints != 0 {
		t.Errorf("%d joints after release", joints)
	}
	before := b.LinearVelocity()
	at = b.Position()
	must(fmt.Sprintf(`{"impulse":{"body":%s,"impulse":[0,9000,0],"point":[%v,%v,%v]}}`, key(b), at.X, at.Y, at.Z))
	if v := b.LinearVelocity().Sub(before).Y; v < 1 {
		t.Errorf("the impulse gave %v m/s", v)
	}
	must(fmt.Sprintf(`{"grab":{"body":%s,"point":[3,4,5]},"move":[0,9,0]}`, key(b)))
	l.conn.Close()
	<-l.done
	eventually(t, "the viewer leaves", func() bool { return s.status().Viewers == 1 })
	step(t, s, 1)
	if joints := len(w.Joints(nil)); joints != 0 || len(s.hands) != 0 {
		t.Errorf("%d joints and %d hands after the viewer has left", joints, len(s.hands))
	}
	refuseChanges(t, change, other, w)
	steps := int(s.steps.Load()) - 1
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-other.done; err != nil {
		t.Fatal(err)
	}
	checkRecording(t, other.got.Bytes(), steps, w.Hash())
}

// refuseChanges holds that no bad change does anything but get an error.
func refuseChanges(t *testing.T, change func(*looker, string) (int, string), l *looker, w *physics.World) {
	t.Helper()
	floor, _ := w.BodyAt(0)
	settings, joints := w.Settings(), len(w.Joints(nil))
	for body, want := range map[string]string{
		``:                                      "EOF",
		`{`:                                     "unexpected EOF",
		`{} {}`:                                 "more than one value",
		`[]`:                                    "cannot unmarshal",
		`{"setting":{}}`:                        "unknown field",
		`{"settings":{"Gravitas":1}}`:           "unknown field",
		`{"settings":{"SubSteps":-1}}`:          "",
		`{"settings":{"SubSteps":99999999999}}`: "cannot unmarshal",
		`{"settings":{"ContactHertz":1e40}}`:    "cannot unmarshal",
		`{"settings":3}`:                        "cannot unmarshal",
		`{"move":[1,2,3]}`:                      "holds nothing",
		`{"move":[1,2]}`:                        "a vector of 2 numbers",
		`{"move":"x"}`:                          "cannot unmarshal",
		`{"grab":{"body":{"index":-1,"generation":1},"point":[0,0,0]}}`:       "there is no body",
		`{"grab":{"body":{"index":3,"generation":77},"point":[0,0,0]}}`:       "there is no body",
		`{"grab":{"body":` + key(floor) + `,"point":[0,0,0]}}`:                "",
		`{"impulse":{"body":` + key(floor) + `,"impulse":[1,2,3]}}`:           "a static body takes no impulse",
		`{"impulse":{"body":{"index":1000000},"impulse":[1,2,3]}}`:            "there is no body",
		`{"settings":{"SubSteps":7},"x":"` + strings.Repeat("y", 20e3) + `"}`: "",
	} {
		code, why := change(l, body)
		if code < 400 || code > 499 || why == "" || !strings.Contains(why, want) {
			t.Errorf("%.60s: %d %q, want %q", body, code, why, want)
		}
	}
	if w.Settings() != settings || len(w.Joints(nil)) != joints {
		t.Error("a change that was refused has changed the world")
	}
}

// Without the right, without a recording that goes on, and with numbers out of range nothing happens.
func TestRights(t *testing.T) {
	s := serve(t, newPile(t, 5), Options{})
	l := look(t, s)
	for _, path := range []string{"/control", "/change"} {
		if code, why := l.post(t, s, path, `{}`); code != 403 || !strings.Contains(why, "does not allow") {
			t.Errorf("%s without the right: %d %s", path, code, why)
		}
	}
	s = serve(t, newPile(t, 5), Options{Allow: Pause})
	l = look(t, s)
	for _, body := range []string{`{}`, `{"steps":0}`, `{"steps":1000001}`, `{"speed":-1}`, `{"speed":1e-9}`,
		`{"speed":2000}`, `{"pause":1}`, `{"pause":true}{}`, `{"pause":true,"x":1}`} {
		if code, why := l.post(t, s, "/control", body); code != 400 || why == "" {
			t.Errorf("%s: %d %s", body, code, why)
		}
	}
	l.id = "0"
	if code, _ := l.post(t, s, "/control", `{"pause":true}`); code != 409 {
		t.Errorf("a viewer that does not look: %d", code)
	}
	step(t, s, 1)
	for _, p := range []Permission{0, Pause, Change, Pause | Change} {
		text, err := p.MarshalText()
		var back Permission
		if err := back.UnmarshalText(text); err != nil || back != p {
			t.Errorf("%q is read as %v, %v", text, back, err)
		}
		if err != nil || back.UnmarshalText([]byte("fly")) == nil {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// Changes wait for a step, a bounded time and a bounded number of them. One whose sender waits no longer is not carried
// out.
func TestChangesWait(t *testing.T) {
	w := newPile(t, 5)
	s := serve(t, w, Options{Allow: Change})
	l := look(t, s)
	s.patience = 50 * time.Millisecond
	if code, why := l.post(t, s, "/change", `{"settings":{"SubSteps":9}}`); code != 504 {
		t.Errorf("no step: %d %s", code, why)
	}
	step(t, s, 1)
	if w.Settings().SubSteps == 9 {
		t.Error("a change was carried out after its time")
	}
	s.patience = time.Minute
	codes := make(chan int, maxCommands+4)
	for range cap(codes) {
		go func() {
			code, _ := l.post(t, s, "/change", `{"release":true}`)
			codes <- code
		}()
	}
	for range 4 {
		if code := <-codes; code != 503 {
			t.Errorf("a change too many: %d", code)
		}
	}
	step(t, s, 1)
	for range maxCommands {
		if code := <-codes; code != 200 {
			t.Errorf("a change that waited: %d", code)
		}
	}
}

// A world without a server in between tells so, and a step within a step is refused.
func TestMisuse(t *testing.T) {
	var none *Server
	if none.Step(dt) == nil || none.Close() == nil || (&Server{}).Step(dt) == nil {
		t.Error("a server that nobody made steps")
	}
	if _, err := Serve(nil, Options{}); err == nil {
		t.Error("no world was served")
	}
	w := newPile(t, 5)
	s := serve(t, w, Options{})
	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(-3, 0.5, 0)
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	shape := physics.DefaultShapeDef()
	shape.Hooks = true
	if _, err := b.CreateShape(physics.Sphere{Radius: 0.5}, shape); err != nil {
		t.Fatal(err)
	}
	var inner error
	w.SetContactFilter(func(physics.Shape, physics.Shape) bool {
		inner = s.Step(dt)
		return true
	})
	step(t, s, 30)
	if inner != physics.ErrWorldLocked {
		t.Errorf("a step within a step: %v", inner)
	}
}
