package nettime

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"tumble/physics/vec"
)

// mutate changes, cuts or lengthens a packet.
func mutate(r *rand.Rand, b []byte) []byte {
	b = append([]byte(nil), b...)
	for range 1 + r.IntN(4) {
		switch k := r.IntN(len(b) + 1); {
		case len(b) == 0 || r.IntN(8) == 0:
			b = append(b, make([]byte, r.IntN(1200))...)
		case r.IntN(6) == 0:
			b = b[:min(k, len(b))]
		case k < len(b):
			b[k] ^= byte(1 << r.IntN(8))
		}
	}
	return b
}

// A hundred thousand mutated messages among good ones cause no panic, no memory and no error but those of messages and
// of states that differ, and no input is taken for a tick out of bounds. A lie counts as the input of its player.
func TestMutatedMessages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	taken, refused, differ := 0, 0, 0
	for round := range 500 {
		ab := NewLink(Conditions{}, 1)
		a, b := newSide(t, 0, 8, ab, ab, 1), newSide(t, 1, 8, ab, ab, 1)
		for n := range 200 {
			now := int64(n+1) * 16 * ms
			_ = b.peer.Take(a.peer.Append(nil, now), now)
			_, _ = b.session.Advance(Input{byte(n / 9)})
			good := b.peer.Append(nil, now)
			var desync *DesyncError
			switch err := a.peer.Take(mutate(r, good), now); {
			case err == nil:
				taken++
			case errors.As(err, &desync):
				differ++
			case errors.Is(err, errMessage):
				refused++
			default:
				t.Fatal(err)
			}
			_ = a.peer.Take(good, now)
			_, _ = a.session.Advance(Input{byte(n / 7)})
			if _, err := a.session.Correct(); err != nil {
				t.Fatal(err)
			}
			if k := a.session.Known(1); k > a.session.Tick()+2*MostDepth {
				t.Fatalf("round %d: input is known to %d at tick %d", round, k, a.session.Tick())
			}
		}
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("%d bytes more in use", grown)
	}
	if taken == 0 || refused == 0 || differ == 0 {
		t.Errorf("%d messages taken, %d refused, %d with another hash", taken, refused, differ)
	}
}

// A hundred thousand mutated snapshots to a decoder cause no panic, no memory, and no state that is not one of a body.
func TestMutatedSnapshots(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	const bodies = 20
	var e Encoder
	d, _ := NewDecoder(bodies)
	m := Motion{Q: vec.QuatIdentity}
	states := make([]Packed, bodies)
	one := func(int) float32 { return 1 }
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read := 0
	for n := range 100_000 {
		m.P.X = float32(n%400) - 200
		for i := range states {
			states[i] = Pack(&m)
		}
		good := e.Encode(nil, states, one, 1100)
		if d.Decode(mutate(r, good)) == nil {
			read++
		}
		e.Acknowledge(d.Ack())
		for i := range states {
			if p, ok := d.State(i); ok {
				if got := p.Motion(); !got.P.IsFinite() || !got.Q.IsUnit() || got.P.Len() > 1000 {
					t.Fatalf("body %d is at %+v", i, got)
				}
			}
		}
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("%d bytes more in use", grown)
	}
	if read == 0 {
		t.Error("every packet is refused: the changes are too crude to find anything")
	}
}
