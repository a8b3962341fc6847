package physics

import (
	"bytes"
	"errors"
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/state"
)

// ReplayOptions say how a recording is carried out. The results do not depend on them.
type ReplayOptions struct {
	// Workers share a step, 0 is one.
	Workers int
	// KeyframeEvery (steps) and KeyframeBytes (of memory) are for the states that the replay keeps in order to go
	// back. When the memory is full, old ones are thinned out. Zero bytes keep none.
	KeyframeEvery, KeyframeBytes int
}

// DefaultReplayOptions returns a state every 32 steps in at most 128 MB.
func DefaultReplayOptions() ReplayOptions {
	return ReplayOptions{KeyframeEvery: 32, KeyframeBytes: 128 << 20}
}

// recordedCall says how a call is written and how it is carried out again.
type recordedCall struct {
	// signature is a checksum of the types of arguments and results, results has a letter for each result.
	signature uint32
	results   string
	// play reads the arguments, makes the call and writes its results.
	play func(in, out *coder)
}

// Replay is a recording being carried out. It stands after a number of steps and can go to any
// other.
type Replay struct {
	rec     *Recording
	file    *journal.Reader
	world   *World
	foreign *World
	limits  state.Limits
	shapes  shapeTable
	keys    journal.Frames[*Snapshot]
	broken  map[int]bool // steps whose keyframes cannot be read
	step    int
	at      int64 // of the next record
	options ReplayOptions
	answers answers

	// of the step that goes on
	calls int
	first *Divergence
	out   coder
}

var errNoReplay = errors.New("physics: replay: not made by NewReplay")

// NewReplay stands at the start of a recording. The caller must Close it.
func NewReplay(rec *Recording, options ReplayOptions) (*Replay, error) {
	if !rec.HasWorld() {
		return nil, errNoWorld
	}
	foreign, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	p := &Replay{
		rec: rec, file: rec.file.Fork(), foreign: foreign, options: options, broken: make(map[int]bool),
		shapes: shapeTable{list: rec.shapes, numbers: make(map[keyOfShape]uint32)},
		keys:   journal.Frames[*Snapshot]{Every: options.KeyframeEvery, Budget: options.KeyframeBytes},
	}
	if err := p.start(); err != nil {
		return nil, err
	}
	return p, nil
}

// World returns the world of the replay. It is for looking only, and until the next call: where the recorded program
// went on with a world of other limits, so does the replay.
func (p *Replay) World() *World {
	if p == nil {
		return nil
	}
	return p.world
}

// Step returns the number of steps done.
func (p *Replay) Step() int {
	if p == nil {
		return 0
	}
	return p.step
}

// Close ends the workers.
func (p *Replay) Close() {
	if p != nil && p.world != nil {
		p.world.Close()
	}
}

// Advance carries out the next step with the calls before it. It returns a *Divergence when a result, the digest or
// the hash of a keyframe is not what was recorded, after the step.
func (p *Replay) Advance() error {
	if p == nil || p.world == nil {
		return errNoReplay
	}
	d, err := p.advance(nil)
	if err != nil || d == nil {
		return err
	}
	p.locate(d)
	return d
}

// Seek goes to the state after a step, 0 for the start. Unless step is 0 the last step is carried
// out, so that the world has its events. It returns a *Divergence as Advance does, and then
// stands at the step that diverged.
func (p *Replay) Seek(step int) error {
	if p == nil || p.world == nil {
		return errNoReplay
	}
	if step < 0 || step > p.rec.Steps() {
		return fmt.Errorf("physics: replay: step %d: the recording has 0 to %d", step, p.rec.Steps())
	}
	if step <= p.step {
		if err := p.back(step); err != nil {
			return err
		}
	} else if err := p.skip(step); err != nil {
		return err
	}
	for p.step < step {
		if err := p.Advance(); err != nil {
			return err
		}
	}
	return nil
}

// start goes to the beginning.
func (p *Replay) start() error {
	p.step, p.at = 0, p.rec.worlds[0].at
	e, err := p.file.At(p.at)
	if err == nil {
		err = p.enter(&e)
	}
	if err != nil {
		return replayError(err)
	}
	p.at = e.Next
	return nil
}

func replayError(err error) error { return fmt.Errorf("physics: replay: %w", err) }

// enter goes on with the world of a record.
func (p *Replay) enter(e *journal.Record) error {
	limits, s, err := readWorld(e)
	if err != nil {
		return fmt.Errorf("at byte %d: %w", e.At, err)
	}
	if err := p.furnish(limits); err != nil {
		return fmt.Errorf("at byte %d: %w", e.At, err)
	}
	return p.world.Restore(s)
}

// furnish makes a world of these limits if the present one has others.
func (p *Replay) furnish(limits state.Limits) error {
	if p.world != nil && p.limits == limits {
		return nil
	}
	def := DefaultWorldDef()
	def.Workers = max(1, p.options.Workers)
	def.MaxBodies, def.MaxShapes, def.MaxContacts = int(limits.Bodies), int(limits.Shapes), int(limits.Contacts)
	w, err := NewWorld(def)
	if err != nil {
		return err
	}
	p.Close()
	p.world, p.limits = w, limits
	return nil
}

// skip goes forward to the last state kept before a step, if that is ahead.
func (p *Replay) skip(step int) error {
	own, s, _ := p.keys.Before(step)
	if k, ok := p.recorded(step); ok && k.step > max(own, p.step) && p.put(k) {
		return nil
	}
	if own > p.step {
		return p.restore(own, s)
	}
	return nil
}

