package nettime

import (
	"math"
	"math/rand/v2"
	"testing"
)

// played counts the pictures of a playout over a link.
type played struct {
	pictures, dry, back, uneven, age int
	delay                            float64
}

// playSnapshots sends hz snapshots a second over a link and shows 60 pictures.
func playSnapshots(c Conditions, hz int64, seed uint64, seconds int64) (r played) {
	var p Playout[int64]
	l := NewLink(c, seed)
	clock := Skew{Offset: -12345 * ms, PPM: 80}
	last, next := int64(math.MinInt64), int64(0)
	for at := int64(0); at < seconds*1000*ms; at += ms {
		if at >= next {
			next += 1000 * ms / hz
			l.Send(at, []byte{byte(at / ms), byte(at / ms >> 8), byte(at / ms >> 16)})
		}
		for {
			b, arrived, ok := l.Receive(at)
			if !ok {
				break
			}
			stamp := (int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16) * ms
			if v := p.Put(stamp, clock.Read(arrived)); v != nil {
				*v = stamp
			}
		}
		if at%(1000*ms/60) >= ms {
			continue
		}
		shown, ok := p.Advance(clock.Read(at))
		if !ok {
			continue
		}
		if shown < last {
			r.back++
		}
		if step := shown - last; last > 0 && shown > 0 && (step < 14*ms || step > 19*ms) {
			r.uneven++
		}
		last = shown
		a, b, _, f, beyond := p.Around(shown)
		if at > 5000*ms {
			r.pictures++
			r.age += int((at - shown) / ms)
			if beyond > 0 {
				r.dry++
			}
			if beyond == 0 && (*a > shown || f > 0 && *b < shown) {
				r.back++
			}
		}
	}
	r.delay = p.Delay()
	return r
}

// Time runs evenly in a playout, by 14 to 19 ms in a sixtieth of a second, and each picture lies between the snapshots
// that it blends.
func TestPlayoutNeverGoesBack(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := Conditions{Latency: int64(r.IntN(200)) * ms, Jitter: int64(r.IntN(60)) * ms, Loss: r.Float64() * .2,
			Reorder: r.Float64() * .2, Duplicate: r.Float64() * .1}
		if p := playSnapshots(c, 10+int64(r.IntN(50)), seed, 15); p.back > 0 || p.uneven > 0 || p.pictures < 500 {
			t.Errorf("seed %d %+v: %d of %d pictures go back, %d are uneven", seed, c, p.back, p.pictures, p.uneven)
		}
	}
}

// The delay makes pictures lie between two snapshots nearly always, and is not much longer than that needs.
func TestPlayoutRarelyRunsDry(t *testing.T) {
	for _, hz := range []int64{10, 20, 60} {
		for _, jitter := range []int64{0, 5, 20} {
			for _, loss := range []float64{0, .01, .05} {
				c := Conditions{Latency: 80 * ms, Jitter: jitter * ms, Loss: loss}
				p := playSnapshots(c, hz, 7, 40)
				dry, age := float64(p.dry)/float64(p.pictures), int64(p.age/p.pictures)
				if most := 80 + 6*jitter + int64((1.2+30*loss)*1000/float64(hz)) + 10; dry > .012+1.5*loss ||
					age > most {
					t.Errorf(
						"%d a second, jitter %d ms, loss %g: %.4f of the pictures have no next snapshot, "+
							"age %d ms of %d",
						hz, jitter, loss, dry, age, most)
				}
			}
		}
	}
}

func TestPlayoutIsBounded(t *testing.T) {
	var p Playout[int]
	for i := range int64(1000) {
		if v := p.Put(i*ms, i*ms); v == nil {
			t.Fatal("a newer snapshot is refused")
		}
	}
	if p.count != playoutKept || p.Put(500*ms, 0) != nil || p.Stale != 1 {
		t.Errorf("%d snapshots, %d stale", p.count, p.Stale)
	}
	if stamp, _, ok := p.Newest(); !ok || stamp != 999*ms {
		t.Errorf("the newest is of %d ms", stamp/ms)
	}
	if allocs := testing.AllocsPerRun(100, func() { p.Put(p.at(p.count-1).stamp+1, 0) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// The rate of a client's ticks settles at the wanted margin for any delay of the feedback, and never leaves its bounds.
func TestSteeringConverges(t *testing.T) {
	for _, trip := range []int{1, 12, 30} {
		for _, start := range []float64{-20, -3, 0, 5, 20} {
			s := Steering{Wanted: 2}
			margin := start
			var underway []float64
			rng := rand.New(rand.NewPCG(uint64(trip), 5))
			worst := 0.0
			for n := range 60 * 60 {
				rate := s.Rate()
				if rate > 1.021 || rate < .979 {
					t.Fatalf("a rate of %v", rate)
				}
				margin += rate - 1 + 1e-4 // the clocks differ by 100 ppm
				underway = append(underway, margin+rng.Float64()-.5)
				if len(underway) > trip {
					s.Observe(underway[0])
					underway = underway[1:]
				}
				if n > 45*60 {
					worst = max(worst, margin-2, 2-margin)
				}
			}
			if worst > .7 {
				t.Errorf("feedback %d ticks old, from %v: off by %.2f ticks after 45 s", trip, start, worst)
			}
		}
	}
}
