package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"tumble/engine/input"
	"tumble/physics/vec"
)

// The layouts of the entries of ticks, little-endian:
//
//	input  76 bytes: u64 tick, i64 time (ns), f64 x, f64 y, u64 id, 3×f32 p, 3×f32 d, f32 s, i32 code, u8 kind,
//	       u8 action, u8 mods, u8 zero
//	tick   16 bytes: u64 tick, u64 digest
//	resume u64 tick, what the session has beside its world
const (
	inputBytes = 76
	tickBytes  = 16
)

func appendInput(b []byte, tick uint64, e *input.Event) []byte {
	le := binary.LittleEndian
	b = le.AppendUint64(b, tick)
	b = le.AppendUint64(b, uint64(e.Time))
	b = le.AppendUint64(b, math.Float64bits(e.X))
	b = le.AppendUint64(b, math.Float64bits(e.Y))
	b = le.AppendUint64(b, e.ID)
	b = appendVec(appendVec(b, e.P), e.D)
	b = le.AppendUint32(b, math.Float32bits(e.S))
	b = le.AppendUint32(b, uint32(e.Code))
	return append(b, byte(e.Kind), byte(e.Action), byte(e.Mods), 0)
}

func appendVec(b []byte, v vec.Vec3) []byte {
	for _, x := range [3]float32{v.X, v.Y, v.Z} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// decodeInput reads an event, which must not be of a tick before last.
func decodeInput(b []byte, last uint64) (input.TickEvent, error) {
	if len(b) != inputBytes {
		return input.TickEvent{}, fmt.Errorf("an input of %d bytes: must be %d", len(b), inputBytes)
	}
	le := binary.LittleEndian
	f32 := func(at int) float32 { return math.Float32frombits(le.Uint32(b[at:])) }
	v3 := func(at int) vec.Vec3 { return vec.V3(f32(at), f32(at+4), f32(at+8)) }
	te := input.TickEvent{
		Tick: le.Uint64(b),
		Event: input.Event{
			Time: int64(le.Uint64(b[8:])),
			X:    math.Float64frombits(le.Uint64(b[16:])),
			Y:    math.Float64frombits(le.Uint64(b[24:])),
			ID:   le.Uint64(b[32:]),
			P:    v3(40), D: v3(52), S: f32(64),
			Code: int32(le.Uint32(b[68:])),
			Kind: input.EventKind(b[72]), Action: input.Action(b[73]), Mods: input.Mods(b[74]),
		},
	}
	e := &te.Event
	switch {
	case te.Tick < last:
		return te, fmt.Errorf("an input of tick %d after one of tick %d", te.Tick, last)
	case !e.Kind.Known():
		return te, fmt.Errorf("an event of unknown kind %d", e.Kind)
	case e.Action > input.Repeat:
		return te, fmt.Errorf("an event with the unknown action %d", e.Action)
	case !finite64(e.X) || !finite64(e.Y) || !e.P.IsFinite() || !e.D.IsFinite() || !vec.IsFinite(e.S):
		return te, fmt.Errorf("an event of tick %d has a number that is not finite", te.Tick)
	}
	return te, nil
}

func finite64(x float64) bool { return x-x == 0 }

func appendTick(b []byte, tick, digest uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, tick), digest)
}

func decodeTick(b []byte) (tick, digest uint64, err error) {
	if len(b) != tickBytes {
		return 0, 0, fmt.Errorf("a tick of %d bytes: must be %d", len(b), tickBytes)
	}
	return binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), nil
}

func appendResume(b []byte, tick uint64, state []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(b, tick), state...)
}

func decodeResume(b []byte) (tick uint64, state []byte, err error) {
	if len(b) < 8 {
		return 0, nil, fmt.Errorf("a resume of %d bytes: at least 8", len(b))
	}
	return binary.LittleEndian.Uint64(b), bytes.Clone(b[8:]), nil
}
