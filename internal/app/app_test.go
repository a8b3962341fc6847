package app

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

func TestPauseStepAndSpeed(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(30)
	status := r.loop.Status()
	r.key(key('P'), 0)
	r.run(2)
	at := status.Tick
	if at == 0 {
		t.Fatal("nothing was simulated")
	}
	r.run(30)
	if status.Tick != at || !status.Paused {
		t.Errorf("tick %d after half a second of pause, was %d", status.Tick, at)
	}
	r.key(input.KeyPeriod, 0)
	r.run(2)
	if status.Tick != at+1 {
		t.Errorf("tick %d after one single step, was %d", status.Tick, at)
	}
	r.key(input.KeyPeriod, input.ModShift)
	r.run(2)
	if status.Tick != at+11 {
		t.Errorf("tick %d after ten more steps, was %d", status.Tick, at)
	}
	r.key(key('P'), 0)
	r.key(input.KeyMinus, 0)
	at = status.Tick
	r.run(60)
	if n := status.Tick - at; n < 48 || n > 52 {
		t.Errorf("%d ticks in a second at half speed, want about 50", n)
	}
	r.key(input.KeyBackspace, 0)
	at = status.Tick
	r.run(60)
	if n := status.Tick - at; n < 98 || n > 102 {
		t.Errorf("%d ticks in a second at real time, want about 100", n)
	}
}

