package netlab

import (
	"tumble/engine/nettime"
	"tumble/internal/netgame"
	"tumble/physics/vec"
)

// showHalf (s) is the time in which half of a correction is shown.
const showHalf = .06

// end has the parts of both ends of every strategy: a clock, frames, ticks, a pilot, and its side of the link.
type end struct {
	c       *Config
	clock   nettime.Skew
	world   *world
	pilot   *netgame.Pilot
	out, in *nettime.Link
	frame   int64   // wall time of the next frame, ns
	period  float64 // of its frames, ns
	reading int64   // of its clock at the frame before
	pace    nettime.Pace
	buf     []byte
	shown   []nettime.Motion
	smooth  []nettime.Smoother
	old     []vec.Vec3 // see correcting
	m       meter
}

func (e *end) init(c *Config, player int, out, in *nettime.Link) error {
	var err error
	e.c, e.out, e.in = c, out, in
	if e.world, err = newWorld(c.Scene, c.Hertz); err != nil {
		return err
	}
	e.clock = nettime.Skew{Offset: int64(player) * 12345e6, PPM: float64(player) * c.Link.Skew}
	e.period = 1e9 / c.Link.Rates[player]
	e.frame = int64(float64(player) * .3 * e.period)
	e.reading = e.clock.Read(e.frame)
	e.pilot = netgame.NewPilot(e.world.Game, player, c.Seed)
	e.shown = append(e.shown, e.world.now...)
	e.smooth = make([]nettime.Smoother, len(e.shown))
	e.m.own = e.world.Owned(player)
	return nil
}

// due adds the time since the frame before, at a rate of the ticks, and returns the reading of the clock.
func (e *end) due(at int64, rate float64) (now int64) {
	now = e.clock.Read(at)
	e.pace.Add(now-e.reading, e.c.Hertz, rate)
	e.reading = now
	return now
}

// show blends the last two ticks, with the rest of corrections, and returns the moment that it shows (ticks).
func (e *end) show(tick uint64, smoothly bool) float64 {
	t := float32(min(e.pace.Owed, 1))
	for i := range e.shown {
		m := nettime.Linear(&e.world.before[i], &e.world.now[i], t)
		if smoothly {
			m = e.smooth[i].Show(&m, float32(e.period/1e9), showHalf)
		}
		e.shown[i] = m
	}
	return float64(tick) - 1 + float64(t)
}

// correcting notes the positions of the bodies before the world is simulated again.
func (e *end) correcting() {
	e.old = e.old[:0]
	for i := range e.world.now {
		e.old = append(e.old, e.world.now[i].P)
	}
}

// corrected notes the largest distance from the positions that correcting noted, and lets the correction fade in the
// picture.
func (e *end) corrected() {
	worst := float32(0)
	for i := range e.world.now {
		m := &e.world.now[i]
		worst = max(worst, m.P.Dist(e.old[i]))
		// the picture goes on from where it was
		state := nettime.Linear(&e.world.before[i], m, float32(min(e.pace.Owed, 1)))
		e.smooth[i].Correct(&e.shown[i], &state)
	}
	e.m.corrected(float64(worst))
}
