package nettime

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// toy is a world in which every input changes all that follows.
type toy struct {
	state [4]uint64
	steps int
	plant int // number of the step that goes wrong, 0 for none
}

func (w *toy) Save(s *[4]uint64) error { *s = w.state; return nil }

func (w *toy) Load(s *[4]uint64) error { w.state = *s; return nil }

func (w *toy) Hash() uint64 { return w.state[0] ^ w.state[1]*3 ^ w.state[2]*5 ^ w.state[3]*7 }

func (w *toy) Step(inputs []Input) error {
	w.steps++
	for i := range w.state {
		for k, in := range inputs {
			w.state[i] = w.state[i]*6364136223846793005 + uint64(in[0])<<k + uint64(i) + 1442695040888963407
		}
		w.state[i] ^= w.state[(i+1)%4] >> 17
	}
	if w.steps == w.plant {
		w.state[0]++
	}
	return nil
}

// side is one end of a game over simulated links.
type side struct {
	world   toy
	session *Session[[4]uint64]
	peer    *Peer[[4]uint64]
	clock   Skew
	next    float64 // reading at which the next tick is due, ns
	out, in *Link
	buf     []byte
	desync  *DesyncError
	rng     *rand.Rand
	input   Input
	auto    bool // chooses its input delay
	ahead   Spread
}

const (
	tickNs   = 1e9 / 60.0
	tickTime = 16_666_667
)

func newSide(t *testing.T, own, depth int, out, in *Link, seed uint64) *side {
	s := &side{out: out, in: in, rng: rand.New(rand.NewPCG(seed, uint64(own)))}
	var err error
	s.session, err = NewSession(World[[4]uint64](&s.world), SessionDef{Players: 2, Own: own, Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	s.peer = NewPeer(s.session, 1-own)
	return s
}

// frame lets a side live through a moment.
func (s *side) frame(t *testing.T, at int64) {
	now := s.clock.Read(at)
	note := func(err error) {
		var d *DesyncError
		switch {
		case err == nil:
		case !errors.As(err, &d):
			t.Fatal(err)
		case s.desync == nil:
			s.desync = d
		}
	}
	for {
		b, arrived, ok := s.in.Receive(at)
		if !ok {
			break
		}
		note(s.peer.Take(b, s.clock.Read(arrived)))
	}
	if _, err := s.session.Correct(); err != nil {
		t.Fatal(err)
	}
	note(s.peer.Compare())
	if float64(now) < s.next {
		return
	}
	s.next = max(s.next+tickNs/s.peer.Sync.Rate(), float64(now)-tickNs)
	if s.auto && s.peer.Trip.Samples > 20 {
		s.session.SetDelay(s.peer.DelayFor(tickTime))
	}
	if s.rng.IntN(12) == 0 {
		s.input[0] = byte(s.rng.Uint32())
	}
	if _, err := s.session.Advance(s.input); err != nil {
		t.Fatal(err)
	}
	s.buf = s.peer.Append(s.buf[:0], now)
	s.out.Send(at, s.buf)
}

// game plays two sides for so many seconds of true time.
func game(t *testing.T, c Conditions, depth, delay int, seed uint64, seconds int64,
	each func(at int64, sides [2]*side)) [2]*side {
	ab, ba := NewLink(c, seed), NewLink(c, seed+1)
	sides := [2]*side{newSide(t, 0, depth, ab, ba, seed), newSide(t, 1, depth, ba, ab, seed)}
	for i, s := range sides {
		s.session.SetDelay(delay)
		s.clock = Skew{Offset: int64(i) * 37 * ms, PPM: float64(i) * 200}
		s.next = float64(s.clock.Read(0))
		if i == 1 {
			s.next += 5 * tickNs
		}
	}
	for at := int64(0); at < seconds*1000*ms; at += ms {
		for _, s := range sides {
			s.frame(t, at)
		}
		if each != nil {
			each(at, sides)
		}
	}
	return sides
}

// canonical is the hash after so many ticks of a world that had the inputs of both sides all along.
func canonical(sides [2]*side, inputs [][2]Input, ticks uint64) uint64 {
	var w toy
	for n := uint64(1); n <= ticks; n++ {
		_ = w.Step(inputs[n][:])
	}
	return w.Hash()
}

// Both sides have the states of one canonical game, whatever the link does, and neither runs ahead.
func TestRollbackConverges(t *testing.T) {
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 9))
		c := Conditions{Latency: int64(r.IntN(250)) * ms, Jitter: int64(r.IntN(40)) * ms, Loss: r.Float64() * .2,
			Reorder: r.Float64() * .1, Duplicate: r.Float64() * .1}
		depth, delay := []int{0, 12, MostDepth}[seed%3], r.IntN(6)
		inputs := make([][2]Input, 4000)
		sides := game(t, c, depth, delay, seed, 20, func(at int64, sides [2]*side) {
			for i, s := range sides {
				// the known input is the one that is played
				n := s.session.Tick()
				inputs[n][i] = s.session.OwnInput(n)
			}
			if at > 10e9 {
				sides[0].ahead.Observe(float64(sides[0].session.Tick()) - float64(sides[1].session.Tick()))
			}
		})
		for i, s := range sides {
			tick, hash := s.session.Hash()
			if want := canonical(sides, inputs, tick); s.desync != nil || tick < 60 || hash != want ||
				s.peer.Agreed() < 30 {
				t.Errorf("seed %d %+v depth %d: side %d at tick %d has %x, want %x, agreed to %d, %v",
					seed, c, depth, i, tick, hash, want, s.peer.Agreed(), s.desync)
			}
			if s.session.Figures.Deepest > depth {
				t.Errorf("seed %d: a rollback of %d ticks, more than %d", seed, s.session.Figures.Deepest, depth)
			}
		}
		most := 2.0
		if depth == 0 {
			most += float64(delay) // who waits may be behind by as much as it is told beforehand
		}
		if ahead := sides[0].ahead.Mean; ahead < -most || ahead > most {
			t.Errorf("seed %d %+v: a side is ahead by %.1f ticks", seed, c, ahead)
		}
	}
}

