package netlab

import (
	"encoding/binary"
	"math"

	"tumble/engine/nettime"
	"tumble/internal/netgame"
)

// extrapolateLimit (s) is how far a picture follows the velocities of a snapshot.
const extrapolateLimit = .25

// settle (ns) is how long a client listens before it chooses by how much it is ahead.
const settle = 1e9

// clientEnd shows the states of an authority.
type clientEnd struct {
	end
	mode    string
	session *nettime.Session[netgame.State]
	steer   nettime.Steering
	joined  bool
	began   int64  // reading at its first frame
	tick    uint64 // of its inputs, ahead of the authority
	inputs  [256]nettime.Input
	heard   uint64 // of its inputs, by the authority
	decoder *nettime.Decoder
	playout nettime.Playout[[]nettime.Motion]
	newest  uint64 // tick of the newest snapshot
	arrived int64  // reading at which it came
	trip    nettime.Spread
	row     [2]nettime.Input
	moment  float64 // shown before
	last    []nettime.Motion
}

func newClientEnd(c *Config, mode string, out, in *nettime.Link) (*clientEnd, error) {
	e := &clientEnd{mode: mode}
	err := e.init(c, 1, out, in)
	if err != nil {
		return nil, err
	}
	if e.decoder, err = nettime.NewDecoder(len(e.shown)); err != nil {
		return nil, err
	}
	e.last, e.began = append(e.last, e.shown...), e.reading
	def := nettime.SessionDef{Players: netgame.Players, Own: 1, Depth: nettime.MostDepth}
	e.session, err = nettime.NewSession(nettime.World[netgame.State](e.world), def)
	return e, err
}

func (e *clientEnd) steps() int { return e.session.Figures.Steps }

func (e *clientEnd) waits() int { return e.session.Figures.Waited }

func (e *clientEnd) run(at int64) error {
	e.remember()
	for {
		b, arrived, ok := e.in.Receive(at)
		if !ok {
			break
		}
		if err := e.take(b, e.clock.Read(arrived)); err != nil {
			return err
		}
	}
	e.compare()
	now := e.due(at, e.steer.Rate())
	in := e.pilot.Decide(now, e.shown)
	e.m.pressed(at, in, e.tick+1)
	if err := e.pace.Take(func() (bool, error) { return e.step(in) }); err != nil {
		return err
	}
	e.send(at)
	e.picture(at, now)
	return nil
}

// step takes a tick: of the world where it is predicted, else of the inputs alone.
func (e *clientEnd) step(in nettime.Input) (bool, error) {
	if e.mode == Predict {
		ok, err := e.session.Advance(in)
		if !ok || err != nil {
			return ok, err
		}
	}
	e.tick++
	e.inputs[e.tick%uint64(len(e.inputs))] = in
	return true, nil
}

// send sends the inputs that the authority may lack.
func (e *clientEnd) send(at int64) {
	newest, before := e.decoder.Ack()
	b := binary.LittleEndian.AppendUint32(e.buf[:0], newest)
	b = binary.LittleEndian.AppendUint32(b, before)
	first := e.heard + 1
	if e.tick >= nettime.MostDepth {
		first = max(first, e.tick-nettime.MostDepth+1)
	}
	e.buf = nettime.AppendRuns(b, first, e.tick,
		func(n uint64) nettime.Input { return e.inputs[n%uint64(len(e.inputs))] })
	e.out.Send(at, e.buf)
}

