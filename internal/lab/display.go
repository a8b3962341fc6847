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
	// Sigma is the standard deviation of the moment at which the program learns of a refresh (ms), DrawNoise that of
	// the reading of the moment at which the driver had all of a frame.
	Sigma     float64 `json:"sigma_ms"`
	DrawNoise float64 `json:"draw_noise_ms"`
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

// Machine has the costs of a frame.
type Machine struct {
	// Step and Draw are the wall times of one step and of drawing one frame (ms).
	Step float64 `json:"step_ms"`
	Draw float64 `json:"draw_ms"`
	// Wake is by how much a wait ends late, on average (ms).
	Wake float64 `json:"wake_ms"`
}

// Validate returns an error when the machine cannot be simulated.
func (m Machine) Validate() error {
	for _, c := range []struct {
		name string
		ms   float64
	}{{"step", m.Step}, {"drawing", m.Draw}, {"late wake-up", m.Wake}} {
		if !(c.ms >= 0 && c.ms <= 10_000) {
			return fmt.Errorf("lab: a %s of %v ms: must be from 0 to 10000", c.name, c.ms)
		}
	}
	return nil
}

// Displays returns the displays of the standard suite.
func Displays() []Display {
	return []Display{
		{Name: "30", Hz: 30, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "59.94", Hz: 59.94, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "60", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "60-perfect", Hz: 60, Vsync: true},
		{Name: "60-drops", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, Drop: .02},
		{Name: "60-late", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, Late: .02},
		{Name: "60-heartbeat", Hz: 60, Vsync: true, Heartbeat: 5.5},
		{Name: "60-hitch", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, HitchEvery: 300, Hitch: 120},
		{Name: "75", Hz: 75, Vsync: true, Sigma: 1, DrawNoise: .2},
		{Name: "100", Hz: 100, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "144", Hz: 144, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "165", Hz: 165, Vsync: true, Sigma: .5, DrawNoise: .2},
		{Name: "240", Hz: 240, Vsync: true, Sigma: .3, DrawNoise: .2},
		{Name: "144-variable", Hz: 144, Vsync: true, Sigma: .2, DrawNoise: .2, Variable: true},
		{Name: "off", Hz: 60, Vsync: false, Sigma: .05, DrawNoise: .2},
	}
}

// Situations returns the displays beside the standard suite: a window in another state, or a driver that queues frames.
func Situations() []Display {
	return []Display{
		{Name: "60-unfocused", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, Unfocused: true},
		{Name: "60-minimised", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, Minimised: true},
		{Name: "60-queued", Hz: 60, Vsync: true, Sigma: .5, DrawNoise: .2, Queue: 1},
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
	case !(d.DrawNoise >= 0 && d.DrawNoise <= 1000):
		return fmt.Errorf("lab: display %q: drawing ends noted within %v ms: must be from 0 to 1000", d.Name,
			d.DrawNoise)
	case !(d.Sigma >= 0 && d.Sigma <= 1000) || !(math.Abs(d.Heartbeat) <= 1000) || !(d.Hitch >= 0 && d.Hitch <= 1e6):
		return fmt.Errorf("lab: display %q: noise %v ms, heartbeat %v ms, hitch %v ms: out of range", d.Name, d.Sigma,
			d.Heartbeat, d.Hitch)
	case d.Queue < 0 || d.Queue > 8:
		return fmt.Errorf("lab: display %q queues %d frames: must be from 0 to 8", d.Name, d.Queue)
	case !(d.Drop >= 0 && d.Drop <= 1) || !(d.Late >= 0 && d.Late <= 1) || d.HitchEvery < 0:
		return fmt.Errorf("lab: display %q: shares of frames must be from 0 to 1", d.Name)
	}
	return nil
}

// glass is the running display and what the program learns of it.
type glass struct {
	Display
	r        *rand.Rand
	period   float64 // ns
	refresh  float64 // ns, the refresh that showed the last frame
	released float64 // ns, the newest refresh after which a frame can be made
	reading  int64   // ns, the last reading: a clock does not go back
	wake     float64 // mean lateness of a wake-up, ns
	frame    int
}

func newGlass(d Display, wake float64, seed uint64) *glass {
	return &glass{
		Display: d, r: rand.New(rand.NewPCG(seed, 0x1ab)), period: 1e9 / d.Hz, refresh: float64(timestep.Second),
		released: float64(timestep.Second), reading: timestep.Second, wake: wake * 1e6,
	}
}

// woken implements source.
func (g *glass) woken(at, spin int64) int64 {
	return max(at, at-spin+int64(g.wake*g.r.ExpFloat64()))
}

// next implements source.
func (g *glass) next(begun int64, work float64) (shownFrame, bool) {
	g.frame++
	if g.HitchEvery > 0 && g.frame%g.HitchEvery == 0 {
		work += g.Hitch * 1e6
	}
	end := math.Max(float64(begun)+work, g.refresh)
	switch {
	case !g.Vsync:
		g.refresh = end
	case g.Variable:
		g.refresh = g.held(end)
	default:
		missed := math.Floor((end - g.refresh) / g.period)
		if g.r.Float64() < g.Drop {
			missed++
			end = g.refresh + g.period*(missed+.1+.3*g.r.Float64())
		}
		g.refresh += g.period * (missed + 1)
	}
	g.released = g.refresh
	noise := g.Sigma * 1e6 * g.r.NormFloat64()
	if g.r.Float64() < g.Late {
		noise += 4e6 * g.r.ExpFloat64()
	}
	noise += g.Heartbeat * 1e6 * float64(1-2*(g.frame&1))
	g.reading = max(g.reading+1, int64(g.refresh+noise))
	return shownFrame{drawEnd: int64(end + g.DrawNoise*1e6*g.r.NormFloat64()), refresh: g.refresh, reading: g.reading},
		true
}

// held is when a display of variable rate shows a frame that is drawn at a moment (ns). It repeats the frame before
// when that takes longer than its slowest rate allows, and is then busy for another of its shortest periods.
func (g *glass) held(end float64) float64 {
	at := math.Max(end, g.refresh+g.period)
	if slowest := g.refresh + 2.5*g.period; at > slowest {
		at = slowest + g.period*math.Ceil((at-slowest)/g.period)
	}
	return at
}

// nap implements source.
func (g *glass) nap(from int64, ns float64) {
	g.reading = max(g.reading+1, g.woken(from+int64(ns), 0))
	if passed := float64(g.reading) - g.released; g.Vsync && !g.Variable {
		g.released += g.period * math.Floor(math.Max(passed, 0)/g.period)
	} else {
		g.released = float64(g.reading)
	}
}

// last implements source.
func (g *glass) last() (released float64, reading int64) { return g.released, g.reading }
