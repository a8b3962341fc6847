package lab

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/lockstep"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// real says of a figure that it is that of this machine, with its noise.
const real = "lab --goals, this machine"

// measured are goals of single parts: the display clock, the blend of poses, the frame limit and lockstep.
func (g *goals) measured() {
	g.rateChanges()
	g.input()
	g.spins()
	g.limiterModel()
	g.limiter()
	g.lockstep()
}

// rateChanges switches a display between 60 and 144 Hz, with and without word from the window system.
func (g *goals) rateChanges() {
	g.number = 10
	longest, back := 0, 0
	for _, told := range []bool{true, false} {
		d := timestep.NewDisplayClock()
		noise := rand.New(rand.NewPCG(4, 4))
		hz, since := 60.0, 0
		d.SetDisplay(int64(1e9/hz), false)
		at, now, last := float64(timestep.Second), timestep.Second, int64(0)
		for k := uint64(1); k < 4000; k++ {
			changed := k == 1
			if k%500 == 0 {
				hz, since, changed = 204-hz, 0, told
				if told {
					d.SetDisplay(int64(1e9/hz), false)
				}
			}
			shown := d.Advance(now)
			if shown < last {
				back++
			}
			last = shown
			// since stops at the frame that is locked again
			if locked := d.Lock() == timestep.LockHeld && math.Abs(d.Period()*hz/1e9-1) < .01; since >= 0 {
				since++
				longest = max(longest, since)
				if locked {
					since = -1
				}
			}
			d.Submitted(k)
			drawEnd := int64(at + .3e9/hz)
			at += 1e9 / hz
			now = max(now, int64(at+5e5*noise.NormFloat64()))
			d.Presented(timestep.Feedback{ID: k, DrawEnd: drawEnd, Stamp: now, Vsync: true, Changed: changed})
		}
	}
	g.most("frames until the clock is locked to another rate of the display", "", 60, float64(longest))
	g.most("frames that go back meanwhile", "", 0, float64(back))
}

// input is the time from an event to the refresh that shows it, with drawing of 1 ms and steps of half a millisecond.
func (g *goals) input() {
	g.number = 24
	c := Config{Strategy: "interpolate", Display: g.display("60"),
		Machine: Machine{Step: .5, Draw: 1, Wake: DefaultWake}, JustInTime: true, Seeds: g.seeds[:1]}
	r := g.run(c)
	g.most("input to refresh, mean: camera, just in time (the default)", "ms", 12, r.InputCamera)
	// half a tick, a tick of interpolation and half a refresh are 23.3 ms, work and margin of the frame 2 to 3 ms more
	g.most("body, just in time (the default)", "ms", 28, r.InputBody)
	// extrapolation has no tick of lag
	c.Strategy = "extrapolate"
	g.most("body, just in time, extrapolated", "ms", 22, g.run(c).InputBody)
	// a frame that starts at a refresh is shown at the next: one and a half refreshes are 25 ms
	c.Strategy, c.JustInTime = "interpolate", false
	g.most("camera, frames that start at once", "ms", 26, g.run(c).InputCamera)
}

