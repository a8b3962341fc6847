package ui

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

func wave(n int, f float64) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(2 + math.Sin(float64(i)*f))
	}
	return s
}

func TestPlotZoomPanReset(t *testing.T) {
	series, p := []Series{{Name: "a", Data: wave(512, 0.05)}}, probe{}
	b := newPanel(t, func(c *Context) {
		c.Plot("plot", series, PlotOptions{})
		p.at(c, "plot")
	})
	m := b.c.memory.find(hashLabel(hashLabel(fnvOffset, "Panel"), "plot"))
	x, y := p["plot"].centre()
	b.move(x, y)
	b.in.Wheel(0, 3)
	b.settle()
	if m.b > 0.6 || m.b < 0.4 {
		t.Fatalf("after three notches %v of the samples are shown", m.b)
	}
	middle := m.a
	b.dragTo(x, y, x+60, y)
	if m.a >= middle {
		t.Errorf("a drag to the right shows %v, before %v", m.a, middle)
	}
	b.in.Wheel(0, 1000)
	b.settle()
	if m.b <= 0 {
		t.Errorf("zoomed to %v", m.b)
	}
	b.doubleClick(x, y)
	if m.b != 1 || m.a != 0.5 {
		t.Errorf("a double click shows %v around %v", m.b, m.a)
	}
}

func TestPlotHover(t *testing.T) {
	series, p := []Series{{Name: "a", Data: wave(64, 0.1)}, {Name: "b", Data: wave(64, 0.2)}}, probe{}
	b := newPanel(t, func(c *Context) {
		c.Plot("plot", series, PlotOptions{Unit: "ms"})
		p.at(c, "plot")
	})
	before := b.quads
	b.move(p["plot"].centre())
	if b.quads < before+20 {
		t.Errorf("no read-out: %d quads, %d before", b.quads, before)
	}
}

// Samples that are no numbers, and series without samples, do no harm.
func TestPlotNonsense(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, data := range [][]float32{nil, {1}, {nan, nan, nan}, {1, nan, 3}, {inf, -inf, 2}, {3, 3, 3}, {1e30, -1e30},
		{0, 1e-30}} {
		b := newPanel(t, func(c *Context) {
			c.Plot("plot", []Series{{Name: "a", Data: data}}, PlotOptions{})
			c.Histogram("histogram", data, 16, PlotOptions{})
			c.Bars("bars", data, nil, PlotOptions{})
			c.Sparkline("spark", Series{Data: data})
		})
		b.move(650, 80)
		b.frames(2)
	}
}

func TestPlotRange(t *testing.T) {
	for _, k := range []struct{ lo, hi float32 }{{0, 1}, {-3, 7}, {99.5, 100.2}, {1e-6, 2e-6}, {5, 5}, {-1e8, 1e8}} {
		lo, hi := plotRange([]Series{{Data: []float32{k.lo, k.hi}}}, 0, 1, false)
		if lo > k.lo || hi < k.hi || hi <= lo || hi-lo > 4*max(k.hi-k.lo, abs(k.hi)*1e-2) {
			t.Errorf("%v … %v is shown as %v … %v", k.lo, k.hi, lo, hi)
		}
	}
}

func TestTimelineScrub(t *testing.T) {
	now, p := 0.0, probe{}
	b := newPanel(t, func(c *Context) {
		c.Timeline("time", 0, 1000, &now, []Mark{{At: 500, Color: c.Theme.Bad}})
		p.at(c, "time")
	})
	x, y := p["time"].centre()
	b.click(x, y)
	if math.Abs(now-500) > 2 {
		t.Errorf("a click in the middle gave %v", now)
	}
	b.dragTo(x, y, x+1000, y)
	if now != 1000 {
		t.Errorf("a drag to the end gave %v", now)
	}
	b.press(KeyF6, KeyLeft)
	if now != 999 {
		t.Errorf("an arrow gave %v", now)
	}
}

