package lab

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"tumble/engine/timestep"
)

// Goal is a figure that the default loop has to reach, beside what was measured.
type Goal struct {
	// Number is that of the list of goals in docs/timestep.md.
	Number int
	Name   string
	Unit   string
	// How says what measures it.
	How string
	// Elsewhere is the goal in words where this command does not measure it, and Reason why not; with a figure that misses
	// its goal Reason says why it does.
	Elsewhere, Reason string
	// Limit is the goal: at most that, or at least where AtLeast is set.
	Limit    float64
	AtLeast  bool
	Measured float64
}

// Held reports whether the goal is reached.
func (g *Goal) Held() bool {
	if g.AtLeast {
		return g.Measured >= g.Limit
	}
	return g.Measured <= g.Limit
}

// goals collects goals and the first error.
type goals struct {
	ctx      context.Context
	list     []Goal
	frames   int
	number   int // of the goals being measured
	residual int64
	err      error
}

// run is Run with the number of frames of the goals; it keeps the worst ledger.
func (g *goals) run(c Config) Result {
	if g.err != nil {
		return Result{}
	}
	if c.Frames == 0 {
		c.Frames = g.frames
	}
	c.WarmUp = 600
	r, err := Run(g.ctx, c)
	g.err = err
	g.residual = max(g.residual, r.Residual, -r.Residual)
	return r
}

func (g *goals) display(name string) Display {
	d, err := FindDisplay(name)
	if err != nil && g.err == nil {
		g.err = err
	}
	return d
}

func (g *goals) most(name, unit string, limit, measured float64) {
	g.list = append(g.list, Goal{Number: g.number, How: simulated, Name: name, Unit: unit, Limit: limit, Measured: measured})
}

func (g *goals) least(name, unit string, limit, measured float64) {
	g.list = append(g.list, Goal{Number: g.number, How: simulated, Name: name, Unit: unit, Limit: limit, AtLeast: true, Measured: measured})
}

// simulated is how this command measures.
const simulated = "lab --goals"

// Goals measures the goals of the default loop that simulated displays, single parts and this machine can show, over so
// many frames after 600 of warm-up; 0 takes 6000. The others follow with what measures them.
func Goals(ctx context.Context, frames int) ([]Goal, error) {
	g := &goals{ctx: ctx, frames: frames}
	g.judder()
	g.speed()
	g.stall()
	g.same()
	g.counted()
	g.measured()
	g.number = 2
	g.most("residual of the ledger over all of these runs", "ns", 0, float64(g.residual))
	for _, e := range elsewhere {
		g.list = append(g.list, Goal{Number: e.number, Name: e.name, Elsewhere: e.goal, How: e.how, Reason: e.reason})
	}
	slices.SortStableFunc(g.list, func(a, b Goal) int { return a.Number - b.Number })
	return g.list, g.err
}

// Together adds goals that others have measured; they stand for those of the same number that this laboratory could not measure.
func Together(list, more []Goal) []Goal {
	known := map[int]bool{}
	for i := range more {
		known[more[i].Number] = known[more[i].Number] || more[i].Elsewhere == ""
	}
	var all []Goal
	for _, g := range list {
		if g.Elsewhere == "" || !known[g.Number] {
			all = append(all, g)
		}
	}
	all = append(all, more...)
	slices.SortStableFunc(all, func(a, b Goal) int { return a.Number - b.Number })
	return all
}

// judder is that of the display clock, with the same settings everywhere.
func (g *goals) judder() {
	for _, c := range []struct {
		number        int
		display, text string
		limit         float64
	}{
		{5, "60", "judder at 60 Hz, readings off by 0.5 ms", .2},
		{6, "144", "judder at 144 Hz, readings off by 0.5 ms", .4},
		{8, "60-drops", "judder at 60 Hz, 2 % of the frames dropped", .3},
		{9, "60-late", "judder at 60 Hz, 2 % of the readings late", .25},
		{7, "60-heartbeat", "judder at 60 Hz, readings 5.5 ms off in turns", .2},
	} {
		g.number = c.number
		r := g.run(Config{Strategy: "interpolate", Display: g.display(c.display), JustInTime: true})
		g.most(c.text, "% rms", c.limit, r.JudderRMS)
		if c.display == "60" {
			g.most("the same, 99 of 100 frames", "%", .5, r.JudderP99)
		}
		g.most("frames that go back or show the same again", "", 0, float64(r.Backwards)+r.Repeats)
		if c.number == 8 {
			g.glass(c.limit, r.GlassRMS)
		}
	}
}

