package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/internal/sweep"
)

// TestFirstOrder compares with the known indices of Ishigami's function, of a sum and of nothing.
func TestFirstOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 8000
	x, y := make([][]float64, 3), make([]float64, n)
	for k := range x {
		x[k] = make([]float64, n)
	}
	for i := range n {
		for k := range x {
			x[k][i] = random.Float64()
		}
		a, b, c := (2*x[0][i]-1)*math.Pi, (2*x[1][i]-1)*math.Pi, (2*x[2][i]-1)*math.Pi
		y[i] = math.Sin(a) + 7*math.Sin(b)*math.Sin(b) + 0.1*math.Pow(c, 4)*math.Sin(a)
	}
	for k, want := range []float64{0.3139, 0.4424, 0} {
		if got := FirstOrder(x[k], y); math.Abs(got-want) > 0.03 {
			t.Errorf("index %d of Ishigami's function: %.3f, want %.3f", k, got, want)
		}
	}
	// few levels, as in a grid: y = 2a + b has the indices 4/5 and 1/5
	for i := range n {
		x[0][i], x[1][i] = float64(i%5)/4, float64(i/5%5)/4
		y[i] = 2*x[0][i] + x[1][i]
	}
	if a, b := FirstOrder(x[0], y), FirstOrder(x[1], y); math.Abs(a-0.8) > 0.01 || math.Abs(b-0.2) > 0.01 {
		t.Errorf("indices of a grid: %.3f, %.3f", a, b)
	}
	if s := FirstOrder(x[0], make([]float64, n)); s != 0 {
		t.Errorf("index of a constant: %g", s)
	}
}

// TestElementaryEffects: a linear metric has the same effect everywhere, a product a spread.
func TestElementaryEffects(t *testing.T) {
	h := &sweep.Head{Cells: 40 * 4, Repeat: 1, Metrics: []sweep.Column{{Name: "linear"}, {Name: "product"}},
		Design: sweep.Design{Kind: "elementary"}}
	for _, key := range []string{"a", "b", "c"} {
		h.Parameters = append(h.Parameters, sweep.Parameter{Key: key, Low: 0, High: 1})
	}
	random := rand.New(rand.NewPCG(1, 2))
	e := newEffects(h)
	for cell := 0; cell < h.Cells; cell += 4 {
		p := [3]float64{float64(random.IntN(2)) / 4, float64(random.IntN(2)) / 4, float64(random.IntN(2)) / 4}
		for k := -1; k < 3; k++ {
			if k >= 0 {
				p[k] += 0.5
			}
			e.add(&sweep.Row{Cell: cell + k + 1, State: sweep.Fine, Values: []sweep.Number{sweep.Number(p[0]),
				sweep.Number(p[1]), sweep.Number(p[2])},
				Metrics: []sweep.Number{sweep.Number(3*p[0] - 2*p[1]), sweep.Number(p[0] * p[1])}})
		}
	}
	got := e.result()
	if len(got) != 2 || got[0].Method != "elementary effects" {
		t.Fatalf("%+v", got)
	}
	for k, want := range []float64{3, 2, 0} {
		if f := got[0].Effect[k]; math.Abs(f.Value-want) > 1e-12 || f.Spread > 1e-6 {
			t.Errorf("linear: %+v, want %g", f, want)
		}
	}
	if f := got[1].Effect; f[0].Spread < 0.05 || f[1].Spread < 0.05 || f[2].Value != 0 {
		t.Errorf("product: %+v", f)
	}
}
