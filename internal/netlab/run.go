package netlab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tumble/engine/nettime"
	"tumble/internal/netgame"
	"tumble/physics/scenes"
)

// The strategies.
const (
	Lockstep    = "lockstep"
	Rollback    = "rollback"
	Linear      = "linear"
	Hermite     = "hermite"
	Extrapolate = "extrapolate"
	Predict     = "predict"
)

// Strategies are all of them in the order in which they are shown.
func Strategies() []string {
	return []string{Lockstep, Rollback, Linear, Hermite, Extrapolate, Predict}
}

// Config is one run.
type Config struct {
	Scene    *scenes.Scene
	Strategy string
	Link     Link
	// Hertz is the number of ticks a second.
	Hertz int
	// Seconds are measured after WarmUp seconds.
	Seconds, WarmUp int
	Seed            uint64
}

// Validate names the first value outside its range.
func (c *Config) Validate() error {
	switch {
	case !slices.Contains(Strategies(), c.Strategy):
		return fmt.Errorf("netlab: no strategy %s: there are %v", c.Strategy, Strategies())
	case c.Scene.PlayerCount() != netgame.Players:
		return fmt.Errorf("netlab: scene %s is not for two players", c.Scene.Name)
	case c.Hertz < 10 || c.Hertz > 240:
		return fmt.Errorf("netlab: %d ticks a second: must be from 10 to 240", c.Hertz)
	case c.Seconds < 1 || c.Seconds > 3600 || c.WarmUp < 0:
		return fmt.Errorf("netlab: %d seconds: must be from 1 to 3600", c.Seconds)
	}
	return c.Link.Validate()
}

// packetHead (bytes) is the length of the headers of a packet, IPv4 and UDP.
const packetHead = 28

// runner is an end in progress.
type runner interface {
	run(at int64) error
	// steps and waits are the ticks that were computed, and those that could not be taken.
	steps() int
	waits() int
	base() *end
}

func (e *end) base() *end { return e }

// Run plays a configuration until ctx ends.
func Run(ctx context.Context, c Config) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	there, back := nettime.NewLink(c.Link.Conditions, c.Seed), nettime.NewLink(c.Link.Conditions, c.Seed+1)
	ends, err := newEnds(&c, there, back)
	if err != nil {
		return Result{}, err
	}
	defer func() {
		for _, e := range ends {
			e.base().world.Close()
		}
	}()
	from, to := int64(c.WarmUp)*1e9, int64(c.WarmUp+c.Seconds)*1e9
	sent, steps, waits := [2]int{}, 0, 0
	bytes := func(l *nettime.Link) int { return l.Bytes + packetHead*l.Packets }
	for at := int64(0); at < to; {
		e := ends[0]
		if ends[1].base().frame < e.base().frame {
			e = ends[1]
		}
		b := e.base()
		at = b.frame
		if sent[0] == 0 && at >= from {
			sent, steps, waits = [2]int{bytes(there), bytes(back)}, ends[1].steps(), ends[1].waits()
		}
		if err := e.run(at); err != nil {
			return Result{}, fmt.Errorf("netlab: %s over %s: %w", c.Strategy, c.Link, err)
		}
		b.frame += int64(b.period)
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
	}
	r := figures(&c, ends, from, to)
	r.Bytes = float64(bytes(there)-sent[0]+bytes(back)-sent[1]) / float64(c.Seconds)
	r.Waits = float64(ends[1].waits()-waits) / float64(c.Seconds)
	r.Steps = float64(ends[1].steps()-steps) / float64(c.Seconds)
	return r, nil
}

// newEnds returns both ends of a strategy.
func newEnds(c *Config, there, back *nettime.Link) (ends [2]runner, err error) {
	switch c.Strategy {
	case Lockstep, Rollback:
		depth := 0
		if c.Strategy == Rollback {
			depth = nettime.MostDepth
		}
		a, errA := newPeerEnd(c, 0, depth, there, back)
		b, errB := newPeerEnd(c, 1, depth, back, there)
		return [2]runner{a, b}, errors.Join(errA, errB)
	}
	a := &authorityEnd{}
	errA := a.init(c, 0, there, back)
	b, errB := newClientEnd(c, c.Strategy, back, there)
	return [2]runner{a, b}, errors.Join(errA, errB)
}

// figures measures what the second end has shown. The truth is the world of the first: as far as both know it for
// certain.
func figures(c *Config, ends [2]runner, from, to int64) Result {
	first, second := ends[0].base(), ends[1].base()
	t := truth{positions: first.world.truth}
	acted := func(tick uint64) uint64 { return tick }
	t.due = append(t.due, first.m.reach...)
	switch a := ends[0].(type) {
	case *authorityEnd:
		acted = func(tick uint64) uint64 {
			if tick < uint64(len(a.acted)) {
				return a.acted[tick]
			}
			return a.tick + 1
		}
	case *peerEnd:
		t.positions = t.positions[:a.session.Confirmed()+1]
		for n := range min(len(t.due), len(second.m.reach)) {
			t.due[n] = min(t.due[n], second.m.reach[n])
		}
	}
	r := second.m.measure(&t, c, from, to, acted)
	r.Scene, r.Strategy, r.Link = c.Scene.Name, c.Strategy, c.Link
	if p, ok := ends[1].(*peerEnd); ok {
		r.Delay, r.Deepest = p.session.Delay(), p.session.Figures.Deepest
		r.Agreed = p.peer.Agreed()
	}
	return r
}
