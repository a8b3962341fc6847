package nettime

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Peer is the conversation of a session with one other player. It writes messages with all input that the other side
// may lack, measures the round trip of messages and the lead of one side, and compares the hashes of confirmed ticks.
type Peer[S any] struct {
	session *Session[S]
	of      int
	theirs  uint64 // newest tick of the other side
	sure    uint64 // the other side knows this side's input up to this tick
	stamp   int64  // sending time of the newest message by the other side's clock; came is its arrival by this side's
	arrived int64
	compare tickHash // of the other side, not yet compared
	agreed  uint64
	// Trip (ns) is the time of a message there and back.
	Trip Spread
	// Sync steers the ticks so that neither side runs ahead; Seen.Mean is the advantage of this side (ticks).
	Sync Steering
}

// DesyncError says that the same inputs have led to different states.
type DesyncError struct {
	Tick        uint64
	Own, Theirs uint64
}

func (e *DesyncError) Error() string {
	return fmt.Sprintf("nettime: the sides differ at tick %d: hashes %016x here, %016x there", e.Tick, e.Own, e.Theirs)
}

// NewPeer returns the conversation with a player.
func NewPeer[S any](s *Session[S], of int) *Peer[S] { return &Peer[S]{session: s, of: of} }

// Agreed is the newest tick at which the hashes of both sides were found equal.
func (p *Peer[S]) Agreed() uint64 { return p.agreed }

// DelayFor returns the input delay (ticks of length tick, ns) within which nearly every input of a side arrives, by the
// measured time of messages and its spread.
func (p *Peer[S]) DelayFor(tick int64) int {
	return int(math.Ceil(p.Trip.Above()/2/float64(tick))) + 1
}

// Append appends a message at a time of this side's clock (ns). Inputs are written as runs of equal ones.
func (p *Peer[S]) Append(b []byte, now int64) []byte {
	s := p.session
	b = binary.AppendUvarint(b, s.tick)
	b = binary.AppendUvarint(b, s.players[p.of].known)
	b = binary.AppendVarint(b, int64(s.tick)-int64(p.theirs))
	b = binary.AppendUvarint(b, uint64(max(now, 0)/1000))
	echo, held := int64(0), int64(0)
	if p.stamp > 0 {
		echo, held = p.stamp, (now-p.arrived)/1000
	}
	b = binary.AppendUvarint(b, uint64(echo))
	b = binary.AppendUvarint(b, uint64(max(held, 0)))
	tick, hash := s.Hash()
	b = binary.AppendUvarint(b, tick)
	b = binary.LittleEndian.AppendUint64(b, hash)
	return p.appendInputs(b)
}

// appendInputs appends the inputs that the other side may lack.
func (p *Peer[S]) appendInputs(b []byte) []byte {
	own := &p.session.players[p.session.own]
	last := min(own.known, p.sure+mostInputs)
	return AppendRuns(b, p.sure+1, last, func(n uint64) Input { return own.real[n%inputsKept] })
}

// AppendRuns appends the inputs of the ticks from first to last: the first tick, then runs of equal inputs.
func AppendRuns(b []byte, first, last uint64, input func(tick uint64) Input) []byte {
	b = binary.AppendUvarint(b, first)
	for n := first; n <= last; {
		in, run := input(n), uint64(1)
		for n+run <= last && input(n+run) == in {
			run++
		}
		b = append(binary.AppendUvarint(b, run), in[:]...)
		n += run
	}
	return b
}

// ReadRuns calls take for each tick of inputs that AppendRuns has written. It calls take for none, and returns an
// error, when an input cannot be read or the inputs are more than a message may have.
func ReadRuns(b []byte, take func(tick uint64, in Input)) error {
	r := reader{b: b}
	tick := r.uvarint()
	if r.bad {
		return errMessage
	}
	// all runs are read before one counts
	end := tick
	for check := r; len(check.b) > 0; {
		run := check.uvarint()
		check.skip(len(Input{}))
		end += run
		if check.bad || run == 0 || run > mostInputs || end > math.MaxInt64 {
			return errMessage
		}
	}
	for len(r.b) > 0 {
		run := r.uvarint()
		in := Input(r.skip(len(Input{})))
		for range run {
			take(tick, in)
			tick++
		}
	}
	return nil
}

var errMessage = errors.New("nettime: a message that cannot be read")

// Take reads a message that has come at a time of this side's clock (ns). A malformed message is an error and changes
// nothing. The error is a DesyncError when the states of both sides differ.
func (p *Peer[S]) Take(b []byte, now int64) error {
	r := reader{b: b}
	tick, sure, ahead := r.uvarint(), r.uvarint(), r.varint()
	stamp, echo, held := r.uvarint(), r.uvarint(), r.uvarint()
	compare := tickHash{tick: r.uvarint()}
	compare.hash = r.uint64()
	s := p.session
	own := s.players[s.own].known
	switch {
	case r.bad || sure > own || tick > s.tick+2*MostDepth || stamp > math.MaxInt64/2000 || held > math.MaxInt64/2000,
		echo > math.MaxInt64/2000, ahead > 4*MostDepth || ahead < -4*MostDepth:
		return errMessage
	}
	if err := ReadRuns(r.b, func(n uint64, in Input) { s.Take(p.of, n, in) }); err != nil {
		return err
	}
	p.sure = max(p.sure, sure)
	if tick >= p.theirs && int64(stamp) > p.stamp { // an older message has nothing new about time
		p.theirs, p.stamp, p.arrived = tick, int64(stamp), now
		if trip := now - int64(held)*1000 - int64(echo)*1000; echo > 0 && trip >= 0 {
			p.Trip.Observe(float64(trip))
		}
		p.Sync.Observe(float64(int64(s.tick)-int64(tick)-ahead) / 2)
	}
	if compare.tick > p.agreed {
		p.compare = compare
	}
	return p.Compare()
}

// Compare compares the hashes of both sides as soon as this side has confirmed the tick.
func (p *Peer[S]) Compare() error {
	own, ok := p.session.HashOf(p.compare.tick)
	if !ok || p.compare.tick <= p.agreed {
		return nil
	}
	if own != p.compare.hash {
		return &DesyncError{p.compare.tick, own, p.compare.hash}
	}
	p.agreed = p.compare.tick
	return nil
}

// reader reads the parts of a message; bad says that it was too short.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) varint() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *reader) uint64() uint64 { return binary.LittleEndian.Uint64(r.skip(8)) }

// skip returns the next n bytes, zeros past the end.
func (r *reader) skip(n int) []byte {
	if len(r.b) < n {
		r.bad, r.b = true, nil
		return make([]byte, n)
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}