// With a delay chosen from the measured times lockstep rarely waits, and the delay is no longer than the link makes it.
func TestDelayFollowsJitter(t *testing.T) {
	for _, latency := range []int64{10, 40, 100} {
		for _, jitter := range []int64{0, 5, 20} {
			c := Conditions{Latency: latency * ms, Jitter: jitter * ms}
			waited, ticks := 0, uint64(0)
			sides := game(t, c, 0, 0, 3, 20, func(at int64, sides [2]*side) {
				sides[0].auto, sides[1].auto = true, true
				if at == 10e9 {
					waited, ticks = sides[0].session.Figures.Waited, sides[0].session.Tick()
				}
			})
			s := sides[0].session
			share := float64(s.Figures.Waited-waited) / float64(s.Tick()-ticks)
			if longest := int((latency+4*jitter)*ms/tickTime) + 4; share > .03 || s.Delay() > longest {
				t.Errorf("%d ms, jitter %d ms: waits for %.3f of the ticks, delay %d of at most %d",
					latency, jitter, share, s.Delay(), longest)
			}
		}
	}
}

// A step that goes another way is named by the first hash that differs.
func TestDesyncIsNamed(t *testing.T) {
	sides := game(t, Conditions{Latency: 30 * ms}, 12, 2, 1, 12, func(at int64, sides [2]*side) {
		if at == 5e9 {
			sides[1].world.plant = sides[1].world.steps + 1
		}
	})
	for i, s := range sides {
		if s.desync == nil || s.desync.Own == s.desync.Theirs || s.desync.Tick < 280 || s.desync.Tick > 400 {
			t.Errorf("side %d: %v", i, s.desync)
		}
	}
}