func TestFuzzyScore(t *testing.T) {
	for _, k := range []struct{ query, better, worse string }{
		{"pyr", "pyramid36", "large_pyramid"},
		{"lp", "large_pyramid", "newton_pulley"},
		{"cardh", "card_house", "cardboard_heap"},
		{"p210", "pyramid210", "pyramid36_210"},
		{"BOX", "box_stack", "spin_box"},
		{"dom", "dominoes", "random_domes"},
	} {
		a, ok := FuzzyScore(k.query, k.better)
		if !ok {
			t.Errorf("%q is not found in %q", k.query, k.better)
		}
		if b, ok := FuzzyScore(k.query, k.worse); ok && b >= a {
			t.Errorf("%q: %q has %d, %q has %d", k.query, k.worse, b, k.better, a)
		}
	}
	if _, ok := FuzzyScore("xyz", "pyramid"); ok {
		t.Error("xyz is found in pyramid")
	}
	if _, ok := FuzzyScore("", "pyramid"); !ok {
		t.Error("nothing is not found")
	}
	if _, ok := FuzzyScore("card house", "card_house"); !ok {
		t.Error("a space does not stand for what separates words")
	}
}

func TestPicker(t *testing.T) {
	open, got := true, -1
	entries := []Pick{{"pyramid36", "Stacking"}, {"card_house", "Stacking"}, {"dominoes", "Stacking"},
		{"bridge", "Joints"}}
	b := newBench(t, func(c *Context) {
		if i, ok := c.Picker("Open", &open, entries); ok {
			got = i
		}
	})
	b.settle()
	b.typeText("hous")
	b.press(KeyEnter)
	if got != 1 || open || b.c.WantsKeys() {
		t.Fatalf("typed hous: %d, open %v, keys %v", got, open, b.c.WantsKeys())
	}
	open, got = true, -1
	b.settle()
	b.press(KeyDown, KeyDown, KeyUp, KeyEnter)
	if got != 1 {
		t.Errorf("by arrows: %d, want 1", got)
	}
	open, got = true, -1
	b.settle()
	b.typeText("joint")
	b.press(KeyEnter)
	if got != 3 {
		t.Errorf("typed what stands beside it: %d, want 3", got)
	}
	open, got = true, -1
	b.settle()
	b.typeText("zzz")
	b.press(KeyEnter)
	if got != -1 || !open {
		t.Errorf("Enter without a match: %d, open %v", got, open)
	}
	b.press(KeyEscape)
	if open {
		t.Error("Escape does not close it")
	}
}

func gizmoView(w, h int) renderer.View {
	cam := renderer.NewCamera()
	cam.Set(renderer.CameraState{Distance: 10, Pitch: 0.5, Yaw: 0.6}, true)
	return cam.View(w, h)
}

func TestGizmoMovesAlongOneAxis(t *testing.T) {
	view := gizmoView(800, 600)
	for axis := range 3 {
		state := GizmoState{Position: mgl32.Vec3{0.5, 0.25, -0.5}, Rotation: mgl32.QuatIdent(), Scale: 1}
		at := state.Position
		b := newBench(t, func(c *Context) { c.Gizmo("g", &view, GizmoTranslate, &state) })
		perMetre := view.PixelsPerMetre(at, 600)
		end := at.Add(axisVector(axis).Mul(gizmoSize * 0.7 / perMetre))
		x0, y0, _, _ := view.Project(end, 800, 600)
		x1, y1, _, _ := view.Project(end.Add(axisVector(axis).Mul(0.5)), 800, 600)
		if !b.c.GizmoHovered(&view, GizmoTranslate, at, x0, y0) || b.c.GizmoHovered(&view, GizmoTranslate, at, 5, 5) {
			t.Errorf("axis %d: the handle is not where it is drawn", axis)
		}
		b.dragTo(x0, y0, x1, y1)
		moved := state.Position.Sub(at)
		if math.Abs(float64(moved[axis]-0.5)) > 0.08 || math.Abs(float64(moved[(axis+1)%3]))+math.Abs(
			float64(moved[(axis+2)%3])) > 1e-6 {
			t.Errorf("axis %d: moved by %v, want 0.5 along it", axis, moved)
		}
	}
}

