package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

// Limits of a recording. A file beyond them is refused.
const (
	maxNameBytes  = 256
	maxValueBytes = 64 << 10
	maxParams     = 4096
	maxInputs     = 1 << 24
	maxHashes     = 1 << 26
	// inputBytes is the size of one entry of the input stream.
	inputBytes = 76
	flushCount = 512
)

// Param is a name with a value as text.
type Param struct{ Name, Value string }

// SceneInfo says how a run starts.
type SceneInfo struct {
	// Scene is the name of the scene.
	Scene string
	// Hz is the tick rate at the start.
	Hz int64
	// Seed is the seed of the scene's random numbers.
	Seed uint64
	// Params are the parameters in the order in which they were set.
	Params []Param
}

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

// The layouts of the chunks written here, all little-endian:
//
//	SCNE  u64 rate in Hz, u64 seed, string scene, u32 count, count × (string name, string value)
//	      string: u32 length, UTF-8 bytes
//	INPT  n × 76 bytes: u64 tick, i64 time (ns), f64 x, f64 y, u64 id, 3×f32 p, 3×f32 d, f32 s,
//	      i32 code, u8 kind, u8 action, u8 mods, u8 zero; ticks never decrease
//	HASH  u64 first tick, n × u64; the runs of one file follow each other without a gap

// RecordingWriter writes a recording while the run goes on.
type Recorder struct {
	w        *Writer
	inputs   []byte
	hashes   []byte
	nextHash uint64
	lastTick uint64
	err      error
}

// NewRecordingWriter writes the header and the scene to w, which should be buffered.
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

// Flush writes what has been gathered.
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

func encodeScene(info SceneInfo) ([]byte, error) {
	if info.Hz < timestep.MinRate || info.Hz > timestep.MaxRate {
		return nil, fmt.Errorf("engine: recording: tick rate %d Hz: must be from %d to %d", info.Hz, timestep.MinRate, timestep.MaxRate)
	}
	if len(info.Scene) > maxNameBytes || len(info.Params) > maxParams {
		return nil, fmt.Errorf("engine: recording: scene name of %d bytes with %d parameters: at most %d and %d",
			len(info.Scene), len(info.Params), maxNameBytes, maxParams)
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(info.Hz))
	b = binary.LittleEndian.AppendUint64(b, info.Seed)
	b = appendString(b, info.Scene)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(info.Params)))
	for _, p := range info.Params {
		if len(p.Name) > maxNameBytes || len(p.Value) > maxValueBytes {
			return nil, fmt.Errorf("engine: recording: parameter %.40q of %d + %d bytes: at most %d + %d",
				p.Name, len(p.Name), len(p.Value), maxNameBytes, maxValueBytes)
		}
		b = appendString(appendString(b, p.Name), p.Value)
	}
	return b, nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
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
				err = rec.decodeScene(rd, c)
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
	if err := world.open(file, rec); err != nil {
		return nil, err
	}
	return rec, nil
}

// payload reads values from a chunk; after the first error it gives zeros.
type payload struct {
	rd  *Reader
	c   Chunk
	at  int
	err error
}

func (p *payload) bytes(n int) []byte {
	if p.err == nil && n > len(p.c.Data)-p.at {
		p.err = p.rd.Errorf(p.c, p.at, n, "%d bytes are left, needed", len(p.c.Data)-p.at)
	}
	if p.err != nil {
		return nil
	}
	p.at += n
	return p.c.Data[p.at-n : p.at]
}

func (p *payload) u32() uint32 {
	if b := p.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *payload) u64() uint64 {
	if b := p.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (p *payload) str(limit int) string {
	at := p.at
	n := p.u32()
	if p.err == nil && n > uint32(limit) {
		p.err = p.rd.Errorf(p.c, at, n, "a text longer than the limit of %d bytes", limit)
	}
	return string(p.bytes(int(n)))
}

func (rec *Recording) decodeScene(rd *Reader, c Chunk) error {
	p := payload{rd: rd, c: c}
	hz := p.u64()
	rec.Info.Seed = p.u64()
	rec.Info.Scene = p.str(maxNameBytes)
	at := p.at
	n := p.u32()
	switch {
	case p.err != nil:
		return p.err
	case hz < uint64(timestep.MinRate) || hz > uint64(timestep.MaxRate):
		return rd.Errorf(c, 0, hz, "tick rate must be from %d to %d Hz", timestep.MinRate, timestep.MaxRate)
	case n > maxParams:
		return rd.Errorf(c, at, n, "more parameters than the limit of %d", maxParams)
	}
	rec.Info.Hz = int64(hz)
	for range n {
		param := Param{Name: p.str(maxNameBytes), Value: p.str(maxValueBytes)}
		if p.err != nil {
			return p.err
		}
		rec.Info.Params = append(rec.Info.Params, param)
	}
	if p.at != len(c.Data) {
		return rd.Errorf(c, p.at, len(c.Data)-p.at, "bytes after the last parameter")
	}
	return nil
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