// A session keeps no more states than it may predict, and plays without allocation.
func TestSessionMemory(t *testing.T) {
	var w toy
	s, err := NewSession(World[[4]uint64](&w), SessionDef{Players: 2, Depth: 8})
	if err != nil {
		t.Fatal(err)
	}
	n := uint64(0)
	play := func() {
		for range 8 {
			if ok, _ := s.Advance(Input{1}); !ok {
				break
			}
		}
		for range 8 {
			n++
			s.Take(1, n, Input{byte(n)})
		}
		if steps, err := s.Correct(); err != nil || steps == 0 {
			t.Fatal(steps, err)
		}
	}
	if allocs := testing.AllocsPerRun(200, play); allocs > 0 || len(s.states) != 10 {
		t.Errorf("%v allocations in 8 ticks and their correction, %d states", allocs, len(s.states))
	}
	if s.Tick() > n+8 {
		t.Errorf("at tick %d, the other's input is known to %d", s.Tick(), n)
	}
	for _, def := range []SessionDef{{}, {Players: 2, Own: 2}, {Players: 2, Depth: MostDepth + 1},
		{Players: 2, Own: -1}} {
		if _, err := NewSession(World[[4]uint64](&w), def); err == nil {
			t.Errorf("%+v is accepted", def)
		}
	}
}

// An authority's state for a tick in the past changes all that follows, and a state that it confirms changes nothing.
func TestAmend(t *testing.T) {
	var w toy
	s, err := NewSession(World[[4]uint64](&w), SessionDef{Players: 2, Own: 1, Depth: 16})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if ok, err := s.Advance(Input{7}); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	before := w.state
	same := func() (bool, error) { return false, nil }
	if n, err := s.Amend(4, []Input{{}, {}}, same); n != 0 || err != nil || w.state != before {
		t.Errorf("%d steps, %v", n, err)
	}
	other := func() (bool, error) { w.state[0] = 5; return true, nil }
	if n, err := s.Amend(6, []Input{{9}, {}}, other); n != 4 || err != nil {
		t.Errorf("%d steps, %v", n, err)
	}
	var want toy
	for range 6 {
		_ = want.Step([]Input{{}, {7}})
	}
	want.state[0] = 5
	for range 4 {
		_ = want.Step([]Input{{9}, {7}})
	}
	if w.state != want.state {
		t.Errorf("%x, want %x", w.state, want.state)
	}
	if _, err := s.Amend(5, []Input{{}, {}}, nil); err == nil {
		t.Error("a tick before the newest that the authority gave is amended")
	}
	if _, err := s.Amend(11, []Input{{}, {}}, nil); err == nil {
		t.Error("a tick of the future is amended")
	}
}

func TestPacketsAreBounded(t *testing.T) {
	var w toy
	s, _ := NewSession(World[[4]uint64](&w), SessionDef{Players: 2, Depth: MostDepth})
	p := NewPeer(s, 1)
	for i := range 500 {
		_, _ = s.Advance(Input{byte(i)})
	}
	if n := len(p.Append(nil, 1e12)); n > mostInputs*5+80 {
		t.Errorf("a message of %d bytes", n)
	}
}

// FuzzMessage holds that whatever arrives is taken or refused.
func FuzzMessage(f *testing.F) {
	var w toy
	s, _ := NewSession(World[[4]uint64](&w), SessionDef{Players: 2, Own: 1, Depth: 8})
	for range 5 {
		_, _ = s.Advance(Input{3})
	}
	f.Add(NewPeer(s, 0).Append(nil, 1e9))
	f.Fuzz(func(t *testing.T, b []byte) {
		var w toy
		s, _ := NewSession(World[[4]uint64](&w), SessionDef{Players: 2, Depth: 8})
		p := NewPeer(s, 1)
		_, _ = s.Advance(Input{1})
		known := s.Known(1)
		if err := p.Take(b, 2e9); errors.Is(err, errMessage) && (s.Known(1) != known || p.Trip.Samples > 0) {
			t.Error("a refused message has changed the session")
		}
		if _, err := s.Correct(); err != nil || s.Known(1) > s.Tick()+2*MostDepth {
			t.Errorf("%v, known to %d", err, s.Known(1))
		}
	})
}
