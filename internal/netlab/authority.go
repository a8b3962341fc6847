package netlab

import (
	"encoding/binary"
	"errors"
	"math"

	"tumble/engine/nettime"
)

// authorityEnd simulates the world for both players and sends its states.
type authorityEnd struct {
	end
	tick    uint64
	heard   uint64 // newest tick of the client whose input has come
	inputs  [256]nettime.Input
	margin  nettime.Spread
	row     [2]nettime.Input
	encoder nettime.Encoder
	packed  []nettime.Packed
	next    float64 // tick of the next snapshot
	// acted has, by tick of the client, the tick in which its input came to act
	acted []uint64
}

// leastMargin (ticks) is how early the earliest of nearly all inputs come.
const leastMargin = 1

// mostSnapshot (bytes) fits a datagram that no link divides.
const mostSnapshot = 1100

var errSnapshot = errors.New("netlab: a snapshot that cannot be read")

func (e *authorityEnd) steps() int { return int(e.tick) }

func (e *authorityEnd) waits() int { return 0 }

// take reads a message of the client: its acknowledgement and its inputs.
func (e *authorityEnd) take(b []byte) error {
	if len(b) < 8 {
		return errSnapshot
	}
	e.encoder.Acknowledge(binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]))
	newest := uint64(0)
	err := nettime.ReadRuns(b[8:], func(tick uint64, in nettime.Input) {
		if tick <= e.tick+uint64(len(e.inputs))/2 {
			e.inputs[tick%uint64(len(e.inputs))] = in
			newest = tick
		}
	})
	if newest > e.heard {
		e.margin.Observe(float64(int64(newest) - int64(e.tick)))
		e.heard = newest
	}
	return err
}

func (e *authorityEnd) run(at int64) error {
	for {
		b, _, ok := e.in.Receive(at)
		if !ok {
			break
		}
		if err := e.take(b); err != nil {
			return err
		}
	}
	now := e.due(at, 1)
	e.row[0] = e.pilot.Decide(now, e.shown)
	if err := e.pace.Take(func() (bool, error) { return true, e.step(at) }); err != nil {
		return err
	}
	if float64(e.tick) >= e.next {
		e.next = math.Max(e.next+float64(e.c.Hertz)/e.c.Link.Snapshots, float64(e.tick))
		e.send(at)
	}
	e.show(e.tick, false)
	return nil
}

// step takes a tick, with the newest input of the client that is due.
func (e *authorityEnd) step(at int64) error {
	e.tick++
	used := min(e.tick, e.heard)
	if used > 0 {
		e.row[1] = e.inputs[used%uint64(len(e.inputs))]
	}
	for uint64(len(e.acted)) <= used {
		e.acted = append(e.acted, e.tick)
	}
	e.m.reached(e.tick, at)
	return e.world.Step(e.row[:])
}

// send sends the newest state: tick, margin of the client's inputs, inputs of the tick, bodies.
func (e *authorityEnd) send(at int64) {
	b := binary.LittleEndian.AppendUint32(e.buf[:0], uint32(e.tick))
	b = binary.LittleEndian.AppendUint32(b, uint32(e.heard))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(e.margin.Mean)))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(e.margin.Deviation)))
	for _, in := range e.row {
		b = append(b, in[:2]...)
	}
	e.packed = e.packed[:0]
	for i := range e.world.now {
		e.packed = append(e.packed, nettime.Pack(&e.world.now[i]))
	}
	e.buf = e.encoder.Encode(b, e.packed, func(i int) float32 { return 1 + e.world.now[i].V.Len() }, mostSnapshot)
	e.out.Send(at, e.buf)
}

// snapshotHead is the length of the fields before the bodies of a snapshot.
const snapshotHead = 4*4 + 2*2
