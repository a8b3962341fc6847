package netlab

import (
	"math"
	"slices"

	"tumble/engine/nettime"
	"tumble/physics/vec"
)

// visible (m) is the smallest correction that is counted: a centimetre, which is seen on a body that is a few metres
// off.
const visible = .01

// meter collects the pictures, inputs and corrections of an end.
type meter struct {
	own      []int
	input    nettime.Input
	presses  []press
	pictures []picture
	reach    []int64 // wall time at which a tick was reached, ns
	jumps    []jump
	now      int64
}

type press struct {
	at   int64
	tick uint64
}

type picture struct {
	at        int64
	moment    float64 // ticks
	positions []vec.Vec3
}

type jump struct {
	at   int64
	size float64
}

// pressed notes a change of the input and the tick in which it is to act.
func (m *meter) pressed(at int64, in nettime.Input, tick uint64) {
	m.now = at
	if in != m.input {
		m.input = in
		m.presses = append(m.presses, press{at, tick})
	}
}

// reached notes when a tick was simulated for the first time.
func (m *meter) reached(tick uint64, at int64) {
	for uint64(len(m.reach)) <= tick {
		m.reach = append(m.reach, at)
	}
}

// corrected notes a correction.
func (m *meter) corrected(size float64) {
	if size >= visible {
		m.jumps = append(m.jumps, jump{m.now, size})
	}
}

// picture notes a picture.
func (m *meter) picture(at int64, moment float64, shown []nettime.Motion) {
	p := picture{at: at, moment: moment, positions: make([]vec.Vec3, len(shown))}
	for i := range shown {
		p.positions[i] = shown[i].P
	}
	m.pictures = append(m.pictures, p)
}

// truth is the course of the game: positions of the bodies and the wall time at which each tick was due.
type truth struct {
	positions [][]vec.Vec3
	due       []int64
}

// at returns the position of a body at a moment (ticks).
func (t *truth) at(body int, moment float64) vec.Vec3 {
	n := int(moment)
	return t.positions[n][body].Lerp(t.positions[n+1][body], float32(moment-float64(n)))
}

// dueAt is the wall time at which a moment (ticks) was due, continued beyond the end at the rate of the ticks (ns).
func (t *truth) dueAt(moment, tick float64) float64 {
	n := min(int(moment), len(t.due)-2)
	return float64(t.due[n]) + (moment-float64(n))*tick
}

// measure makes figures of the pictures after a time (ns). acted maps the ticks of presses to those in which they
// acted.
func (m *meter) measure(t *truth, c *Config, from, to int64, acted func(tick uint64) uint64) (r Result) {
	tick := 1e9 / float64(c.Hertz)
	var errs, own []float64
	age, n := 0.0, 0
	for i := range m.pictures {
		p := &m.pictures[i]
		if p.at < from || p.at >= to || p.moment < 0 || int(p.moment)+1 >= len(t.positions) {
			continue
		}
		n++
		age += float64(p.at) - t.dueAt(p.moment, tick)
		for body, at := range p.positions {
			e := 100 * float64(at.Dist(t.at(body, p.moment)))
			errs = append(errs, e)
			if slices.Contains(m.own, body) {
				own = append(own, e)
			}
		}
	}
	r.Age = age / float64(max(n, 1)) / 1e6
	r.Error, r.ErrorP95 = meanAndP95(errs)
	r.OwnError, r.OwnErrorP95 = meanAndP95(own)
	var sizes []float64
	for _, j := range m.jumps {
		if j.at >= from && j.at < to {
			sizes = append(sizes, 100*j.size)
		}
	}
	seconds := float64(to-from) / 1e9
	r.Corrections = float64(len(sizes)) / seconds
	r.Correction, r.CorrectionP95 = meanAndP95(sizes)
	r.InputDelay = m.inputDelay(from, to, acted)
	return r
}

// inputDelay is the mean time from a change of the input to the first picture in which it acts (ms).
func (m *meter) inputDelay(from, to int64, acted func(tick uint64) uint64) float64 {
	sum, n, k := 0.0, 0, 0
	for _, p := range m.presses {
		if p.at < from || p.at >= to {
			continue
		}
		tick := float64(acted(p.tick))
		for k < len(m.pictures) && (m.pictures[k].moment <= tick-1 || m.pictures[k].at < p.at) {
			k++
		}
		if k == len(m.pictures) {
			break
		}
		sum += float64(m.pictures[k].at - p.at)
		n++
	}
	return sum / float64(max(n, 1)) / 1e6
}

// meanAndP95 returns the mean and the 95th percentile; it sorts the list.
func meanAndP95(list []float64) (mean, p95 float64) {
	if len(list) == 0 {
		return 0, 0
	}
	for _, x := range list {
		mean += x
	}
	slices.Sort(list)
	return mean / float64(len(list)), list[int(math.Ceil(.95*float64(len(list))))-1]
}
