package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Goal is a figure that the default loop has to reach, beside what was measured.
type Goal struct {
	// Number is that of the list of goals in docs/timestep.md.
	Number int    `json:"number"`
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	// How says what measures it.
	How string `json:"how"`
	// Elsewhere is the goal in words where this command does not measure it, and Reason why not; with a figure that
	// misses its goal Reason says why it does.
	Elsewhere string `json:"elsewhere,omitempty"`
	Reason    string `json:"reason,omitempty"`
	// Limit is the goal: at most that, or at least where AtLeast is set.
	Limit    float64 `json:"limit"`
	AtLeast  bool    `json:"at_least,omitempty"`
	Measured float64 `json:"measured"`
	// OfMachine is set for figures that depend on the machine, its display and its other programs: such goals do not
	// count.
	OfMachine bool `json:"of_machine,omitempty"`
	// Outcome is that of the figure in words, set when the goals are written.
	Outcome string `json:"outcome"`
}

// Held reports whether the goal is reached.
func (g *Goal) Held() bool {
	if g.AtLeast {
		return g.Measured >= g.Limit
	}
	return g.Measured <= g.Limit
}

// outcome is Outcome.
func (g *Goal) outcome() string {
	switch {
	case g.Elsewhere != "":
		return "not here"
	case g.Held():
		return "held"
	case g.OfMachine:
		return "missed here"
	}
	return "MISSED"
}

// Missed returns the goals that count and are missed.
func Missed(list []Goal) []Goal {
	var missed []Goal
	for i := range list {
		if list[i].outcome() == "MISSED" {
			missed = append(missed, list[i])
		}
	}
	return missed
}

// goals collects goals and the first error.
type goals struct {
	ctx      context.Context
	list     []Goal
	frames   int
	seeds    []uint64
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
	if len(c.Seeds) == 0 {
		c.Seeds = g.seeds
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
	g.list = append(g.list, Goal{Number: g.number, How: simulated, Name: name, Unit: unit, Limit: limit,
		Measured: measured})
}

func (g *goals) least(name, unit string, limit, measured float64) {
	g.list = append(g.list, Goal{Number: g.number, How: simulated, Name: name, Unit: unit, Limit: limit, AtLeast: true,
		Measured: measured})
}

// simulated is how this command measures.
const simulated = "lab --goals"

// Goals measures the goals of the default loop that simulated displays, single parts and this machine can show, over so
// many frames after 600 of warm-up with these seeds of the noise, DefaultSeeds if there are none. The others follow
// with the means that measure them.
func Goals(ctx context.Context, frames int, seeds []uint64) ([]Goal, error) {
	if len(seeds) == 0 {
		seeds = DefaultSeeds
	}
	g := &goals{ctx: ctx, frames: frames, seeds: seeds}
	g.judder()
	g.speed()
	g.stall()
	g.same()
	g.counted()
	g.machines()
	g.planted()
	g.measured()
	g.number = 2
	g.most("residual of the ledger over all of these runs", "ns", 0, float64(g.residual))
	for _, e := range elsewhere {
		g.list = append(g.list, Goal{Number: e.number, Name: e.name, Elsewhere: e.goal, How: e.how, Reason: e.reason})
	}
	slices.SortStableFunc(g.list, func(a, b Goal) int { return a.Number - b.Number })
	return g.list, g.err
}

// Together adds goals that were measured elsewhere; they replace the goals of their numbers that the laboratory could
// not measure.
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
		r := g.run(Config{Strategy: "interpolate", Display: g.display(c.display), Machine: Machine{Wake: DefaultWake},
			JustInTime: true})
		g.most(c.text, "% rms", c.limit, r.JudderRMS)
		if c.display == "60" {
			g.most("the same, 99 of 100 frames", "%", .5, r.JudderP99)
		}
		g.most("frames that go back or show the same again", "", 0, float64(r.Backwards)+r.Repeats)
		if c.number == 8 {
			g.glass(c.limit)
		}
	}
}

// glass compares the judder on the glass of a display that drops frames with the cost of the drops themselves. A
// frame that is dropped shows the motion of one period over two, an error of −1/2 that nobody can foresee; the
// next one makes up for it, an error of +1: of a share p of drops come √(1.25·p), 15.8 % of 2 %.
func (g *goals) glass(limit float64) {
	d := g.display("60-drops")
	r := g.run(Config{Strategy: "interpolate", Display: d, Seeds: g.seeds[:1]})
	drops, period := 0, 1000/d.Hz
	for i := 1; i < len(r.Trace); i++ {
		drops += int(math.Round((r.Trace[i].Display-r.Trace[i-1].Display)/period)) - 1
	}
	cost := 100 * math.Sqrt(1.25*float64(drops)/float64(max(len(r.Trace)-1, 1)))
	g.most(fmt.Sprintf("on the glass, beyond the %.1f %% that the drops themselves cost", cost), "points", limit,
		r.GlassRMS-cost)
}