// take reads a snapshot.
func (e *clientEnd) take(b []byte, arrived int64) error {
	if len(b) < snapshotHead {
		return errSnapshot
	}
	tick := uint64(binary.LittleEndian.Uint32(b))
	if e.decoder.Decode(b[snapshotHead:]) != nil || tick <= e.newest {
		return nil // it came twice, or too late to be of use
	}
	e.newest, e.arrived = tick, arrived
	e.heard = max(e.heard, uint64(binary.LittleEndian.Uint32(b[4:])))
	margin := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8:])))
	deviation := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[12:])))
	if e.heard > 0 {
		e.steer.Seen = nettime.Spread{Mean: margin, Deviation: deviation, Samples: 1}
		e.steer.Wanted = leastMargin + e.steer.Seen.Mean - e.steer.Seen.Below()
		if !e.joined && e.reading > e.began+settle {
			// it begins anywhere: once by as many ticks as it is late or early
			e.joined = true
			e.pace.Owed += e.steer.Wanted - margin
		}
		// the client is ahead by a trip there and back and the margin
		e.trip.Observe(max(float64(int64(e.tick)-int64(tick))-margin, 0))
	}
	copy(e.row[0][:], b[16:18])
	copy(e.row[1][:], b[18:20])
	if e.mode == Predict {
		return e.amend(tick)
	}
	if v := e.playout.Put(int64(float64(tick)*e.tickTime()), arrived); v != nil {
		*v = e.states((*v)[:0])
	}
	return nil
}

// tickTime is the time of a tick, ns.
func (e *clientEnd) tickTime() float64 { return 1e9 / float64(e.c.Hertz) }

// states appends the newest motions of all bodies.
func (e *clientEnd) states(list []nettime.Motion) []nettime.Motion {
	for i := range e.shown {
		if p, ok := e.decoder.State(i); ok {
			list = append(list, p.Motion())
		} else {
			list = append(list, e.world.now[i])
		}
	}
	return list
}

// amend holds the prediction against the authority's state and simulates again where it was wrong.
func (e *clientEnd) amend(tick uint64) error {
	if tick > e.session.Tick() || tick+nettime.MostDepth < e.session.Tick() {
		return nil
	}
	e.correcting()
	n, err := e.session.Amend(tick, e.row[:], func() (bool, error) {
		wrong := false
		for _, i := range e.decoder.Bodies() {
			p, _ := e.decoder.State(i)
			own := nettime.Pack(&e.world.now[i])
			if own.Near(p) {
				continue
			}
			wrong = true
			m := p.Motion()
			e.world.SetMotion(i, &m)
			e.world.now[i] = m
		}
		return wrong, nil
	})
	if n > 0 {
		e.corrected()
	}
	return err
}

// remember keeps the picture of the frame before for compare.
func (e *clientEnd) remember() { copy(e.last, e.shown) }

// compare draws the moment of the frame before again, with the snapshots of this frame, and notes the largest distance
// between both pictures as a correction.
func (e *clientEnd) compare() {
	if e.mode == Predict || e.moment == 0 {
		return
	}
	e.blend(e.moment)
	worst := float32(0)
	for i := range e.shown {
		worst = max(worst, e.shown[i].P.Dist(e.last[i].P))
	}
	e.m.corrected(float64(worst))
}

// blend fills the picture of a moment (ticks).
func (e *clientEnd) blend(moment float64) {
	a, b, span, t, beyond := e.playout.Around(int64(moment * e.tickTime()))
	if e.mode == Extrapolate {
		stamp, v, ok := e.playout.Newest()
		if !ok {
			return
		}
		a, b, span, beyond = v, v, 0, int64(moment*e.tickTime())-stamp
	}
	for i := range e.shown {
		from, to := &(*a)[i], &(*b)[i]
		switch {
		case span > 0 && e.mode == Hermite:
			e.shown[i] = nettime.Hermite(from, to, float32(t), float32(span)/1e9)
		case span > 0:
			e.shown[i] = nettime.Linear(from, to, float32(t))
		default:
			e.shown[i] = nettime.Extrapolate(from, float32(beyond)/1e9, extrapolateLimit)
		}
	}
}

// picture draws the snapshots in the way of the mode, at a reading of the clock (ns).
func (e *clientEnd) picture(at, now int64) {
	if e.mode == Predict {
		moment := e.show(e.tick, true)
		e.m.picture(at, moment, e.shown)
		return
	}
	shown, ok := e.playout.Advance(now)
	if !ok {
		return
	}
	moment := float64(shown) / e.tickTime()
	if e.mode == Extrapolate {
		// half a trip ago the snapshot was the newest state
		moment = max(e.moment, float64(e.newest)+float64(now-e.arrived)/e.tickTime()+e.trip.Mean/2)
	}
	e.moment = moment
	e.blend(moment)
	e.m.picture(at, moment, e.shown)
}
