package tool

import (
	"math"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// bench is an application with nothing but a scene and a window; it keeps the commands that it is sent.
type bench struct {
	session *session.Session
	window  *apptest.Window
	free    ui.Rect
	panes   int
	sent    []input.Event
	hidden  physics.Body
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return &bench{
		session: apptest.Session(t, "pyramid36"), window: &apptest.Window{Clock: timestep.NewFakeClock(0), Width: 800,
			Height: 600}, free: ui.Rect{X: 100, Y: 50, W: 400, H: 300}, panes: 1,
	}
}

func (b *bench) World() *physics.World                   { return b.session.World() }
func (b *bench) Run() *scenes.Run                        { return b.session.Run }
func (b *bench) Window() engine.Window                   { return b.window }
func (b *bench) Viewport(_, _ int) ui.Rect               { return b.free }
func (b *bench) Flows(buf []session.Flow) []session.Flow { return b.session.Flows(buf) }
func (b *bench) Hides() bool                             { return b.hidden.Valid() }
func (b *bench) Hidden(x physics.Body) bool              { return x == b.hidden }
func (b *bench) Panes() int                              { return b.panes }
func (b *bench) Send(_ *input.Queue, _ *input.Event, c input.Event) {
	b.sent = append(b.sent, c)
}

// The same point of every pane points at the same place of the scene, wherever the viewport lies in the window.
func TestRayInPanes(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	b.panes = 4
	tools.Cursor.MoveTo(130, 120)
	from, to := tools.Cursor.Ray()
	for pane := 1; pane < 4; pane++ {
		tools.Cursor.MoveTo(130+float64(pane)*100, 120)
		if f, d := tools.Cursor.Ray(); f != from || d.Dist(to) > 0.01 {
			t.Errorf("pane %d: the ray from %v along %v, in the first from %v along %v", pane, f, d, from, to)
		}
	}
}

// A body that the mouse takes is selected and held: moving the mouse drags it, letting go releases it.
func TestMouseDragsABody(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	body := b.session.Run.Bodies[len(b.session.Run.Bodies)-1]
	v := tools.Camera.ViewIn(800, 600)
	c := body.WorldCenter()
	x, y, _, front := v.Project([3]float32{c.X, c.Y, c.Z}, 800, 600)
	if !front {
		t.Fatal("the body is behind the eye")
	}
	mouse := func(kind input.EventKind, action input.Action, dx float64) {
		tools.Mouse.Event(&input.Event{Kind: kind, Action: action, Code: input.MouseLeft, X: float64(x) + dx,
			Y: float64(y)}, nil)
	}
	mouse(input.EventMouseMove, 0, 0)
	if tools.Mouse.Marks().Hovered != body {
		t.Fatalf("under the cursor is %v", tools.Mouse.Marks().Hovered)
	}
	// a click with a hand that trembles selects and does nothing to the world
	mouse(input.EventMouseButton, input.Press, 0)
	mouse(input.EventMouseMove, 0, dragSlop-1)
	mouse(input.EventMouseButton, input.Release, dragSlop-1)
	if tools.Mouse.Marks().Selected != body || len(b.sent) != 0 {
		t.Fatalf("a click selects %v and sends %d commands", tools.Mouse.Marks().Selected, len(b.sent))
	}
	mouse(input.EventMouseMove, 0, 0)
	mouse(input.EventMouseButton, input.Press, 0)
	mouse(input.EventMouseMove, 0, 20)
	if tools.Mouse.Marks().Selected != body || !tools.Mouse.Holding() {
		t.Error("the body is not held")
	}
	mouse(input.EventMouseButton, input.Release, 20)
	var codes []session.Command
	for i := range b.sent {
		codes = append(codes, session.Command(b.sent[i].Code))
	}
	if len(codes) != 3 || codes[0] != session.CommandGrab || codes[1] != session.CommandDrag ||
		codes[2] != session.CommandRelease {
		t.Errorf("commands %v", codes)
	}
	if tools.Mouse.Dragging() {
		t.Error("the drag does not end")
	}
}

// A click selects a body that cannot move, too, and one beside everything selects nothing; a drag from there orbits.
func TestMouseSelectsTheFloor(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	mouse := func(kind input.EventKind, action input.Action, x, y float64) {
		tools.Mouse.Event(&input.Event{Kind: kind, Action: action, Code: input.MouseLeft, X: x, Y: y}, nil)
	}
	mouse(input.EventMouseButton, input.Press, 400, 590)
	if s := tools.Mouse.Marks().Selected; !s.Valid() || s.Type() != physics.Static {
		t.Errorf("a click on the floor selects %v", s)
	}
	yaw := tools.Camera.State().Yaw
	mouse(input.EventMouseMove, 0, 440, 590)
	if tools.Camera.State().Yaw == yaw || tools.Mouse.Holding() || len(b.sent) != 0 {
		t.Error("a drag from the floor does not orbit")
	}
	mouse(input.EventMouseButton, input.Release, 440, 590)
	mouse(input.EventMouseButton, input.Press, 400, 2)
	mouse(input.EventMouseButton, input.Release, 400, 2)
	if tools.Mouse.Marks().Selected.Valid() {
		t.Error("a click into the sky selects something")
	}
}

// Saved views survive as a list; a view that no camera can have is left out.
func TestSavedViewsAsAList(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	state := renderer.CameraState{Pivot: [3]float32{1, 2, 3}, Distance: 7, Yaw: 1, Pitch: 0.5}
	tools.Camera.Set(state, true)
	tools.Camera.Store(2)
	list := tools.Camera.SavedViews()
	if len(list) != 1 || list[0].Slot != 3 || list[0].Scene != "pyramid36" {
		t.Fatalf("saved views %+v", list)
	}
	nan := list[0]
	nan.Slot, nan.Yaw = 1, float32(math.NaN())
	outside := list[0]
	outside.Slot = 9
	other := New(b)
	other.Camera.SetSavedViews(append(list, nan, outside))
	if got := other.Camera.SavedViews(); len(got) != 1 || got[0] != list[0] {
		t.Errorf("taken up: %+v", got)
	}
	if told := other.Camera.Recall(0); told == "" {
		t.Error("a view that was never saved is recalled without a word")
	}
	if told := other.Camera.Recall(2); told != "" || other.Camera.State() != state {
		t.Errorf("recalled %+v, %q", other.Camera.State(), told)
	}
}

// A body that is hidden is neither hovered nor taken: what is behind it is.
func TestHiddenBodiesAreSeenThrough(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	tools.Cursor.MoveTo(300, 200)
	w := b.World()
	o, d := tools.Cursor.Ray()
	first, _, ok := session.Pick(w, o, d)
	if !ok {
		t.Fatal("nothing is under the cursor")
	}
	b.hidden = first
	second, at, ok := tools.Cursor.Pick()
	if !ok || second == first {
		t.Fatalf("behind %d is %d", first.Index(), second.Index())
	}
	want := w.RayCastAll(o, d, physics.DefaultQueryFilter(), nil)
	for _, h := range want {
		if h.Shape.Body() != first {
			if h.Shape.Body() != second || h.Point.Dist(at) > 1e-3 {
				t.Errorf("sees %d at %v, want %d at %v", second.Index(), at, h.Shape.Body().Index(), h.Point)
			}
			break
		}
	}
	tools.Mouse.selectUnder()
	if got := tools.Mouse.Marks().Selected; got != second {
		t.Errorf("a click selects %d", got.Index())
	}
}

// A hidden body that touches the one behind it is seen through, too: from above the second box of a stack is the first
// that is seen, and what is done to it is not done to the hidden one.
func TestHiddenBodiesThatTouch(t *testing.T) {
	b := newBench(t)
	b.session = apptest.Session(t, "stack10")
	for range 60 {
		if err := b.session.Tick(nil); err != nil {
			t.Fatal(err)
		}
	}
	w := b.World()
	down := w.RayCastAll(vec.V3(0, 50, 0), vec.V3(0, -100, 0), physics.DefaultQueryFilter(), nil)
	top, second := down[0].Shape.Body(), down[1].Shape.Body()
	tools := New(b)
	tools.Camera.Set(renderer.CameraState{Pivot: mglvec.Of(top.Position()), Pitch: 1.5, Distance: 5}, true)
	free := b.free
	tools.Cursor.MoveTo(float64(free.X+free.W/2), float64(free.Y+free.H/2))
	if got, _, _ := tools.Cursor.Pick(); got != top {
		t.Fatalf("the cursor is over body %d, not %d", got.Index(), top.Index())
	}
	b.hidden = top
	if got, _, ok := tools.Cursor.Pick(); !ok || got != second {
		t.Errorf("behind the hidden body %d is body %d, want %d", top.Index(), got.Index(), second.Index())
	}
	tools.Mouse.take(&input.Event{}, nil)
	b.session.Apply(b.sent)
	if got, _, _ := b.session.Held(); got != second {
		t.Errorf("the hand holds body %d, want %d", got.Index(), second.Index())
	}
	b.session.Apply([]input.Event{session.ReleaseCommand()})
	b.sent = b.sent[:0]
	tools.Thrower.Delete(&input.Event{}, nil)
	b.session.Apply(b.sent)
	if !top.Valid() || second.Valid() {
		t.Errorf("deleted: hidden %v, seen %v", !top.Valid(), !second.Valid())
	}
}

// Sideways scrolling pans and zooms nothing.
func TestSidewaysScrollPans(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	before := tools.Camera.State()
	tools.Mouse.Event(&input.Event{Kind: input.EventScroll, X: 2}, nil)
	tools.Camera.Advance(10)
	after := tools.Camera.State()
	if after.Pivot == before.Pivot || after.Distance != before.Distance {
		t.Errorf("from %+v to %+v", before, after)
	}
}

// BenchmarkPickOfTenThousand measures what the mouse does when it moves over ten thousand bodies: along a row through
// the picture.
func BenchmarkPickOfTenThousand(b *testing.B) {
	k := &bench{session: apptest.Session(b, "many_pyramids"), window: &apptest.Window{Clock: timestep.NewFakeClock(0),
		Width: 1280, Height: 720},
		free: ui.Rect{W: 1280, H: 720}, panes: 1}
	if n := k.World().BodyCount(); n < 10_000 {
		b.Fatalf("%d bodies", n)
	}
	tools := New(k)
	tools.Camera.Home(k.Run().Scene.View, true)
	for _, hidden := range []bool{false, true} {
		name := "all seen"
		if hidden {
			name, k.hidden = "one hidden", k.World().Bodies(nil)[20]
		}
		b.Run(name, func(b *testing.B) {
			x := 0.0
			for b.Loop() {
				x += 7
				if x > 1280 {
					x = 0
				}
				tools.Cursor.MoveTo(x, 400)
				tools.Mouse.hover()
			}
		})
	}
	b.Run("box", func(b *testing.B) {
		for b.Loop() {
			tools.Mouse.selected.bodies = tools.Mouse.selected.bodies[:0]
			tools.Mouse.pressX, tools.Mouse.pressY = 0, 0
			tools.Cursor.MoveTo(1280, 720)
			tools.Mouse.selectBox()
		}
	})
}
