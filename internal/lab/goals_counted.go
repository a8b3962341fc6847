package lab

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tumble/engine/timestep"
)

// counted are the goals that need no display but counts: ledger, steps of frames, monotone speed, changes at run time.
func (g *goals) counted() {
	g.ledger()
	g.patterns()
	g.looks()
	g.lives()
	g.monotone()
	g.changes()
}

// ledger runs an hour of uneven frames at eleven rates.
func (g *goals) ledger() {
	g.number = 2
	residual, off := int64(0), int64(0)
	for _, hz := range []int64{24, 30, 60, 64, 90, 100, 120, 144, 165, 240, 1000} {
		r := g.runner(hz)
		if g.err != nil {
			return
		}
		chance := rand.New(rand.NewPCG(uint64(hz), 2))
		begin := timestep.Second
		now := begin
		for g.frame(r, now); now < begin+3600*timestep.Second; g.frame(r, now) {
			now = min(now+5*timestep.Millisecond+chance.Int64N(25*timestep.Millisecond), begin+3600*timestep.Second)
		}
		g.err = r.Ledger().Check()
		residual = max(residual, r.Ledger().Residual(), -r.Ledger().Residual())
		off = max(off, int64(r.State().Tick)-3600*hz, 3600*hz-int64(r.State().Tick))
	}
	g.most("residual of the ledger after an hour at eleven rates", "ns", 0, float64(residual))
	g.most("ticks too many or too few in that hour", "", 0, float64(off))
}

func (g *goals) runner(hz int64) *timestep.Runner {
	r, err := timestep.NewRunner("interpolate-raw", hz)
	if err == nil {
		err = g.ctx.Err()
	}
	g.err = err
	return r
}

// frame runs the ticks of a frame, which cost nothing.
func (g *goals) frame(r *timestep.Runner, now int64) {
	r.Begin(now)
	for _, ok := r.Next(0); ok; _, ok = r.Next(0) {
		r.Ran(0)
	}
	r.End()
}

// patterns counts frames with another number of steps than the time on the display allows, on 16 displays with readings
// off by two milliseconds, or a third of the period, beyond which nobody can tell refreshes apart.
func (g *goals) patterns() {
	g.number = 4
	even, edge := 0.0, 0.0
	for _, hz := range []float64{24, 25, 30, 48, 50, 59.94, 60, 72, 75, 85, 90, 100, 120, 144, 165, 240} {
		d := Display{Name: fmt.Sprint(hz), Hz: hz, Vsync: true, Sigma: min(2, 333/hz)}
		r := g.run(Config{Strategy: "interpolate", Display: d, Seeds: g.seeds[:1]})
		if g.err != nil {
			return
		}
		off := 0
		for i := 1; i < len(r.Trace); i++ {
			shown := math.Round((r.Trace[i].Display-r.Trace[i-1].Display)*hz/1000) * 100 / hz
			if n := float64(r.Trace[i].Steps); n < math.Floor(shown) || n > math.Ceil(shown) {
				off++
			}
		}
		part := 100 * float64(off) / float64(max(len(r.Trace), 1))
		if math.Mod(100, hz) == 0 {
			edge = max(edge, part)
		} else {
			even = max(even, part)
		}
	}
	g.most("frames off the pattern of steps, 13 displays, readings off by 2 ms (a third of a refresh at most)", "%", .1,
		even)
	g.most("the same at 25, 50 and 100 Hz, whose refreshes lie on the edge of a tick", "%", .1, edge)
}

// monotone is the largest rise of the speed when frames become longer.
func (g *goals) monotone() {
	g.number = 14
	last, rise := 1.0, 0.0
	for ms := 20.0; ms <= 400; ms *= 1.05 {
		r := g.run(Config{Strategy: "interpolate-raw", Display: Display{Name: "off", Hz: 60},
			Machine: Machine{Draw: ms}, Frames: 600, Seeds: g.seeds[:1]})
		rise = max(rise, r.Speed-last)
		last = r.Speed
	}
	g.most("rise of the speed with longer frames, 20 to 400 ms", "", .01, rise)
}

// changes of rate and speed at run time must keep alpha and lose nothing.
func (g *goals) changes() {
	g.number = 35
	r := g.runner(100)
	chance := rand.New(rand.NewPCG(35, 35))
	jump := 0.0
	now := timestep.Second
	for i := 0; i < 20_000 && g.err == nil; i++ {
		now += 1 + chance.Int64N(40*timestep.Millisecond)
		g.frame(r, now)
		if i%50 == 0 {
			before := r.Strategies().Stepper.Alpha()
			g.err = r.SetRate(10 + chance.Int64N(991))
			jump = max(jump, math.Abs(r.Strategies().Stepper.Alpha()-before))
		}
		if i%70 == 0 && g.err == nil {
			g.err = r.Virtual().SetSpeed(chance.Int64N(10_001), 1000)
		}
	}
	if g.err == nil {
		g.err = r.Ledger().Check()
	}
	g.most("jump of alpha at 400 changes of the rate", "", 0, jump)
	g.most("residual of the ledger after them", "ns", 0, math.Abs(float64(r.Ledger().Residual())))
}
