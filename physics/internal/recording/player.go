package recording

import (
	"bytes"
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// Player carries a recording out. It stands after a number of steps and can go to any other.
type Player struct {
	// Kept are states that the player keeps to go back.
	Kept journal.Frames[*snapshot.Snapshot]

	stage  Stage
	world  World
	file   *File
	reader *journal.Reader
	shapes Shapes
	broken map[int]bool // steps whose keyframes cannot be read
	step   int
	at     int64 // of the next record

	// of the step that goes on
	calls   int
	next    stepRecord
	first   *Divergence
	answers Answers
}

// NewPlayer stands at the start of a recording. It keeps a state every so many steps, in so many bytes of memory.
func NewPlayer(f *File, stage Stage, keepEvery, keepBytes int) (*Player, error) {
	if !f.HasWorld() {
		return nil, ErrNoWorld
	}
	if f.foreign != nil {
		return nil, recordingError(f.foreign)
	}
	p := &Player{
		stage: stage, file: f, reader: f.reader.Fork(), broken: make(map[int]bool), shapes: Shapes{list: f.shapesAt(0)},
		Kept: journal.Frames[*snapshot.Snapshot]{Every: keepEvery, Budget: keepBytes},
	}
	return p, p.start()
}

// Step returns the number of steps done.
func (p *Player) Step() int { return p.step }

// Advance carries out the next step with the calls before it. It returns a *Divergence when a result, the digest or
// the hash of a keyframe is not what was recorded, after the step.
func (p *Player) Advance() error {
	d, err := p.advance(nil)
	if err != nil || d == nil {
		return err
	}
	p.locate(d)
	return d
}

// Seek goes to the state after a step, 0 for the start. Unless step is 0 the last step is carried out. It returns a
// *Divergence as Advance does, and then stands at the step that diverged.
func (p *Player) Seek(step int) error {
	if step < 0 || step > p.file.Steps() {
		return fmt.Errorf("physics: replay: step %d: the recording has 0 to %d", step, p.file.Steps())
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
func (p *Player) start() error {
	p.step = 0
	e, err := p.reader.At(p.file.worlds[0].at)
	if err == nil {
		err = p.enter(&e)
	}
	if err != nil {
		return replayError(err)
	}
	return p.Stand(0)
}

func replayError(err error) error { return fmt.Errorf("physics: replay: %w", err) }

// enter goes on with the world of a record.
func (p *Player) enter(e *journal.Record) error {
	s := &snapshot.Snapshot{}
	limits, err := readWorld(e, s, p.stage.CheckSettings)
	if err == nil {
		err = p.furnish(limits)
	}
	if err != nil {
		return fmt.Errorf("at byte %d: %w", e.At, err)
	}
	return p.world.Restore(s)
}

// furnish gets a world of these limits.
func (p *Player) furnish(limits state.Limits) (err error) {
	w, err := p.stage.Furnish(limits)
	if err == nil {
		p.world = w
	}
	return err
}

// skip goes forward to the last state kept before a step, if that is ahead.
func (p *Player) skip(step int) error {
	own, s, _ := p.Kept.Before(step)
	if k, ok := p.recorded(step); ok && k.step > max(own, p.step) && p.put(k) {
		return nil
	}
	if own > p.step {
		return p.restore(own, s)
	}
	return nil
}

// back goes to the last state kept before a step, or to the start.
func (p *Player) back(step int) error {
	own, s, kept := p.Kept.Before(step)
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
func (p *Player) recorded(step int) (stateAt, bool) {
	for i := len(p.file.keys) - 1; i >= 0; i-- {
		if k := p.file.keys[i]; k.step < step && !p.broken[k.step] {
			return k, true
		}
	}
	return stateAt{}, false
}

// put goes to the state of a recorded keyframe. A keyframe that cannot be read is not tried again: the steps before it
// lead to the same state.
func (p *Player) put(k stateAt) bool {
	s := &snapshot.Snapshot{}
	e, err := p.reader.At(k.at)
	if err == nil {
		err = readState(e.Payload[keyframeHead:], e.Flags, s, p.stage.CheckSettings)
	}
	if err == nil {
		err = p.restore(k.step, s)
	}
	if err != nil {
		p.broken[k.step] = true
		return false
	}
	if p.Kept.Wants(k.step) {
		p.Kept.Add(k.step, s.Memory(), s)
	}
	return true
}

// restore goes to a state after a step.
func (p *Player) restore(step int, s *snapshot.Snapshot) error {
	// the limits are those of the world that the step was done in
	e, err := p.reader.At(p.file.worldBefore(step).at)
	if err != nil {
		return replayError(err)
	}
	c := journal.Coder{Reading: true, Data: e.Payload}
	var limits state.Limits
	codeLimits(&c, &limits)
	if err := p.furnish(limits); err != nil {
		return replayError(err)
	}
	if err := p.Stand(step); err != nil {
		return err
	}
	return p.world.Restore(s)
}

// advance carries out the calls up to the next step and that, watched if watch is not nil.
func (p *Player) advance(watch *detail) (*Divergence, error) {
	dt, err := p.Prepare()
	if err != nil {
		return nil, err
	}
	if watch != nil {
		watch.watch(p.world)
	}
	err = p.world.Step(dt)
	if watch != nil {
		watch.unwatch(p.world)
	}
	return p.Conclude(err), p.keep(watch)
}

// Prepare carries out the calls up to the next step, and gives the hooks their answers. It returns the length of the
// step (s), after which Conclude must follow.
func (p *Player) Prepare() (dt float32, err error) {
	if p.step >= p.file.Steps() {
		return 0, fmt.Errorf("physics: replay: the recording ends after step %d", p.step)
	}
	p.calls, p.first = 0, nil
	p.reader.Grow(p.file.size)
	for {
		e, err := p.reader.At(p.at)
		if err != nil {
			return 0, replayError(err)
		}
		p.at = e.Next
		switch e.Kind {
		case journal.Table, journal.Shapes:
			p.shapes.list = p.file.shapesAt(e.At)
		case journal.World:
			err = p.enter(&e)
		case journal.Call:
			p.calls++
			err = p.carryOut(&e)
		case journal.Step:
			p.calls++
			if p.next, err = readStep(e.Payload); err == nil {
				p.answers = Answers{Asked: p.next.asked, coder: journal.Coder{Reading: true, Data: p.next.answers}}
				p.world.Answer(&p.answers)
				return p.next.dt, nil
			}
		}
		if err != nil {
			op := journal.Op(e.Code)
			return 0, fmt.Errorf("physics: replay: step %d, call %d, %v: %w", p.step+1, p.calls, op, err)
		}
	}
}

// keep keeps the state that the replay has come to, if it is to be kept.
func (p *Player) keep(watch *detail) error {
	if watch != nil || p.first != nil || !p.Kept.Wants(p.step) {
		return nil
	}
	s := &snapshot.Snapshot{}
	if err := p.world.Take(s); err != nil {
		return err
	}
	p.Kept.Add(p.step, s.Memory(), s)
	return nil
}

// carryOut makes a recorded call and compares its results.
func (p *Player) carryOut(e *journal.Record) error {
	op := journal.Op(e.Code)
	got, want, err := p.stage.Call(op, e.Payload, &p.shapes)
	if err == nil && !bytes.Equal(got.Data, want) {
		p.diverged(op, describe(op, got.Data, got.Refused), describe(op, want, nil))
	}
	return err
}

// Conclude compares what a step led to: its error, the questions to its hooks, and the digest and hash after it. It
// returns the first difference since Prepare, nil for none.
func (p *Player) Conclude(err error) *Divergence {
	p.world.Answer(nil)
	s := &p.next
	if got, want := fmt.Sprint(err), fmt.Sprint(s.err); got != want {
		p.diverged(0, got, want)
	}
	if err := p.answers.rest(); err != nil {
		p.diverged(0, err.Error(), fmt.Sprintf("%d bytes of answers", len(s.answers)))
	}
	if digest := snapshot.Digest(p.world.Rooms()); digest != s.digest {
		p.diverged(0, fmt.Sprintf("digest %016x", digest), fmt.Sprintf("digest %016x", s.digest))
	}
	if want := p.file.hashAfter(p.step + 1); want != 0 {
		if hash := snapshot.Hash(p.world.Rooms()); hash != want {
			p.diverged(0, fmt.Sprintf("hash %016x", hash), fmt.Sprintf("hash %016x", want))
		}
	}
	p.step++
	return p.first
}

// Stand goes to the position after a step, 0 for the start, without touching the world, which has its state.
func (p *Player) Stand(step int) error {
	at := p.file.worlds[0].at
	if step > 0 {
		at = p.file.steps[step-1]
	}
	done, err := p.reader.Skip(at, 0)
	if err != nil {
		return replayError(err)
	}
	p.step, p.at = step, done.Next
	p.shapes.list = p.file.shapesAt(at)
	return nil
}