// spins blends rotations of up to a thousand revolutions a second at 100 Hz and compares with the rotation at that
// moment.
func (g *goals) spins() {
	g.number = 17
	chance := rand.New(rand.NewPCG(17, 17))
	worst := 0.0
	for range 20_000 {
		rate := 2 * math.Pi * 1000 * chance.Float64()
		axis := [3]float64{chance.NormFloat64(), chance.NormFloat64(), chance.NormFloat64()}
		length := math.Sqrt(axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
		rotation := func(angle float64) vec.Quat {
			s, c := math.Sincos(angle / 2)
			return vec.Quat{X: float32(s * axis[0] / length), Y: float32(s * axis[1] / length),
				Z: float32(s * axis[2] / length), W: float32(c)}
		}
		omega := vec.V3(float32(axis[0]/length*rate), float32(axis[1]/length*rate), float32(axis[2]/length*rate))
		alpha := chance.Float32()
		got, want := pose.BlendRotation(rotation(0), rotation(rate*.01), omega, .01, alpha),
			rotation(rate*.01*float64(alpha))
		dx, dy, dz, dw := float64(got.X-want.X), float64(got.Y-want.Y), float64(got.Z-want.Z), float64(got.W-want.W)
		if got.Dot(want) < 0 {
			dx, dy, dz, dw = float64(got.X+want.X), float64(got.Y+want.Y), float64(got.Z+want.Z), float64(got.W+want.W)
		}
		chord := math.Sqrt(dx*dx + dy*dy + dz*dz + dw*dw)
		worst = max(worst, 4*math.Asin(min(chord/2, 1))*180/math.Pi)
	}
	g.most("error of a blended rotation, to 1000 rev/s", "deg", .1, worst)
}

// limiterModel waits for frames on a machine that wakes a sleeper late by 0.06 ms on average, at random, as an idle one
// does, and spins the last 0.2 ms of a wait as the loop does.
func (g *goals) limiterModel() {
	g.number = 26
	const late, spin = 60 * timestep.Microsecond, 200 * timestep.Microsecond
	off, worst := 0.0, 0.0
	for _, fps := range []int64{60, 144, 500, 900} {
		var l timestep.Limiter
		if err := l.SetRate(1000 * fps); err != nil {
			g.err = err
			return
		}
		chance := rand.New(rand.NewPCG(26, uint64(fps)))
		now := timestep.Second
		l.Started(now)
		first, last, sum := now, now, 0.0
		const frames = 20_000
		for range frames {
			at := l.Deadline(now)
			now = max(at, at-spin+int64(float64(late)*chance.ExpFloat64()))
			l.Started(now)
			d := float64(now-last)/1e6 - 1000/float64(fps)
			sum += d * d
			last = now
		}
		off = max(off, 100*math.Abs(frames*1e9/float64(fps)/float64(last-first)-1))
		worst = max(worst, math.Sqrt(sum/frames))
	}
	g.most("frame limits of 60 to 900 on the model of an idle machine: mean rate off", "%", .01, off)
	g.most("the same, scatter of the time between frames", "ms", .1, worst)
}

// limiter waits for frames as the loop does and measures their mean rate and their scatter.
func (g *goals) limiter() {
	g.number = 26
	clock := timestep.RealClock()
	for _, fps := range []int64{60, 500} {
		var l timestep.Limiter
		if err := l.SetRate(1000 * fps); err != nil {
			g.err = err
			return
		}
		l.Started(clock.Now())
		var starts []int64
		for range fps/2 + 1 {
			at := l.Deadline(clock.Now())
			// the last 0.2 ms are spun
			time.Sleep(time.Duration(at - clock.Now() - timestep.Millisecond/5))
			for clock.Now() < at {
			}
			starts = append(starts, clock.Now())
			l.Started(starts[len(starts)-1])
			if g.ctx.Err() != nil {
				g.err = g.ctx.Err()
				return
			}
		}
		late := make([]float64, 0, len(starts))
		period := 1e9 / float64(fps)
		for i, at := range starts {
			late = append(late, math.Abs(float64(at-starts[0])-float64(i)*period)/1e6)
		}
		slices.Sort(late)
		g.most(fmt.Sprintf("frame limit of %d: a frame's start off its moment, median", fps), "ms", .1,
			late[len(late)/2])
		goal := &g.list[len(g.list)-1]
		goal.How, goal.OfMachine, goal.Reason = real, true, "the scheduler of this machine woke the program late"
	}
}

// lockstep plays stack10 on two sides over loopback with delays, loss and reordering, without and with a planted
// difference.
func (g *goals) lockstep() {
	g.number = 38
	if g.err != nil {
		return
	}
	const steps = 200
	reports, errs := g.bothSides(steps, lockstep.Plant{})
	if g.err != nil {
		return
	}
	other := 0.0
	if errs[0] != nil || errs[1] != nil || reports[0].Hash != reports[1].Hash || reports[0].Steps != steps {
		other = 1
	}
	g.most("lockstep of two sides, jitter 30 ms, 10 % lost: other hashes after 200 steps", "", 0, other)
	plant := lockstep.Plant{Step: 90, Body: 3}
	_, errs = g.bothSides(steps, plant)
	latest := 0.0
	for _, err := range errs {
		d, ok := err.(*lockstep.DesyncError)
		if !ok || d.Step != plant.Step || d.Body != plant.Body {
			latest = math.Inf(1)
			continue
		}
		latest = max(latest, float64(d.At-d.Step))
	}
	g.most("steps until both sides name the step and the body of a planted difference", "", 10, latest)
}

// bothSides runs both sides in this program.
func (g *goals) bothSides(steps uint64, plant lockstep.Plant) (reports [2]lockstep.Report, errs [2]error) {
	scene, _ := scenes.Find("stack10")
	faults := lockstep.Faults{Jitter: 30 * time.Millisecond, Loss: .1, Seed: 3}
	token := []byte("both sides of one program")
	first, err := lockstep.Listen("127.0.0.1:0", token, faults)
	if err != nil {
		g.err = err
		return
	}
	defer first.Close()
	faults.Seed++
	second, err := lockstep.Join(first.Address(), token, faults)
	if err != nil {
		g.err = err
		return
	}
	defer second.Close()
	var sides sync.WaitGroup
	for i, link := range []*lockstep.Link{first, second} {
		c := lockstep.Config{Scene: scene, Steps: steps, Seed: 7, Player: i, Clock: timestep.RealClock()}
		if i == 1 {
			c.Plant = plant
		}
		sides.Go(func() { reports[i], errs[i] = lockstep.Run(g.ctx, c, link) })
	}
	sides.Wait()
	return reports, errs
}
