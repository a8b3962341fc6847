package netgame

import (
	"math/rand/v2"

	"tumble/engine/nettime"
	"tumble/physics/vec"
)

// Pilot is a player of chance who sees a picture of the game and goes for the ball, or for the tower.
type Pilot struct {
	game  *Game
	shown []nettime.Motion // see Watch
	rng   *rand.Rand
	cars  bool
	body  int // of the player
	goal  int // the body that it is after
	input nettime.Input
	until int64 // time at which the next decision is due, ns
	back  int   // decisions for which it goes back
}

// NewPilot returns the pilot of a player.
func NewPilot(g *Game, player int, seed uint64) *Pilot {
	return &Pilot{
		game: g, rng: rand.New(rand.NewPCG(seed, uint64(player))), cars: len(g.Run.Vehicles) > 0,
		body: g.Owned(player)[0], goal: len(g.Run.Bodies) - 1,
	}
}

// Watch returns the input of a pilot who sees the game as it is, at a time (ns).
func (p *Pilot) Watch(now int64) nettime.Input {
	p.shown = p.game.Motions(p.shown[:0])
	return p.Decide(now, p.shown)
}

// Decide returns the input for a picture at a time (ns).
func (p *Pilot) Decide(now int64, shown []nettime.Motion) nettime.Input {
	if now < p.until {
		return p.input
	}
	p.until = now + 100e6 + p.rng.Int64N(300e6)
	own, to := &shown[p.body], shown[p.goal].P
	if p.back--; p.back < 0 && p.rng.IntN(12) == 0 {
		p.back = 3
	}
	if !p.cars {
		// at the tower, or away from it for a run-up; the axes point against x and z
		away := own.P.Sub(to)
		if p.back > 0 {
			away = away.Mul(-1)
		}
		away, _ = vec.V3(away.X, 0, away.Z).NormLen()
		p.input = nettime.Input{axis(away.X), axis(away.Z)}
		return p.input
	}
	local := own.Q.InvRotate(to.Sub(own.P))
	angle := vec.Atan2(-local.Z, local.X)
	pedals := float32(1)
	if p.back > 0 {
		pedals, angle = -1, -angle
	}
	p.input = nettime.Input{axis(vec.Clamp(2*angle, -1, 1)), axis(pedals)}
	return p.input
}

// axis is a position from −1 to 1 in nine steps, as a byte of an input.
func axis(x float32) byte {
	n := int8(0)
	for k := int8(-4); k <= 4; k++ {
		if vec.Abs(x-float32(k)/4) < vec.Abs(x-float32(n)/4) {
			n = k
		}
	}
	return byte(n * 31)
}
