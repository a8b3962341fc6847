package lab

import (
	"encoding/binary"
	"hash/fnv"
	"math"
)

// world has small systems that react to the length of steps as the articles warn of. A real solver hides most of it.
type world struct {
	spring   oscillator // semi-implicit Euler: stable, its energy swings with the step
	explicit oscillator // explicit Euler: gains energy in every step, more in longer ones
	ball     ball
	steps    int64
}

// oscillator is a mass on a spring with an angular frequency of 1 Hz.
type oscillator struct{ x, v float32 }

const omega2 = 4 * math.Pi * math.Pi

func (o *oscillator) energy() float64 {
	return (float64(o.v)*float64(o.v) + omega2*float64(o.x)*float64(o.x)) / 2
}

// ball falls on a table and should come to rest there.
type ball struct{ y, v float32 }

func newWorld() *world {
	return &world{spring: oscillator{x: 1}, explicit: oscillator{x: 1}, ball: ball{y: 1}}
}

// step advances by dt seconds.
func (w *world) step(dt float32) {
	w.steps++
	s := &w.spring
	s.v -= float32(float32(omega2*s.x) * dt)
	s.x += float32(s.v * dt)
	e := &w.explicit
	x := e.x
	e.x += float32(e.v * dt)
	e.v -= float32(float32(omega2*x) * dt)
	// the bounce of a first physics program: move, then fall, then reverse the speed below the table
	b := &w.ball
	b.y += float32(b.v * dt)
	b.v -= float32(9.81 * dt)
	if b.y < 0 {
		b.y = 0
		b.v = float32(-.5 * b.v)
	}
}

// hash covers every bit of the state.
func (w *world) hash() uint64 {
	var buf [8 * 6]byte
	for i, f := range [6]float32{w.spring.x, w.spring.v, w.explicit.x, w.explicit.v, w.ball.y, w.ball.v} {
		binary.LittleEndian.PutUint64(buf[8*i:], uint64(math.Float32bits(f)))
	}
	h := fnv.New64a()
	_, _ = h.Write(buf[:])
	return h.Sum64()
}

// reference is the world after so many seconds in steps of 1 ms.
func reference(seconds float64) *world {
	w := newWorld()
	for range int(math.Round(seconds * 1000)) {
		w.step(.001)
	}
	return w
}
