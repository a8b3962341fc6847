package record

import (
	"encoding/binary"
	"fmt"

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

// open puts together the parts that a file has of a world, the calls or only a state; file is its name for errors.
func (w *worldParts) open(file string) (world *physics.Recording, state *physics.Snapshot, err error) {
	switch {
	case !w.found:
		return nil, nil, nil
	case len(w.parts.Head)+len(w.parts.Calls)+len(w.parts.Keyframes) > 0:
		world, err = physics.OpenRecording(w.parts)
	default:
		state = &physics.Snapshot{}
		err = state.UnmarshalBinary(w.parts.Seed)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return world, state, nil
}