// glass is the judder on the glass of a display that drops frames: that of the default, and that of the loop which comes closest.
func (g *goals) glass(limit, ours float64) {
	// The frame that is dropped shows the motion of one period over two, an error of −1/2 that nobody can foresee; who makes up for
	// it in the next frame adds one of +1.
	const least = "a drop is known after it: of 2 % of the frames come 7.1 % for any loop that keeps time, 15.8 % for one that makes up at once"
	g.most("on the glass, the default", "% rms", limit, ours)
	g.list[len(g.list)-1].Reason = least
	best, closest := math.Inf(1), ""
	for _, name := range timestep.StrategyNames() {
		if r := g.run(Config{Strategy: name, Display: g.display("60-drops"), Seeds: DefaultSeeds[:1]}); r.GlassRMS < best && math.Abs(r.Speed-1) < .01 {
			best, closest = r.GlassRMS, name
		}
	}
	g.most("on the glass, the loop that comes closest: "+closest, "% rms", limit, best)
	g.list[len(g.list)-1].Reason = least
}

// speed is that of the world when frames come at any rate or cost too much.
func (g *goals) speed() {
	g.number = 11
	for _, fps := range []float64{30, 144, 1000} {
		free := Display{Name: "free", Hz: 60}
		r := g.run(Config{Strategy: "interpolate-raw", Display: free, Machine: Machine{Draw: 1000 / fps}})
		g.most(fmt.Sprintf("error of the speed at %.0f frames a second, no vsync", fps), "%", .01, 100*math.Abs(r.Speed-1))
	}
	g.number = 12
	r := g.run(Config{Strategy: "interpolate-raw", Display: Display{Name: "off", Hz: 60}, Machine: Machine{Step: 12, Draw: 4}, Frames: 1000})
	g.least("speed with steps of 12 ms and 4 ms of drawing", "", .78, r.Speed)
	g.most("longest frame of it", "ms", 64.01, r.FrameMax)
	g.most("difference of steps between its frames", "", 1, float64(r.StepsMax-r.StepsMin))
	g.number = 3
	drift := g.run(Config{Strategy: "interpolate-raw", Display: g.display("60"), Hz: 144})
	g.most("drift of the simulated time at 144 Hz", "ms/h", 0, math.Abs(drift.Drift))
}

// stall is what two seconds without a frame cost.
func (g *goals) stall() {
	g.number = 13
	d := Display{Name: "stall", Hz: 60, Vsync: true, HitchEvery: 300, Hitch: 2000}
	r := g.run(Config{Strategy: "interpolate-raw", Display: d, Frames: 800, Seeds: DefaultSeeds[:1]})
	g.most("steps in the frame after a stall of 2 s", "", 26, float64(r.StepsMax))
	r = g.run(Config{Strategy: "interpolate-raw", Display: d, Frames: 800, Seeds: DefaultSeeds[:1], Clamp: -1})
	g.most("time lost by it without the clamp", "ms", 0, r.Lost)
}

// same counts displays on which the state after five simulated seconds is another.
func (g *goals) same() {
	g.number = 18
	other, first := 0, uint64(0)
	for i, name := range []string{"30", "60", "144", "240"} {
		r := g.run(Config{Strategy: "interpolate", Display: g.display(name), Frames: 2000, Seeds: DefaultSeeds[:1]})
		if i == 0 {
			first = r.Hash
		}
		if r.Hash != first || r.Hash == 0 {
			other++
		}
	}
	g.most("displays of 30 to 240 Hz with another state", "", 0, float64(other))
	g.number = 15
	age := func(strategy string) float64 {
		return g.run(Config{Strategy: strategy, Display: g.display("60"), Frames: 2000, Seeds: DefaultSeeds[:1]}).AgeMean
	}
	g.most("lag of interpolation is a tick of 10 ms, off by", "ms", .001, math.Abs(age("interpolate")-age("extrapolate")-10))
}

// WriteGoals prints goals, measured figures, whether they hold and what measures them.
func WriteGoals(w io.Writer, list []Goal) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "no.\tproperty\tgoal\tmeasured\tholds\thow\t")
	for i := range list {
		g := &list[i]
		if g.Elsewhere != "" {
			fmt.Fprintf(t, "%d\t%s\t%s\t-\tnot here: %s\t%s\t\n", g.Number, g.Name, g.Elsewhere, g.Reason, g.How)
			continue
		}
		sign, outcome := "<=", "held"
		if g.AtLeast {
			sign = ">="
		}
		if !g.Held() {
			outcome = "MISSED"
			if g.Reason != "" {
				outcome += ": " + g.Reason
			}
		}
		fmt.Fprintf(t, "%d\t%s\t%s %g %s\t%.4g %s\t%s\t%s\t\n", g.Number, g.Name, sign, g.Limit, g.Unit, g.Measured, g.Unit, outcome, g.How)
	}
	return t.Flush()
}
