package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// The random machines on which the default loop is compared with the raw clock.
const (
	machines = 1000
	// noMoreThan is by how much the default may be worse than the raw clock (points of judder), noiseOf from where
	// readings or wake-ups err by enough for it to have to be better (ms).
	noMoreThan, noiseOf = .05, .2
)

// randomMachine is the n-th machine: a display of 24 to 360 Hz with or without noise of readings, of wake-ups and of
// the end of drawing (up to 2 ms and a third of the refresh), drawing that takes up to 1.2 refreshes, and dropped
// frames, late readings or readings early and late in turns. Where readings are late or in turns drawing leaves a part
// of the refresh: otherwise half of the frames miss theirs, and which of them did nobody can tell.
func randomMachine(n uint64) Config {
	r := rand.New(rand.NewPCG(n, 46))
	hz := 24 * math.Pow(15, r.Float64())
	period := 1000 / hz
	noise := func() float64 {
		if r.IntN(4) == 0 {
			return 0
		}
		return min(.02*math.Pow(100, r.Float64()), period/3)
	}
	d := Display{Name: fmt.Sprintf("random %d", n), Hz: hz, Vsync: true, Sigma: noise(), DrawNoise: noise()}
	m := Machine{Wake: noise(), Draw: 1.2 * r.Float64() * period}
	switch r.IntN(6) {
	case 0:
		d.Drop = .03 * r.Float64()
	case 1:
		d.Late, m.Draw = .03*r.Float64(), .7*m.Draw
	case 2:
		d.Heartbeat, m.Draw = .33*r.Float64()*period, .4*m.Draw
	}
	return Config{Display: d, Machine: m, JustInTime: r.IntN(3) > 0, Seeds: []uint64{n}}
}

// noisy reports whether the raw clock of a machine errs.
func (c Config) noisy() bool { return c.Display.Sigma >= noiseOf || c.Machine.Wake >= noiseOf }

// compare runs the default loop and the raw clock.
func (g *goals) compare(c Config) (ours, raw float64) {
	c.Strategy = "interpolate"
	ours = g.run(c).JudderRMS
	c.Strategy = "interpolate-raw"
	return ours, g.run(c).JudderRMS
}

// machines compares the default loop with the raw clock on random machines.
func (g *goals) machines() {
	g.number = 39
	above, not := math.Inf(-1), 0
	for n := range uint64(machines) {
		c := randomMachine(n)
		c.Frames = max(g.frames/4, 10)
		ours, raw := g.compare(c)
		if g.err != nil {
			return
		}
		above = max(above, ours-raw)
		if c.noisy() && ours >= raw {
			not++
		}
	}
	g.most(fmt.Sprintf("judder above the raw clock's on %d random machines, largest", machines), "points", noMoreThan,
		above)
	g.most("machines with readings or wake-ups off by 0.2 ms on which it is not below", "", 0, float64(not))
}

// planted compares them on a display of 60 Hz with planted noise of the end of drawing.
func (g *goals) planted() {
	g.number = 40
	above, good := math.Inf(-1), 0.0
	for _, read := range []float64{0, .5} {
		for _, draw := range []float64{1, 8, 15.5, 16.2} {
			for _, noted := range []float64{0, .2, .5, 2} {
				d := Display{Name: "planted", Hz: 60, Vsync: true, Sigma: read, DrawNoise: noted}
				ours, raw := g.compare(Config{Display: d, Machine: Machine{Draw: draw}, JustInTime: true})
				above = max(above, ours-raw)
				if noted <= .2 {
					good = max(good, ours)
				}
			}
		}
	}
	g.most("judder above the raw clock's with drawing of 1 to 16.2 ms noted within 0 to 2 ms, largest", "points",
		noMoreThan, above)
	g.most("judder with drawing noted within 0.2 ms, largest", "% rms", .2, good)
}
