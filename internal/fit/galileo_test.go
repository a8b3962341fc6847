package fit

import (
	"math"
	"testing"

	"tumble/internal/sweep"
)

// TestGalileo fits the slope of the groove in which Galileo let a ball roll (Ms. Gal. 72, f. 107v, about 1604): seven
// distances in punti of 0.94 mm at beats of 0.55 s. Drake (1975) takes 1.7° for it. The plane is level here, and
// gravity leans.
func TestGalileo(t *testing.T) {
	c := recovery{"galileo", model(
		floor + `<body name="ball" pos="0 0 0.01"><freejoint/><geom type="sphere" size="0.01" density="8700"/></body>`),
		400,
		[]planted{{"gravity.x", 0.05, 1, 0}}, []sweep.Follow{{Column: "x", Quantity: `body("ball").position.x`}}}
	d := &Data{Columns: map[string][]float64{}}
	for i, punti := range []float64{33, 130, 298, 526, 824, 1192, 1620} {
		d.Time, d.Columns["x"] = append(d.Time, 0.55*float64(i+1)), append(d.Columns["x"], punti*0.94e-3)
	}
	r, err := Run(t.Context(), c.study(t), d, 2)
	if err != nil {
		t.Fatal(err)
	}
	e := r.Estimates[0]
	if slope := math.Atan(e.Value/9.81) * 180 / math.Pi; math.Abs(slope-1.68) > 0.01 || !e.Determined ||
		e.High-e.Low > 0.002 {
		t.Errorf("a slope of %.3f°, %+v", slope, e)
	}
	for i, x := range r.Followed[0] {
		if apart := x - d.Columns["x"][i]; math.Abs(apart) > 3.5e-3 {
			t.Errorf("beat %d: %.1f mm apart", i+1, apart*1e3)
		}
	}
}
