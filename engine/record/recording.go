package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// Recording is a run as read from a file: with the same program the scene, its parameters
// and the inputs give the same hashes.
type Recording struct {
	Info   SceneInfo
	Inputs []input.TickEvent
	// Hashes[i] is the state hash after tick HashFrom+i.
	HashFrom uint64
	Hashes   []uint64
	// World is the run of the world by its calls, nil if the file has none. It needs neither the
	// scene nor the inputs.
	World *physics.Recording
	// State is the state of the world, in a file that has no calls.
	State *physics.Snapshot
	// Skipped counts the chunks that were not understood and may matter.
	Skipped map[Kind]int
}

// ReadRecording reads a whole file. file is its name for errors, size its length or −1. other, if
// not nil, gets every chunk that is not of a kind known here; without it they are counted in
// Skipped when they may matter.
func ReadRecording(r io.Reader, file string, size int64, other func(Chunk) error) (*Recording, error) {
	rd, err := NewReader(r, file, size)
	if err != nil {
		return nil, err
	}
	rec := &Recording{Skipped: map[Kind]int{}}
	haveScene := false
	var world worldParts
	for {
		c, err := rd.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch c.Kind {
		case KindScene:
			if haveScene {
				err = rd.Errorf(c, 0, nil, "a second scene")
			} else {
				haveScene = true
				rec.Info, err = decodeScene(rd, c)
			}
		case KindInput:
			err = rec.decodeInputs(rd, c)
		case KindHashes:
			err = rec.decodeHashes(rd, c)
		default:
			var taken bool
			if taken, err = world.take(rd, c); taken {
				break
			}
			if other != nil {
				err = other(c)
			} else if c.Critical() {
				rec.Skipped[c.Kind]++
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if !haveScene {
		return nil, &FormatError{File: file, What: fmt.Sprintf("no chunk %q", KindScene)}
	}
	if rec.World, rec.State, err = world.open(file); err != nil {
		return nil, err
	}
	return rec, nil
}

func (rec *Recording) decodeInputs(rd *Reader, c Chunk) error {
	if len(c.Data)%inputBytes != 0 {
		return rd.Errorf(c, 0, len(c.Data), "length must be a multiple of %d", inputBytes)
	}
	if n := len(rec.Inputs) + len(c.Data)/inputBytes; n > maxInputs {
		return rd.Errorf(c, 0, n, "more inputs than the limit of %d", maxInputs)
	}
	last := uint64(0)
	if n := len(rec.Inputs); n > 0 {
		last = rec.Inputs[n-1].Tick
	}
	for at := 0; at < len(c.Data); at += inputBytes {
		te := decodeInput(c.Data[at : at+inputBytes])
		e := &te.Event
		switch {
		case te.Tick < last:
			return rd.Errorf(c, at, te.Tick, "input after one of tick %d has tick", last)
		case !e.Kind.Known():
			return rd.Errorf(c, at+inputBytes-4, e.Kind, "unknown kind of event")
		case e.Action > input.Repeat:
			return rd.Errorf(c, at+inputBytes-3, e.Action, "unknown action")
		case !finite64(e.X) || !finite64(e.Y) || !e.P.IsFinite() || !e.D.IsFinite() || !vec.IsFinite(e.S):
			return rd.Errorf(c, at, nil, "an event of tick %d has a number that is not finite", te.Tick)
		}
		last = te.Tick
		rec.Inputs = append(rec.Inputs, te)
	}
	return nil
}

func decodeInput(b []byte) input.TickEvent {
	le := binary.LittleEndian
	f32 := func(at int) float32 { return math.Float32frombits(le.Uint32(b[at:])) }
	v3 := func(at int) vec.Vec3 { return vec.V3(f32(at), f32(at+4), f32(at+8)) }
	return input.TickEvent{
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
}

func (rec *Recording) decodeHashes(rd *Reader, c Chunk) error {
	if len(c.Data) < 8 || len(c.Data)%8 != 0 {
		return rd.Errorf(c, 0, len(c.Data), "length must be a positive multiple of 8")
	}
	n := len(c.Data)/8 - 1
	if total := len(rec.Hashes) + n; total > maxHashes {
		return rd.Errorf(c, 0, total, "more hashes than the limit of %d", maxHashes)
	}
	first := binary.LittleEndian.Uint64(c.Data)
	if len(rec.Hashes) == 0 {
		rec.HashFrom = first
	} else if want := rec.HashFrom + uint64(len(rec.Hashes)); first != want {
		return rd.Errorf(c, 0, first, "hashes must go on at tick %d, start at", want)
	}
	for i := range n {
		rec.Hashes = append(rec.Hashes, binary.LittleEndian.Uint64(c.Data[8+8*i:]))
	}
	return nil
}

func finite64(x float64) bool { return x-x == 0 }

// Marshal returns the recording as a file, without chunks of other kinds.
func (rec *Recording) Marshal() ([]byte, error) {
	var b bytes.Buffer
	w, err := NewRecorder(&b, rec.Info)
	if err != nil {
		return nil, err
	}
	for i := range rec.Inputs {
		if err := w.Input(rec.Inputs[i].Tick, &rec.Inputs[i].Event); err != nil {
			return nil, err
		}
	}
	for i, h := range rec.Hashes {
		if err := w.Hash(rec.HashFrom+uint64(i), h); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
