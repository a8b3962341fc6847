package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"tumble/engine/input"
	"tumble/physics/vec"
)

// The layouts of the chunks written here, all little-endian:
//
//	SCNE  u64 rate in Hz, u64 seed, string scene, u32 count, count × (string name, string value)
//	      string: u32 length, UTF-8 bytes
//	INPT  n × 76 bytes: u64 tick, i64 time (ns), f64 x, f64 y, u64 id, 3×f32 p, 3×f32 d, f32 s,
//	      i32 code, u8 kind, u8 action, u8 mods, u8 zero; ticks never decrease
//	HASH  u64 first tick, n × u64; the runs of one file follow each other without a gap

// Recorder writes a recording while the run goes on.
type Recorder struct {
	w        *Writer
	inputs   []byte
	hashes   []byte
	nextHash uint64
	lastTick uint64
	err      error
}

// NewRecorder writes the header and the scene to w, which should be buffered.
func NewRecorder(w io.Writer, info SceneInfo) (*Recorder, error) {
	scene, err := encodeScene(info)
	if err != nil {
		return nil, err
	}
	rw, err := NewWriter(w)
	if err != nil {
		return nil, err
	}
	if err := rw.Chunk(KindScene, scene); err != nil {
		return nil, err
	}
	return &Recorder{
		w:      rw,
		inputs: make([]byte, 0, flushCount*inputBytes),
		hashes: make([]byte, 0, 8+flushCount*8),
	}, nil
}

// Input records that an event was applied in a tick. Ticks must not decrease.
func (r *Recorder) Input(tick uint64, e *input.Event) error {
	if r.err != nil {
		return r.err
	}
	if tick < r.lastTick {
		r.err = fmt.Errorf("engine: recording: input of tick %d after tick %d", tick, r.lastTick)
		return r.err
	}
	r.lastTick = tick
	r.inputs = appendInput(r.inputs, tick, e)
	if len(r.inputs) >= flushCount*inputBytes {
		r.flushInputs()
	}
	return r.err
}

// Hash records the state hash after a tick.
func (r *Recorder) Hash(tick, hash uint64) error {
	if r.err != nil {
		return r.err
	}
	if r.nextHash != 0 && tick != r.nextHash {
		r.err = fmt.Errorf("engine: recording: hash of tick %d, expected that of %d", tick, r.nextHash)
		return r.err
	}
	if len(r.hashes) == 0 {
		r.hashes = binary.LittleEndian.AppendUint64(r.hashes, tick)
	}
	r.hashes = binary.LittleEndian.AppendUint64(r.hashes, hash)
	r.nextHash = tick + 1
	if len(r.hashes) >= 8+flushCount*8 {
		r.flushHashes()
	}
	return r.err
}

// Chunk writes a chunk of another kind, after everything recorded so far.
func (r *Recorder) Chunk(kind Kind, payload []byte) error {
	if err := r.Flush(); err != nil {
		return err
	}
	r.err = r.w.Chunk(kind, payload)
	return r.err
}

// Flush writes everything gathered so far.
func (r *Recorder) Flush() error {
	r.flushInputs()
	r.flushHashes()
	return r.err
}

// Close writes the rest and the last chunk; it does not close the stream.
func (r *Recorder) Close() error {
	if err := r.Flush(); err != nil {
		return err
	}
	r.err = r.w.Close()
	return r.err
}

func (r *Recorder) flushInputs() {
	if r.err == nil && len(r.inputs) > 0 {
		r.err = r.w.Chunk(KindInput, r.inputs)
		r.inputs = r.inputs[:0]
	}
}

func (r *Recorder) flushHashes() {
	if r.err == nil && len(r.hashes) > 0 {
		r.err = r.w.Chunk(KindHashes, r.hashes)
		r.hashes = r.hashes[:0]
	}
}

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