// speed is that of the world when frames come at any rate or cost too much.
func (g *goals) speed() {
	g.number = 11
	for _, fps := range []float64{30, 144, 1000} {
		free := Display{Name: "free", Hz: 60}
		r := g.run(Config{Strategy: "interpolate-raw", Display: free, Machine: Machine{Draw: 1000 / fps}})
		g.most(fmt.Sprintf("error of the speed at %.0f frames a second, no vsync", fps), "%", .01,
			100*math.Abs(r.Speed-1))
	}
	g.number = 12
	r := g.run(Config{Strategy: "interpolate-raw", Display: Display{Name: "off", Hz: 60},
		Machine: Machine{Step: 12, Draw: 4}, Frames: 1000})
	g.least("speed with steps of 12 ms and 4 ms of drawing", "", .78, r.Speed)
	g.most("longest frame of it", "ms", 64.01, r.FrameMax)
	g.most("difference of steps between its frames", "", 1, float64(r.StepsMax-r.StepsMin))
	g.number = 3
	drift := g.run(Config{Strategy: "interpolate-raw", Display: g.display("60"), Hz: 144})
	g.most("drift of the simulated time at 144 Hz", "ms/h", 0, math.Abs(drift.Drift))
}

// stall measures the cost of two seconds without a frame.
func (g *goals) stall() {
	g.number = 13
	d := Display{Name: "stall", Hz: 60, Vsync: true, HitchEvery: 300, Hitch: 2000}
	r := g.run(Config{Strategy: "interpolate-raw", Display: d, Frames: 800, Seeds: g.seeds[:1]})
	g.most("steps in the frame after a stall of 2 s", "", 26, float64(r.StepsMax))
	r = g.run(Config{Strategy: "interpolate-raw", Display: d, Frames: 800, Seeds: g.seeds[:1], Clamp: -1})
	g.most("time lost by it without the clamp", "ms", 0, r.Lost)
}

// same counts the displays on which the state after five simulated seconds differs.
func (g *goals) same() {
	g.number = 18
	other, first := 0, uint64(0)
	for i, name := range []string{"30", "60", "144", "240"} {
		r := g.run(Config{Strategy: "interpolate", Display: g.display(name), Frames: 2000, Seeds: g.seeds[:1]})
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
		return g.run(Config{Strategy: strategy, Display: g.display("60"), Frames: 2000, Seeds: g.seeds[:1]}).AgeMean
	}
	g.most("lag of interpolation is a tick of 10 ms, off by", "ms", .001,
		math.Abs(age("interpolate")-age("extrapolate")-10))
}

// goalColumns is the width of the table of goals.
const goalColumns = 120

// WriteGoals prints goals, measured figures and whether they hold; below it those that count and are missed with their
// reason, those of this machine, which do not count, and those that others measure.
func WriteGoals(w io.Writer, list []Goal) error {
	var b strings.Builder
	var machine, elsewhere []*Goal
	held, missed := 0, 0
	for i := range list {
		g := &list[i]
		g.Outcome = g.outcome()
		switch {
		case g.Elsewhere != "":
			elsewhere = append(elsewhere, g)
			continue
		case g.OfMachine:
			machine = append(machine, g)
			continue
		case g.Held():
			held++
		default:
			missed++
		}
		g.line(&b)
	}
	if len(machine) > 0 {
		b.WriteString("\nfigures of this machine, with all that runs on it; they do not count\n")
		for _, g := range machine {
			g.line(&b)
		}
	}
	if len(elsewhere) > 0 {
		b.WriteString("\nnot measured here; they do not count\n")
		for _, g := range elsewhere {
			wrap(&b, fmt.Sprintf("%2d  %s: %s; by %s; %s", g.Number, g.Name, g.Elsewhere, g.How, g.Reason))
		}
	}
	if held+missed > 0 {
		fmt.Fprintf(&b, "\n%d goals held, %d missed\n", held, missed)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes a figure beside its goal, and why it misses it.
func (g *Goal) line(b *strings.Builder) {
	sign := "<="
	if g.AtLeast {
		sign = ">="
	}
	figure := fmt.Sprintf("%12s  %s %g %s", fmt.Sprintf("%.4g", g.Measured), sign, g.Limit, g.Unit)
	wrap(b, fmt.Sprintf("%2d  %-11s %-32s  %s", g.Number, g.outcome(), figure, g.Name))
	if !g.Held() && g.Reason != "" {
		wrap(b, "                 "+g.Reason)
	}
}

// wrap writes a line in goalColumns columns; what follows the first one is indented.
func wrap(b *strings.Builder, line string) {
	for len(line) > goalColumns {
		cut := strings.LastIndexByte(line[:goalColumns+1], ' ')
		if cut < goalColumns/2 {
			cut = goalColumns
		}
		b.WriteString(line[:cut] + "\n")
		line = "      " + strings.TrimLeft(line[cut:], " ")
	}
	b.WriteString(line + "\n")
}

// JSONGoals writes the goals for programs.
func JSONGoals(w io.Writer, list []Goal) error {
	for i := range list {
		list[i].Outcome = list[i].outcome()
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(list)
}
