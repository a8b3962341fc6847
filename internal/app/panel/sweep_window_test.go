package panel

import (
	"slices"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/sweeps"
	"tumble/internal/meter"
)

// locate is where the middle of a widget is drawn.
func (r *rig) locate(text string) (x, y float64) {
	r.t.Helper()
	r.panels.Locate(text)
	r.run(4)
	px, py, ok := r.panels.Located()
	r.panels.Locate("")
	if !ok {
		r.t.Fatalf("there is no widget %q", text)
	}
	return float64(px), float64(py)
}

func (r *rig) click(b input.MouseButton, x, y float64) {
	r.t.Helper()
	r.move(x, y)
	r.button(b, input.Press)
	r.button(b, input.Release)
	r.run(3)
}

// TestSweepFromAParameter opens the menu of a parameter by the right button, plans a sweep from it and begins it.
func TestSweepFromAParameter(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	p := r.panels
	x, y := r.locate("Gravity y")
	r.click(input.MouseRight, x, y)
	r.click(input.MouseLeft, x+40, y+45) // the second entry, below the cursor
	if !p.Sweeps() || p.sweep.key != "gravity.y" {
		t.Fatalf("window open %v, parameter %q", p.Sweeps(), p.sweep.key)
	}
	if d := p.sweep.plan; d.Low >= -10 || d.High <= -10 || d.Count != 9 {
		t.Errorf("planned %g … %g, %d cells", d.Low, d.High, d.Count)
	}
	energy, _ := meter.Find("energy.total")
	r.view.Watch.Toggle(energy)
	p.sweep.low, p.sweep.high, p.sweep.count, p.sweep.guard, p.sweep.now = -12, -2, 5, "speed.max > 30", true
	x, y = r.locate("Start")
	r.click(input.MouseLeft, x, y)
	d := r.swept
	if d == nil || !r.sweptNow || d.Low != -12 || d.High != -2 || d.Count != 5 || d.Breaks != "speed.max > 30" ||
		len(d.Meters) != 1 || d.Meters[0] != "energy.total" {
		t.Fatalf("%+v, problem %q", d, p.sweep.problem)
	}
	r.swept, p.sweep.guard = nil, "speed.max >"
	r.click(input.MouseLeft, x, y)
	if r.swept != nil || p.sweep.problem == "" {
		t.Errorf("a guard rail that is none: %+v, %q", r.swept, p.sweep.problem)
	}
	if _, err := p.PlanSweep(r.between(), "no.such", nil); err == nil {
		t.Error("a plan for a parameter that is not there")
	}
	if p.sweep.aim(r.between(), "loop.speed") || !strings.Contains(p.sweep.problem, "window") {
		t.Errorf("a parameter of the window: %q", p.sweep.problem)
	}
}

// TestParameterMenuResets: the first entry of the menu of a parameter returns it to its default.
func TestParameterMenuResets(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.setKnob("gravity.y", -3)
	x, y := r.locate("Gravity y")
	r.click(input.MouseRight, x, y)
	r.click(input.MouseLeft, x+40, y+15)
	if g := r.session.World().Settings().Gravity; g.Y != -9.81 {
		t.Errorf("gravity is %v", g)
	}
}

// TestThousandThrows plans a thousand starts by the button: amounts that are all 0 are refused, and the study begins
// once a slider gives one.
func TestThousandThrows(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.SetSweeps(r.between(), true)
	r.run(3)
	x, y := r.locate("1000 throws")
	r.click(input.MouseLeft, x, y)
	x, y = r.locate("Start")
	r.click(input.MouseLeft, x, y)
	if s := &r.panels.sweep; r.swept != nil || !strings.Contains(s.problem, "the same") {
		t.Errorf("starts that are all the same: %+v, %q", r.swept, s.problem)
	}
	r.setKnob("start.velocity", 2)
	r.click(input.MouseLeft, x, y)
	if d := r.swept; d == nil || d.Param.Key != "start.variation" || d.Low != 1 || d.High != 1000 || d.Count != 1000 {
		t.Fatalf("%+v, %q", d, r.panels.sweep.problem)
	}
}

// TestWorstCellsFirst: any column orders the rows, at first their state: broken rows first, the earliest on top.
func TestWorstCellsFirst(t *testing.T) {
	table := &sweeps.Table{Heads: []string{"value", "metric", "state"}, Curves: [][]float32{{3, 1, 2, 4}}}
	for i, broke := range []int{0, 30, 0, 20} {
		table.Rows = append(table.Rows, sweeps.Row{Cell: i, Value: float64(i), Broke: broke, Fine: broke == 0})
	}
	for _, c := range []struct {
		column  int
		falling bool
		want    []int
	}{{2, true, []int{3, 1, 0, 2}}, {2, false, []int{0, 2, 1, 3}}, {1, false, []int{1, 2, 0, 3}},
		{1, true, []int{3, 0, 2, 1}}, {0, true, []int{3, 2, 1, 0}}} {
		s := sweepWindow{sorted: c.column, falling: c.falling}
		if s.arrange(table); !slices.Equal(s.order, c.want) || s.broken != "2 of 4 broke" {
			t.Errorf("column %d, falling %v: %v, %q, want %v", c.column, c.falling, s.order, s.broken, c.want)
		}
	}
}
