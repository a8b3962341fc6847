package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"tumble/engine/timestep"
)

// Display is a simulated display and what the program learns of it.
type Display struct {
	Name string `json:"name"`
	// Hz is the refresh rate; with Variable the highest one.
	Hz float64 `json:"hz"`
	// Vsync is whether swaps wait for a refresh.
	Vsync bool `json:"vsync"`
	// Sigma is the Gaussian noise of readings (ms).
	Sigma float64 `json:"sigma_ms"`
	// Drop is the share of frames that miss a refresh, Late the share of readings that are late, by 4 ms on
	// average, without a drop.
	Drop float64 `json:"drop"`
	Late float64 `json:"late"`
	// Heartbeat makes readings early and late by so much, alternately (ms).
	Heartbeat float64 `json:"heartbeat_ms"`
	// Variable shows a frame as soon as it is ready, between 40 % of the rate and the rate.
	Variable bool `json:"variable"`
	// HitchEvery and Hitch make every n-th frame longer by so much (ms).
	HitchEvery int     `json:"hitch_every"`
	Hitch      float64 `json:"hitch_ms"`
	// Unfocused and Minimised are about the window: another has the focus, or nothing of it can be seen.
	Unfocused bool `json:"unfocused"`
	Minimised bool `json:"minimised"`
	// Queue is for how many refreshes the driver keeps a finished frame.
	Queue int `json:"queue"`
}

// Machine is what the frames cost.
type Machine struct {
	// Step and Draw are the wall times of one step and of drawing one frame (ms).
	Step float64 `json:"step_ms"`
	Draw float64 `json:"draw_ms"`
}

// Displays returns the displays of the standard suite.
func Displays() []Display {
	return []Display{
		{Name: "30", Hz: 30, Vsync: true, Sigma: .5},
		{Name: "59.94", Hz: 59.94, Vsync: true, Sigma: .5},
		{Name: "60", Hz: 60, Vsync: true, Sigma: .5},
		{Name: "60-perfect", Hz: 60, Vsync: true},
		{Name: "60-drops", Hz: 60, Vsync: true, Sigma: .5, Drop: .02},
		{Name: "60-late", Hz: 60, Vsync: true, Sigma: .5, Late: .02},
		{Name: "60-heartbeat", Hz: 60, Vsync: true, Heartbeat: 5.5},
		{Name: "60-hitch", Hz: 60, Vsync: true, Sigma: .5, HitchEvery: 300, Hitch: 120},
		{Name: "75", Hz: 75, Vsync: true, Sigma: 1},
		{Name: "100", Hz: 100, Vsync: true, Sigma: .5},
		{Name: "144", Hz: 144, Vsync: true, Sigma: .5},
		{Name: "165", Hz: 165, Vsync: true, Sigma: .5},
		{Name: "240", Hz: 240, Vsync: true, Sigma: .3},
		{Name: "144-variable", Hz: 144, Vsync: true, Sigma: .2, Variable: true},
		{Name: "off", Hz: 60, Vsync: false, Sigma: .05},
	}
}

// Situations returns the displays beside the standard suite: a window in another state, or a driver that queues frames.
func Situations() []Display {
	return []Display{
		{Name: "60-unfocused", Hz: 60, Vsync: true, Sigma: .5, Unfocused: true},
		{Name: "60-minimised", Hz: 60, Vsync: true, Sigma: .5, Minimised: true},
		{Name: "60-queued", Hz: 60, Vsync: true, Sigma: .5, Queue: 1},
	}
}

// FindDisplay returns the display of that name.
func FindDisplay(name string) (Display, error) {
	var names []string
	for _, d := range append(Displays(), Situations()...) {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return Display{}, fmt.Errorf("lab: display %q is unknown: must be one of %s", name, strings.Join(names, ", "))
}

// Validate returns an error when the display cannot be simulated.
func (d Display) Validate() error {
	switch {
	case !(d.Hz >= 1 && d.Hz <= 10_000):
		return fmt.Errorf("lab: display %q at %v Hz: must be from 1 to 10000", d.Name, d.Hz)
	case !(d.Sigma >= 0 && d.Sigma <= 1000) || !(math.Abs(d.Heartbeat) <= 1000) || !(d.Hitch >= 0 && d.Hitch <= 1e6):
		return fmt.Errorf("lab: display %q: noise %v ms, heartbeat %v ms, hitch %v ms: out of range", d.Name, d.Sigma, d.Heartbeat, d.Hitch)
	case d.Queue < 0 || d.Queue > 8:
		return fmt.Errorf("lab: display %q queues %d frames: must be from 0 to 8", d.Name, d.Queue)
	case !(d.Drop >= 0 && d.Drop <= 1) || !(d.Late >= 0 && d.Late <= 1) || d.HitchEvery < 0:
		return fmt.Errorf("lab: display %q: shares of frames must be from 0 to 1", d.Name)
	}
	return nil
}

// glass is the running display.
type glass struct {
	Display
	r       *rand.Rand
	period  float64 // ns
	refresh float64 // ns, the refresh that showed the last frame
	reading int64   // ns, the last reading: a clock does not go back
	frame   int
}

func newGlass(d Display, seed uint64) *glass {
	return &glass{Display: d, r: rand.New(rand.NewPCG(seed, 0x1ab)), period: 1e9 / d.Hz, refresh: float64(timestep.Second)}
}

// show shows a frame whose work takes so long (ns) from the last refresh on: it returns when
// the driver had it all, the refresh, and the program's reading of that.
func (g *glass) show(work float64) (drawEnd, refresh float64, reading int64) {
	g.frame++
	if g.HitchEvery > 0 && g.frame%g.HitchEvery == 0 {
		work += g.Hitch * 1e6
	}
	drawEnd = g.refresh + work
	switch {
	case !g.Vsync:
		refresh = drawEnd
	case g.Variable:
		refresh = math.Max(drawEnd, g.refresh+g.period)
		// a frame that is too slow for the display is held for another of its periods
		if slowest := g.refresh + 2.5*g.period; refresh > slowest {
			refresh = slowest + g.period*math.Ceil((refresh-slowest)/g.period)
		}
	default:
		missed := math.Floor(work / g.period)
		if g.r.Float64() < g.Drop {
			missed++
			drawEnd = g.refresh + math.Max(work, g.period*(1.1+.3*g.r.Float64()))
		}
		refresh = g.refresh + g.period*(missed+1)
	}
	noise := g.Sigma * 1e6 * g.r.NormFloat64()
	if g.r.Float64() < g.Late {
		noise += 4e6 * g.r.ExpFloat64()
	}
	noise += g.Heartbeat * 1e6 * float64(1-2*(g.frame&1))
	g.refresh = refresh
	g.reading = max(g.reading+1, int64(refresh+noise))
	return drawEnd, refresh, g.reading
}