// back goes to the last state kept before a step, or to the start.
func (p *Replay) back(step int) error {
	own, s, kept := p.keys.Before(step)
	for {
		k, ok := p.recorded(step)
		if !ok || k.step <= own {
			break
		}
		if p.put(k) {
			return nil
		}
	}
	if kept {
		return p.restore(own, s)
	}
	return p.start()
}

// recorded returns the last keyframe of the recording before a step.
func (p *Replay) recorded(step int) (stateRecord, bool) {
	for i := len(p.rec.keys) - 1; i >= 0; i-- {
		if k := p.rec.keys[i]; k.step < step && !p.broken[k.step] {
			return k, true
		}
	}
	return stateRecord{}, false
}

// put goes to the state of a recorded keyframe. One that cannot be read is left out from then on: the steps before
// lead to the same state.
func (p *Replay) put(k stateRecord) bool {
	s := &Snapshot{}
	e, err := p.file.At(k.at)
	if err == nil {
		err = s.unpack(e.Payload[keyframeHead:], e.Flags)
	}
	if err == nil {
		err = p.restore(k.step, s)
	}
	if err != nil {
		p.broken[k.step] = true
		return false
	}
	if p.keys.Wants(k.step) {
		p.keys.Add(k.step, s.held.Memory(), s)
	}
	return true
}

// restore goes to a state after a step.
func (p *Replay) restore(step int, s *Snapshot) error {
	// the limits are those of the world that the step was done in
	e, err := p.file.At(p.rec.worldBefore(step).at)
	if err != nil {
		return replayError(err)
	}
	c := coder{reading: true, data: e.Payload}
	var limits state.Limits
	code32(&c, &limits.Bodies)
	code32(&c, &limits.Shapes)
	code32(&c, &limits.Contacts)
	if err := p.furnish(limits); err != nil {
		return replayError(err)
	}
	done, err := p.file.Skip(p.rec.steps[step-1], 0)
	if err != nil {
		return replayError(err)
	}
	p.step, p.at = step, done.Next
	return p.world.Restore(s)
}

// advance carries out the calls up to the next step and that, watched if watch is not nil.
func (p *Replay) advance(watch *stepDetail) (*Divergence, error) {
	if p.step >= p.rec.Steps() {
		return nil, fmt.Errorf("physics: replay: the recording ends after step %d", p.step)
	}
	p.calls, p.first = 0, nil
	for {
		e, err := p.file.At(p.at)
		if err != nil {
			return nil, replayError(err)
		}
		p.at = e.Next
		switch e.Kind {
		case journal.World:
			err = p.enter(&e)
		case journal.Call:
			p.calls++
			err = p.carryOut(&e)
		case journal.Step:
			p.calls++
			if err = p.doStep(e.Payload, watch); err == nil {
				return p.first, p.keep(watch)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("physics: replay: step %d, call %d, %v: %w", p.step+1, p.calls, journal.Op(e.Code), err)
		}
	}
}

// keep keeps the state that the replay has come to, if it is to be kept.
func (p *Replay) keep(watch *stepDetail) error {
	if watch != nil || p.first != nil || !p.keys.Wants(p.step) {
		return nil
	}
	s := &Snapshot{}
	if err := p.world.Snapshot(s); err != nil {
		return err
	}
	p.keys.Add(p.step, s.held.Memory(), s)
	return nil
}

// carryOut makes a recorded call and compares its results.
func (p *Replay) carryOut(e *journal.Record) error {
	c := &calls[e.Code]
	in := coder{reading: true, data: e.Payload, world: p.world, foreign: p.foreign, shapes: &p.shapes}
	p.out = coder{data: p.out.data[:0], world: p.world, shapes: &p.shapes}
	c.play(&in, &p.out)
	if in.err != nil {
		return in.err
	}
	if !bytes.Equal(p.out.data, in.data) {
		p.diverged(journal.Op(e.Code).String(), p.describe(c.results, p.out.data), p.describe(c.results, in.data))
	}
	return nil
}

// doStep carries out a step and compares its error, what its hooks were asked, and the digest and hash after it.
func (p *Replay) doStep(payload []byte, watch *stepDetail) error {
	s, err := readStep(payload)
	if err != nil {
		return err
	}
	if watch != nil {
		watch.watch(p.world)
	}
	p.answers.give(p.world, s.asked, s.answers)
	err = p.world.Step(s.dt)
	p.world.hooks.set(nil, nil)
	if watch != nil {
		watch.unwatch(p.world)
	}
	name := journal.Op(0).String()
	if got, want := fmt.Sprint(err), fmt.Sprint(s.err); got != want {
		p.diverged(name, got, want)
	}
	if err := p.answers.rest(); err != nil {
		p.diverged(name, err.Error(), fmt.Sprintf("%d bytes of answers", len(s.answers)))
	}
	if digest := p.world.Digest(); digest != s.digest {
		p.diverged(name, fmt.Sprintf("digest %016x", digest), fmt.Sprintf("digest %016x", s.digest))
	}
	if want := p.hashAfter(p.step + 1); want != 0 {
		if hash := p.world.Hash(); hash != want {
			p.diverged(name, fmt.Sprintf("hash %016x", hash), fmt.Sprintf("hash %016x", want))
		}
	}
	p.step++
	return nil
}

// hashAfter returns the hash that was recorded after a step, 0 for none.
func (p *Replay) hashAfter(step int) uint64 {
	if k, ok := p.rec.keyAt(step); ok {
		return k.hash
	}
	if step == p.rec.Steps() {
		return p.rec.last.hash
	}
	return 0
}
