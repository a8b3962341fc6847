package record

import (
	"encoding/binary"
	"fmt"
	"io"

	"tumble/physics"
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
