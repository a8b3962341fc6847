package record

import (
	"encoding/binary"
	"fmt"
	"io"

	"tumble/physics"
)

// The layouts of the chunks of a recorded world (see physics.RecordingParts), in this order. The
// first three are cut into pieces of at most worldPiece bytes; pieces of one kind belong together.
//
//	SNAP  the snapshot the run starts from
//	GEOM  limits, names of the calls, geometries
//	CALL  the calls
//	keyf  u64 step, snapshot after it; steps increase
const (
	worldPiece = 16 << 20
	// maxWorldBytes is the size of the pieces of one kind together.
	maxWorldBytes = 1 << 30
)

// World writes a recorded world to a recording, at its end. Keyframes that do not fit into a
// chunk are left out: they only make seeking faster.
func (r *Recorder) World(rec *physics.Recording) error {
	p, err := rec.Marshal()
	if err != nil {
		return err
	}
	for _, part := range []struct {
		kind Kind
		data []byte
	}{{KindSnapshot, p.Seed}, {KindGeometry, p.Head}, {KindCalls, p.Calls}} {
		if len(part.data) > maxWorldBytes {
			return fmt.Errorf("engine: recording: chunks %q of %d bytes: at most %d", part.kind, len(part.data), maxWorldBytes)
		}
		for rest := part.data; len(rest) > 0; {
			n := min(len(rest), worldPiece)
			if err := r.Chunk(part.kind, rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
	}
	for _, k := range p.Keyframes {
		if len(k.Data)+8 > MaxPayload {
			continue
		}
		data := binary.LittleEndian.AppendUint64(nil, uint64(k.Step))
		if err := r.Chunk(KindKeyframe, append(data, k.Data...)); err != nil {
			return err
		}
	}
	return nil
}

// worldParts gathers the chunks of a recorded world.
type worldParts struct {
	parts physics.RecordingParts
	found bool
}

// take keeps a chunk if it is one of a world.
func (w *worldParts) take(rd *Reader, c Chunk) (ok bool, err error) {
	var to *[]byte
	switch c.Kind {
	case KindSnapshot:
		to = &w.parts.Seed
	case KindGeometry:
		to = &w.parts.Head
	case KindCalls:
		to = &w.parts.Calls
	case KindKeyframe:
		if len(c.Data) < 8 {
			return true, rd.Errorf(c, 0, len(c.Data), "length must be at least 8")
		}
		step := binary.LittleEndian.Uint64(c.Data)
		if step > maxHashes {
			return true, rd.Errorf(c, 0, step, "keyframe beyond the limit of %d steps", maxHashes)
		}
		w.parts.Keyframes = append(w.parts.Keyframes, physics.KeyframePart{Step: int(step), Data: append([]byte(nil), c.Data[8:]...)})
		return true, nil
	default:
		return false, nil
	}
	if len(*to)+len(c.Data) > maxWorldBytes {
		return true, rd.Errorf(c, 0, len(*to)+len(c.Data), "more bytes than the limit of %d", maxWorldBytes)
	}
	w.found = true
	*to = append(*to, c.Data...)
	return true, nil
}

// open puts together what the file has of a world: the calls, or only a state.
func (w *worldParts) open(file string, rec *Recording) error {
	if !w.found {
		return nil
	}
	var err error
	if len(w.parts.Head)+len(w.parts.Calls)+len(w.parts.Keyframes) > 0 {
		rec.World, err = physics.OpenRecording(w.parts)
	} else {
		rec.State = &physics.Snapshot{}
		err = rec.State.UnmarshalBinary(w.parts.Seed)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// WriteState writes a file with a scene and a state of its world, which ReadRecording reads.
func WriteState(w io.Writer, info SceneInfo, state *physics.Snapshot) error {
	data, err := state.MarshalBinary()
	if err != nil {
		return err
	}
	r, err := NewRecorder(w, info)
	if err != nil {
		return err
	}
	for len(data) > 0 {
		n := min(len(data), worldPiece)
		if err := r.Chunk(KindSnapshot, data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	return r.Close()
}
