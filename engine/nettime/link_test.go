package nettime

import (
	"fmt"
	"testing"
)

const ms = int64(1e6)

// drain returns the packets that have arrived, as text.
func drain(l *Link, now int64) (text string) {
	for {
		b, at, ok := l.Receive(now)
		if !ok {
			return text
		}
		text += fmt.Sprintf("%d@%d ", b[0], at)
	}
}

// A link gives the same deliveries for the same seed, no packet earlier than its latency, and only a reordered one
// overtakes.
func TestLinkKeepsItsConditions(t *testing.T) {
	for seed := range uint64(20) {
		c := Conditions{Latency: 50 * ms, Jitter: int64(seed) * 3 * ms, Loss: float64(seed) / 40}
		a, b := NewLink(c, seed), NewLink(c, seed)
		got, late, last := 0, int64(0), int64(-1)
		for i := range int64(2000) {
			now := i * 10 * ms
			a.Send(now, []byte{byte(i), byte(i >> 8)})
			b.Send(now, []byte{byte(i), byte(i >> 8)})
			for {
				data, at, ok := a.Receive(now)
				if !ok {
					break
				}
				again, _, _ := b.Receive(now)
				n := int64(data[0]) | int64(data[1])<<8
				if string(again) != string(data) || n <= last || at < n*10*ms+c.Latency || at > now {
					t.Fatalf("seed %d: packet %d after %d at %d ms", seed, n, last, at/ms)
				}
				last = n
				got++
				late += at - n*10*ms - c.Latency
			}
		}
		if share := 1 - float64(got)/2000; share < c.Loss-.04 || share > c.Loss+.06 {
			t.Errorf("seed %d: %.3f of the packets are lost, want %.3f", seed, share, c.Loss)
		}
		// packets that wait for earlier ones come a little later than by their own jitter
		if mean := late / int64(got); mean < c.Jitter*9/10 || mean > c.Jitter*2 {
			t.Errorf("seed %d: %d ms of jitter, want %d", seed, mean/ms, c.Jitter/ms)
		}
	}
}

func TestLinkReordersAndDuplicates(t *testing.T) {
	l := NewLink(Conditions{Latency: 50 * ms, Reorder: .2, Duplicate: .2}, 1)
	seen, last, behind, twice := map[string]bool{}, 0, 0, 0
	for i := range 1000 {
		l.Send(int64(i)*10*ms, []byte(fmt.Sprint(i)))
		for {
			data, _, ok := l.Receive(int64(i) * 10 * ms)
			if !ok {
				break
			}
			var n int
			_, _ = fmt.Sscan(string(data), &n)
			switch {
			case seen[string(data)]:
				twice++
			case n < last:
				behind++
			}
			seen[string(data)], last = true, max(last, n)
		}
	}
	if behind < 100 || twice < 100 {
		t.Errorf("%d packets overtaken, %d twice", behind, twice)
	}
}

func TestLinkIsBounded(t *testing.T) {
	l := NewLink(Conditions{Latency: 1000 * ms}, 1)
	for i := range 3 * mostUnderway {
		l.Send(0, []byte{byte(i)})
	}
	if len(l.queue) != mostUnderway || l.Lost != 2*mostUnderway {
		t.Errorf("%d packets underway, %d lost", len(l.queue), l.Lost)
	}
	drain(l, 2000*ms)
	if allocs := testing.AllocsPerRun(100, func() {
		l.Send(0, []byte{1})
		_, _, _ = l.Receive(2000 * ms)
	}); allocs > 0 {
		t.Errorf("a packet allocates %v times", allocs)
	}
}

func TestConditionsAreChecked(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, c := range []Conditions{{Latency: -1}, {Latency: 1e12}, {Jitter: -1}, {Loss: 1}, {Loss: nan},
		{Reorder: -.1}, {Duplicate: 2}} {
		if c.Validate() == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	if err := (Conditions{Latency: 120 * ms, Jitter: 20 * ms, Loss: .03}).Validate(); err != nil {
		t.Error(err)
	}
}