func TestEverySceneIsDrawn(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	for _, s := range scenes.All() {
		if s.Name == "large_world" && testing.Short() {
			continue
		}
		if err := r.app.Open(s); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		before := r.device.Counts().Instances
		r.run(2)
		if r.device.Counts().Instances == before {
			t.Errorf("%s: no body was drawn", s.Name)
		}
		if err := r.app.picture.Stage().Problem(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if !strings.Contains(r.window.Title, s.Name) {
			t.Errorf("%s: title %q", s.Name, r.window.Title)
		}
	}
}

func TestNextSceneGoesRound(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.key(input.KeyRightBracket, 0)
	if r.app.session.Config.Scene.Name == "pyramid36" {
		t.Error("the next scene is the same scene")
	}
	r.key(input.KeyLeftBracket, 0)
	if got := r.app.session.Config.Scene.Name; got != "pyramid36" {
		t.Errorf("there and back ends at %s", got)
	}
}

// TestDragLiftsABody takes the topmost box with the mouse and pulls it aside.
func TestDragLiftsABody(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(120)
	top := highest(r.dynamic())
	start := top.Position()
	r.point(top)
	if r.app.tools.Mouse.Marks().Hovered != top {
		t.Fatal("the body under the cursor is not marked")
	}
	r.button(input.MouseLeft, input.Press, 0)
	r.run(3)
	if _, _, held := r.app.session.Held(); held || r.app.tools.Mouse.Marks().Selected != top {
		t.Fatal("a press holds the body, or does not select it")
	}
	x, y := r.app.tools.Cursor.Position()
	r.move(x, y-5)
	r.run(3)
	if held, _, ok := r.app.session.Held(); !ok || held != top {
		t.Fatal("the body under the cursor is not held")
	}
	for i := range 30 {
		r.move(x, y-float64(i))
	}
	r.run(60)
	if rise := top.Position().Y - start.Y; rise < 0.3 {
		t.Errorf("the held box rose by %.3f m", rise)
	}
	if _, hand, _ := r.app.session.Held(); dist(top.Position(), hand) > 1 {
		d := dist(top.Position(), hand)
		t.Errorf("the held box is %.2f m from the hand", d)
	}
	r.button(input.MouseLeft, input.Release, 0)
	r.run(3)
	if len(r.app.session.World().Joints(nil)) != 0 {
		t.Error("the joint of the hand is left behind")
	}
	r.run(240)
	if y := top.Position().Y; y > start.Y+0.2 {
		t.Errorf("the box hangs in the air at %.2f m", y)
	}
}

func TestShootSpawnDeleteAndRestart(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(30)
	n := len(r.dynamic())
	top := highest(r.dynamic())
	at := top.Position()
	r.point(top)
	r.button(input.MouseLeft, input.Press, input.ModShift)
	r.button(input.MouseLeft, input.Release, input.ModShift)
	r.run(120)
	if len(r.dynamic()) != n+1 {
		t.Errorf("%d bodies after a shot, want %d", len(r.dynamic()), n+1)
	}
	if dist(top.Position(), at) < 0.1 {
		t.Error("the shot at the topmost box did not move it")
	}
	// eight single bodies, a ragdoll, a car, a stack and a chain
	const dropped = 8 + 14 + 5 + 5 + 10
	for range session.SpawnKindCount {
		r.key(key('B'), 0)
		r.key(key('N'), 0)
	}
	r.run(30)
	if len(r.dynamic()) != n+1+dropped {
		t.Errorf("%d bodies after dropping one of each kind, want %d", len(r.dynamic()), n+1+dropped)
	}
	// what was dropped into each other flies too fast to be hit
	for _, b := range r.dynamic() {
		if r.point(b); r.app.tools.Mouse.Marks().Hovered == b && b.LinearVelocity().Len2() < 1 {
			break
		}
	}
	r.key(input.KeyDelete, 0)
	r.run(3)
	if len(r.dynamic()) != n+dropped {
		t.Errorf("%d bodies after removing one, want %d", len(r.dynamic()), n+dropped)
	}
	r.key(key('R'), 0)
	r.run(3)
	if len(r.dynamic()) != n {
		t.Errorf("%d bodies after a restart, want %d", len(r.dynamic()), n)
	}
	if s := r.app.hud.Toast(); s != "" {
		t.Errorf("message %q", s)
	}
}

func TestExplosionPushesAway(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(30)
	r.point(highest(r.dynamic()))
	r.key(key('X'), 0)
	r.run(2)
	fast := 0
	for _, b := range r.dynamic() {
		if b.LinearVelocity().Len() > 1 {
			fast++
		}
	}
	if fast < 5 {
		t.Errorf("%d bodies fly after an explosion", fast)
	}
}

func TestOverlaysDrawSomething(t *testing.T) {
	for _, k := range []rune{'1', '2', '5', '6'} {
		r := newRig(t, "spinning_tops", nil)
		r.run(20)
		plain := r.device.Counts()
		r.run(5)
		before := r.device.Counts()
		r.key(key(k), 0)
		r.run(4)
		after := r.device.Counts()
		drawn := func(a, b int) int { return a - b }
		base := drawn(before.Lines, plain.Lines) + drawn(before.Points, plain.Points)
		if more := drawn(after.Lines, before.Lines) + drawn(after.Points, before.Points); more <= base {
			t.Errorf("overlay %c draws nothing: %d lines and points in five frames, %d without", k, more, base)
		}
		r.close()
	}
}

// TestHelpOpensAndCloses: the key shows the table of keys, escape hides it.
func TestHelpOpensAndCloses(t *testing.T) {
	r := newPanelRig(t, "pyramid36", nil)
	defer r.close()
	before := r.device.Counts().Quads
	r.run(1)
	plain := r.device.Counts().Quads - before
	r.key(input.KeyF1, 0)
	before = r.device.Counts().Quads
	r.run(1)
	if help := r.device.Counts().Quads - before; help < plain+500 {
		t.Errorf("help draws %d quads, without it there are %d", help, plain)
	}
	r.key(input.KeyEscape, 0)
	if r.app.show.Help {
		t.Error("escape leaves the help open")
	}
}

func TestFlyingMovesTheEye(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(3)
	eye := r.app.tools.Camera.Eye()
	r.button(input.MouseRight, input.Press, 0)
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: key('W'), Action: input.Press})
	r.run(30)
	if r.window.Cursor != engine.CursorCaptured {
		t.Error("the cursor is not captured while flying")
	}
	r.button(input.MouseRight, input.Release, 0)
	if d := r.app.tools.Camera.Eye().Sub(eye).Len(); d < 0.5 {
		t.Errorf("half a second of flying moved the eye by %.3f m", d)
	}
	if r.window.Cursor != engine.CursorNormal {
		t.Error("the cursor stays captured")
	}
}

