package nettime

import (
	"fmt"
	"math/rand/v2"
)

// Conditions describe one direction of a link.
type Conditions struct {
	// Latency (ns) is the least time that a packet takes.
	Latency int64 `json:"latency_ns"`
	// Jitter (ns) is the mean of the time that a packet takes beyond it, each its own, up to twice as long. A packet
	// does not overtake an earlier one by that.
	Jitter int64 `json:"jitter_ns"`
	// Loss is the share of the packets that never come, Reorder the share that take another Latency and are overtaken,
	// and Duplicate the share that come twice.
	Loss      float64 `json:"loss"`
	Reorder   float64 `json:"reorder"`
	Duplicate float64 `json:"duplicate"`
}

// longestLatency (ns) bounds the times of a link: ten seconds.
const longestLatency = 10e9

// Validate names the first value outside its range.
func (c Conditions) Validate() error {
	switch {
	case c.Latency < 0 || c.Latency > longestLatency:
		return fmt.Errorf("nettime: a latency of %g ms: must be from 0 to 10 s", float64(c.Latency)/1e6)
	case c.Jitter < 0 || c.Jitter > longestLatency:
		return fmt.Errorf("nettime: a jitter of %g ms: must be from 0 to 10 s", float64(c.Jitter)/1e6)
	}
	for _, p := range [3]struct {
		name string
		x    float64
	}{{"loss", c.Loss}, {"reorder", c.Reorder}, {"duplicate", c.Duplicate}} {
		if !(p.x >= 0 && p.x < 1) {
			return fmt.Errorf("nettime: %s %g: must be from 0 to less than 1", p.name, p.x)
		}
	}
	return nil
}

// Link carries packets in one direction under its conditions. The same seed and the same calls give the same
// deliveries.
type Link struct {
	c     Conditions
	rng   *rand.Rand
	queue []packet // by the time of arrival
	spare [][]byte
	last  int64 // latest arrival of a packet that keeps its order
	// Packets and Bytes count all that was sent, Lost the packets that never come.
	Packets, Bytes, Lost int
}

type packet struct {
	at   int64
	data []byte
}

// NewLink returns a link.
func NewLink(c Conditions, seed uint64) *Link {
	return &Link{c: c, rng: rand.New(rand.NewPCG(seed, 0x6c696e6b))}
}

// Send hands a packet over at a time (ns). The link copies it.
func (l *Link) Send(now int64, data []byte) {
	l.Packets++
	l.Bytes += len(data)
	// the same draws whatever the conditions, so that two links of one seed differ by their conditions alone
	lost, late, twice := l.rng.Float64(), l.rng.Float64(), l.rng.Float64()
	extra := float64(l.rng.Float64()) + float64(l.rng.Float64())
	if lost < l.c.Loss {
		l.Lost++
		return
	}
	at := now + l.c.Latency + int64(float64(float64(l.c.Jitter)*extra))
	if late < l.c.Reorder {
		at += l.c.Latency
	} else {
		at = max(at, l.last)
		l.last = at
	}
	l.insert(at, data)
	if twice < l.c.Duplicate {
		l.insert(at+l.c.Latency/2, data)
	}
}

// insert puts a packet behind those that come no later.
func (l *Link) insert(at int64, data []byte) {
	if len(l.queue) >= mostUnderway {
		l.Lost++
		return
	}
	var own []byte
	if n := len(l.spare); n > 0 {
		own, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	l.queue = append(l.queue, packet{at, append(own[:0], data...)})
	for i := len(l.queue) - 1; i > 0 && l.queue[i-1].at > at; i-- {
		l.queue[i-1], l.queue[i] = l.queue[i], l.queue[i-1]
	}
}

// Receive returns the next packet that has arrived by a time (ns), and when it did. It is valid until the next call.
func (l *Link) Receive(now int64) (data []byte, at int64, ok bool) {
	if len(l.queue) == 0 || l.queue[0].at > now {
		return nil, 0, false
	}
	p := l.queue[0]
	l.queue = append(l.queue[:0], l.queue[1:]...)
	l.spare = append(l.spare, p.data)
	return p.data, p.at, true
}

// Skew is a clock that is off by an offset (ns) and runs fast by so many parts in a million.
type Skew struct {
	Offset int64
	PPM    float64
}

// Read is the reading of the clock at a true time (ns).
func (s Skew) Read(at int64) int64 { return s.Offset + at + int64(float64(at)*s.PPM*1e-6) }
