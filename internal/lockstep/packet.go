package lockstep

import (
	"encoding/binary"
	"errors"
	"math"
)

// input is the action of a player in a step: a push on a body.
type input struct {
	Body    int32 // index into the moving bodies of the scene, negative for none
	X, Y, Z float32
}

const (
	magic = 0x74756d32
	// mostInputs and mostHashes bound a packet; both are more than may wait to be acknowledged.
	mostInputs, mostHashes = 2*Delay + 2, 2*Delay + 2
	// mostBodies is the number of body hashes in a packet, so that it fits a datagram (TestPacketFits).
	mostBodies = 80
)

// packet is a message between the sides.
type packet struct {
	Steps    uint64 // done by the sender
	Verified uint64 // steps whose hashes the sender has compared
	First    uint64 // step of the first input
	Inputs   []input
	From     uint64 // step of the first hash
	Hashes   []uint64
	// Step, Total, Offset and Bodies are hashes of bodies at the end of a step; Step is 0 without them.
	Step          uint64
	Total, Offset uint32
	Bodies        []uint64
}

var errPacket = errors.New("lockstep: not a packet of this program")

// encode writes a packet.
func (p *packet) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, mostDatagram)
	for _, v := range []uint64{p.Steps, p.Verified, p.First, p.From, p.Step} {
		b = le.AppendUint64(b, v)
	}
	b = le.AppendUint32(le.AppendUint32(b, p.Total), p.Offset)
	b = append(b, byte(len(p.Inputs)), byte(len(p.Hashes)), byte(len(p.Bodies)))
	for _, in := range p.Inputs {
		b = le.AppendUint32(b, uint32(in.Body))
		for _, f := range [3]float32{in.X, in.Y, in.Z} {
			b = le.AppendUint32(b, math.Float32bits(f))
		}
	}
	for _, list := range [2][]uint64{p.Hashes, p.Bodies} {
		for _, h := range list {
			b = le.AppendUint64(b, h)
		}
	}
	return b
}

// decode reads a packet.
func (p *packet) decode(b []byte) error {
	le := binary.LittleEndian
	const head = 5*8 + 2*4 + 3
	if len(b) < head {
		return errPacket
	}
	for i, v := range []*uint64{&p.Steps, &p.Verified, &p.First, &p.From, &p.Step} {
		*v = le.Uint64(b[8*i:])
	}
	p.Total, p.Offset = le.Uint32(b[40:]), le.Uint32(b[44:])
	inputs, hashes, bodies := int(b[48]), int(b[49]), int(b[50])
	if inputs > mostInputs || hashes > mostHashes || bodies > mostBodies || len(b) != head+16*inputs+8*(hashes+bodies) {
		return errPacket
	}
	b = b[head:]
	p.Inputs, p.Hashes, p.Bodies = make([]input, inputs), make([]uint64, hashes), make([]uint64, bodies)
	for i := range p.Inputs {
		f := func(k int) float32 { return math.Float32frombits(le.Uint32(b[4*k:])) }
		p.Inputs[i] = input{int32(le.Uint32(b)), f(1), f(2), f(3)}
		b = b[16:]
	}
	for _, list := range [2][]uint64{p.Hashes, p.Bodies} {
		for i := range list {
			list[i] = le.Uint64(b)
			b = b[8:]
		}
	}
	return nil
}