// TestRecordingReplays records a run with shots, drags, settings and a restart, and carries
// it out again in a session of its own: every hash has to come back.
func TestRecordingReplays(t *testing.T) {
	var file bytes.Buffer
	var writer *record.Recorder
	r := newRig(t, "pyramid36", func(c *engine.LoopConfig, o *Options) {
		session, err := session.New(o.Config, nil)
		if err != nil {
			t.Fatal(err)
		}
		writer, err = record.NewRecorder(&file, session.Info(), physics.RecordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		c.Recorder = writer
	})
	r.run(20)
	top := highest(r.dynamic())
	r.point(top)
	r.button(input.MouseLeft, input.Press, 0)
	for i := range 20 {
		x, y := r.app.tools.Cursor.Position()
		r.move(x+2, y-float64(i%3))
	}
	r.button(input.MouseLeft, input.Release, 0)
	r.button(input.MouseLeft, input.Press, input.ModShift)
	r.button(input.MouseLeft, input.Release, input.ModShift)
	r.run(30)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand("gravity.y", -3))
	r.run(20)
	r.key(key('P'), 0)
	r.run(5)
	r.key(input.KeyPeriod, 0)
	r.key(key('P'), 0)
	r.key(key('R'), 0)
	r.run(30)
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	last := r.loop.Status().Tick
	r.close()

	rec, err := record.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	part := rec.First()
	if uint64(len(part.Digests)) != last || len(part.Inputs) < 20 {
		t.Fatalf("%d hashes and %d inputs of %d ticks", len(part.Digests), len(part.Inputs), last)
	}
	session, err := session.Open(part.Info, nil)
	if err != nil {
		t.Fatal(err)
	}
	player := record.NewPlayer(part)
	for tick := uint64(1); tick <= last; tick++ {
		if err := session.Tick(player.Events(tick)); err != nil {
			t.Fatal(err)
		}
		if err := player.Check(tick, session.Digest()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScreenshotOfTheLastFrame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "last.png")
	r := newRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.Frames, o.Screenshot = 5, path })
	r.run(8)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 640 || b.Dy() != 360 {
		t.Errorf("picture of %v", b)
	}
	r.close()
}

func TestScreenshotToNowhereIsAnError(t *testing.T) {
	r := newRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) {
		o.Frames, o.Screenshot = 2, filepath.Join(t.TempDir(), "missing", "last.png")
	})
	defer r.close()
	var err error
	for range 10 {
		r.clock.Advance(timestep.Second / 60)
		if err = r.loop.Frame(); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "last.png") {
		t.Errorf("error %v, want one that names the file", err)
	}
}

func TestFramesDoNotAllocate(t *testing.T) {
	r := newRig(t, "mixed_rain", nil)
	defer r.close()
	r.run(250)
	frame := func() {
		r.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove, X: 320, Y: 180})
		r.clock.Advance(timestep.Second / 60)
		if err := r.loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(120, frame); n != 0 {
		t.Errorf("%v allocations per frame with %d bodies", n, len(r.dynamic()))
	}
	r.app.show.Names, r.app.show.Contacts, r.app.show.Velocities, r.app.show.Trails = true, true, true, true
	r.run(5)
	if n := testing.AllocsPerRun(30, frame); n != 0 {
		t.Errorf("%v allocations per frame with labels", n)
	}
}

// TestRemovedBodiesLeaveThePicture: what is drawn are the bodies of the world and nothing else.
func TestRemovedBodiesLeaveThePicture(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(20)
	for _, b := range r.dynamic()[:30] {
		b.Destroy()
	}
	r.run(5)
	shapes := 0
	for _, b := range r.app.session.World().Bodies(nil) {
		shapes += b.ShapeCount()
	}
	if n := r.loop.Nodes().Len(); n != shapes {
		t.Errorf("%d nodes for %d shapes", n, shapes)
	}
}

func TestTeleportedBodyDoesNotStreak(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(20)
	top := highest(r.dynamic())
	far := vec.V3(100, 50, 0)
	top.SetTransform(physics.Transform{P: far, Q: vec.QuatIdentity})
	for range 5 {
		r.run(1)
		pose, ok := r.loop.Poses().Render(int32(top.Index()), top.Generation())
		if !ok {
			t.Fatal("the body is not drawn")
		}
		if d := pose.P.X; d > 10 && d < 90 {
			t.Errorf("the body is drawn on its way, at x = %.1f m", d)
		}
	}
}

// BenchmarkRecord records frames of a paused scene with 10,780 bodies, half a tick between two
// steps: blending, node transforms, culling, batching. The null device costs next to nothing.
func BenchmarkRecord(b *testing.B) {
	r := newRig(b, "many_pyramids", nil)
	defer r.close()
	r.run(2)
	r.key(key('P'), 0)
	nodes := r.loop.Nodes().Len()
	b.ResetTimer()
	for range b.N {
		r.loop.Redraw()
		r.run(1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/body")
}
