package nettime

import (
	"errors"
	"math/bits"
)

// Encoder writes packets of the motions of bodies for one receiver, each body as its difference to the newest state
// that the receiver has acknowledged, the most urgent bodies first (Fiedler 2014). A body whose state the receiver
// has costs nothing.
type Encoder struct {
	seq      uint64
	sent     [baselinesKept]sentPacket
	bases    []baseline // newest acknowledged state of each body
	newest   []baseline // newest sent state of each body
	priority Priority
}

type sentPacket struct {
	seq    uint64
	bodies []uint16
	states []Packed
}

type baseline struct {
	seq   uint64 // 0 for none
	state Packed
}

// MostBodies is how many bodies a codec knows.
const MostBodies = 1 << 12

// indexBits are the bits of the index of a body.
func indexBits(bodies int) uint { return uint(bits.Len(uint(max(bodies-1, 1)))) }

// ageBits are the bits of the distance in packets to the state that a body is sent against.
const ageBits = 6

// Encode appends a packet of at most so many bytes with the states of bodies. importance says how much a body's error
// counts.
func (e *Encoder) Encode(b []byte, states []Packed, importance func(body int) float32, most int) []byte {
	for len(e.bases) < len(states) {
		e.bases, e.newest = append(e.bases, baseline{}), append(e.newest, baseline{})
	}
	e.seq++
	packet := &e.sent[e.seq%baselinesKept]
	packet.seq, packet.bodies, packet.states = e.seq, packet.bodies[:0], packet.states[:0]
	for i := range states {
		e.priority.Add(i, importance(i))
	}
	start := len(b)
	w := bitWriter{b: b}
	w.write(uint32(e.seq), 32)
	for _, i := range e.priority.Order() {
		if i >= len(states) || e.has(i, &states[i]) {
			continue
		}
		before := w
		held := len(w.b)
		e.writeBody(&w, i, len(states), &states[i])
		if (w.bits()+7)/8+1-start > most {
			w = before
			w.b = w.b[:held]
			continue
		}
		e.priority.Sent(i)
		e.newest[i] = baseline{e.seq, states[i]}
		packet.bodies, packet.states = append(packet.bodies, uint16(i)), append(packet.states, states[i])
	}
	return w.end()
}

// has reports whether the receiver has acknowledged this very state as the newest.
func (e *Encoder) has(body int, state *Packed) bool {
	base := &e.bases[body]
	return base.seq > 0 && base.seq == e.newest[body].seq && base.state == *state
}

// writeBody writes a bit that says that a body follows, and the body.
func (e *Encoder) writeBody(w *bitWriter, body, bodies int, state *Packed) {
	w.write(1, 1)
	w.write(uint32(body), indexBits(bodies))
	base := e.bases[body]
	age := e.seq - base.seq
	if base.seq == 0 || age >= baselinesKept {
		age, base.state = 0, Packed{}
	}
	w.write(uint32(age), ageBits)
	for k, width := range widths {
		w.writeNumber(state[k], base.state[k], width)
	}
}

// Acknowledge takes the receiver's word on the newest packet that it has, and a bit for each of the 32 before it.
func (e *Encoder) Acknowledge(newest uint32, before uint32) {
	for k := range uint64(33) {
		if k > 0 && before>>(k-1)&1 == 0 || uint64(newest) < k+1 {
			continue
		}
		seq := uint64(newest) - k
		p := &e.sent[seq%baselinesKept]
		if p.seq != seq {
			continue
		}
		for i, body := range p.bodies {
			if base := &e.bases[body]; seq > base.seq {
				*base = baseline{seq, p.states[i]}
			}
		}
	}
}

// Decoder reads the packets of an Encoder.
type Decoder struct {
	newest uint32
	before uint32
	kept   [][baselinesKept]baseline // of each body by packet
	latest []baseline
	fresh  []baseline // read from the packet in progress
	bodies []int
}

// NewDecoder returns a decoder for so many bodies.
func NewDecoder(bodies int) (*Decoder, error) {
	if bodies < 1 || bodies > MostBodies {
		return nil, errors.New("nettime: a codec for no bodies or too many")
	}
	return &Decoder{kept: make([][baselinesKept]baseline, bodies), latest: make([]baseline, bodies)}, nil
}

// Ack is the newest packet that has come, and a bit for each of the 32 before it.
func (d *Decoder) Ack() (newest, before uint32) { return d.newest, d.before }

// State returns the newest state of a body; ok is false before one has come.
func (d *Decoder) State(body int) (p *Packed, ok bool) {
	return &d.latest[body].state, d.latest[body].seq > 0
}

// Bodies are the bodies of the packet that was read last.
func (d *Decoder) Bodies() []int { return d.bodies }

var errPacket = errors.New("nettime: a packet that cannot be read")

// Decode reads a packet. A malformed one changes nothing. Older ones than the newest are read for their states,
// against which later ones may be sent; one that came before is refused.
func (d *Decoder) Decode(b []byte) error {
	r := bitReader{b: b}
	seq := r.read(32)
	back := d.newest - seq
	switch {
	case r.bad || seq == 0:
		return errPacket
	case seq <= d.newest && (back == 0 || back > 32 || d.before>>(back-1)&1 == 1):
		return errPacket
	case seq > d.newest && seq-d.newest > 1<<20:
		return errPacket
	}
	d.fresh, d.bodies = d.fresh[:0], d.bodies[:0]
	for r.read(1) == 1 && !r.bad {
		if len(d.bodies) == len(d.kept) || !d.readBody(&r, uint64(seq)) {
			d.bodies = d.bodies[:0]
			return errPacket
		}
	}
	d.take(seq)
	return nil
}

// readBody reads a body of a packet.
func (d *Decoder) readBody(r *bitReader, seq uint64) bool {
	body := int(r.read(indexBits(len(d.kept))))
	age := uint64(r.read(ageBits))
	if r.bad || body >= len(d.kept) || age >= seq {
		return false
	}
	var base Packed
	if age > 0 {
		kept := &d.kept[body][(seq-age)%baselinesKept]
		if kept.seq != seq-age {
			return false
		}
		base = kept.state
	}
	var p Packed
	for k, width := range widths {
		p[k] = r.readNumber(base[k], width)
		most := int32(1) << (width - 1)
		if k != 3 && (p[k] >= most || p[k] < -most) || k == 3 && p[k]&^3 != 0 {
			return false
		}
	}
	d.bodies = append(d.bodies, body)
	d.fresh = append(d.fresh, baseline{seq, p})
	return !r.bad
}

// take makes a packet that was read count.
func (d *Decoder) take(seq uint32) {
	if seq > d.newest {
		by := seq - d.newest
		// a shift by more than the width is 0
		d.before = d.before<<by | 1<<(by-1)
		if d.newest == 0 {
			d.before = 0
		}
		d.newest = seq
	} else {
		d.before |= 1 << (d.newest - seq - 1)
	}
	for i, body := range d.bodies {
		d.kept[body][seq%baselinesKept] = d.fresh[i]
		if d.latest[body].seq < uint64(seq) {
			d.latest[body] = d.fresh[i]
		}
	}
}