// TestGizmoFollowsTheRing: a quarter around a ring rotates by a quarter, wherever the mouse came from in the frame of
// the press.
func TestGizmoFollowsTheRing(t *testing.T) {
	cam := renderer.NewCamera()
	cam.Set(renderer.CameraState{Distance: 7, Pitch: 0.25}, true)
	view := cam.View(800, 600)
	state := GizmoState{Rotation: mgl32.QuatIdent()}
	b := newBench(t, func(c *Context) { c.Gizmo("g", &view, GizmoRotate, &state) })
	cx, cy, _, _ := view.Project(mgl32.Vec3{}, 800, 600)
	b.move(cx, cy+300)
	for i := range 4 {
		s, c := math.Sincos(math.Pi/2*float64(i)/3 + math.Pi/4)
		b.in.Move(cx+float32(gizmoSize*c), cy-float32(gizmoSize*s))
		if i == 0 {
			b.in.Press(0, true, 0, 0)
		}
		b.frame()
	}
	if got := 2 * math.Atan2(float64(state.Rotation.V[2]), float64(state.Rotation.W)); math.Abs(got-math.Pi/2) > 0.1 {
		t.Errorf("rotated by %.2f rad", got)
	}
}

// TestGizmoScales: an arm that is pulled out makes larger, and nothing moves.
func TestGizmoScales(t *testing.T) {
	view := gizmoView(800, 600)
	for axis := range 3 {
		state := GizmoState{Rotation: mgl32.QuatIdent(), Scale: 1}
		b := newBench(t, func(c *Context) { c.Gizmo("g", &view, GizmoScale, &state) })
		size := float32(gizmoSize) / view.PixelsPerMetre(mgl32.Vec3{}, 600)
		x0, y0, _, _ := view.Project(axisVector(axis).Mul(size*0.7), 800, 600)
		x1, y1, _, _ := view.Project(axisVector(axis).Mul(size*1.2), 800, 600)
		b.dragTo(x0, y0, x1, y1)
		if state.Scale < 1.4 || state.Scale > 1.9 || state.Position != (mgl32.Vec3{}) ||
			state.Rotation != mgl32.QuatIdent() {
			t.Errorf("axis %d: %+v after half an arm more", axis, state)
		}
	}
}

func TestGizmoRotates(t *testing.T) {
	view := gizmoView(800, 600)
	at, state := mgl32.Vec3{}, GizmoState{Rotation: mgl32.QuatIdent()}
	b := newBench(t, func(c *Context) { c.Gizmo("g", &view, GizmoRotate, &state) })
	size := float32(gizmoSize) / view.PixelsPerMetre(at, 600)
	p, q := ringPoint(at, 1, size, 3), ringPoint(at, 1, size, 6)
	x0, y0, _, _ := view.Project(p, 800, 600)
	x1, y1, _, _ := view.Project(q, 800, 600)
	b.dragTo(x0, y0, x1, y1)
	// what was at the handle follows the mouse, as far as the perspective allows
	rotation := state.Rotation
	angle := 2 * math.Acos(math.Min(1, math.Abs(float64(rotation.W))))
	if angle < 0.1 || math.Abs(float64(rotation.V[0]))+math.Abs(float64(rotation.V[2])) > 1e-5 {
		t.Fatalf("turned by %v: %v", angle, rotation)
	}
	if before, after := rotation.Rotate(p).Sub(q).Len(), p.Sub(q).Len(); before >= after {
		t.Errorf("turned away from the mouse: %v, at first %v", before, after)
	}
}
