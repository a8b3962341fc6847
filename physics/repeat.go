package physics

import (
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/recording"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// Repetition says how far a world has come that repeats a recording.
type Repetition struct {
	// Step is the step of the recording after which the world stands, of Steps, while it Follows.
	Step, Steps int
	// Waits says that the world stands at the end of a recording that still grows: Step does nothing.
	Waits bool
	// Follows is false while the state is another one than the recording has: the world goes its own way.
	Follows bool
	// Changed says that calls of the user led away from the recording, not the steps.
	Changed bool
	// Differs is the first step whose result is not the recorded one, 0 for none; Err names the difference.
	Differs int
	Err     error
}

// repetition is a recording whose calls and steps a world carries out.
type repetition struct {
	replay *Replay
	file   *Recording
	// entered are the worlds of the recording so far.
	entered []enteredWorld
	// passed are the states after the steps so far, from the start on.
	passed []snapshot.Stamp
	// now, steps and revision are those of the world after its last step.
	now      snapshot.Stamp
	steps    uint64
	revision uint64
	told     Repetition
}

// enteredWorld is where a world stands in the recording and by its own count. From there on both go on alike.
type enteredWorld struct {
	from   int
	steps  uint64
	digest uint64
}

// Repeat makes an empty world with the limits of the recording carry it out, see WorldDef: it takes the state that the
// recording begins with, and Step carries out the recorded calls and the next recorded step, whatever dt it is given.
// Unlike a Replay the world is an ordinary one. As soon as its state is not the recorded one, because it was changed,
// because this version computes otherwise, or after the last step, it goes on by itself; a snapshot of a recorded state
// brings it back to the recording. At the end of a recording that grows it stands still, see Recording.Grow.
//
// The file must stay open.
func (r *Recording) Repeat(w *World) error {
	if w == nil || w.locked.Load() || w.BodyCount() > 0 || w.state.Steps > 0 {
		return errors.New("physics: repeat: only an empty world can repeat a recording")
	}
	foreign, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return err
	}
	p := &repetition{replay: &Replay{world: w, foreign: foreign, limits: w.state.Limits}, file: r}
	p.replay.player, err = recording.NewPlayer(r.held(), repeatStage{(*stage)(p.replay), p}, 0, 0)
	if err != nil {
		return err
	}
	p.stand(w)
	p.pass(w)
	p.told.Follows = true
	w.repeats = p
	return nil
}

// Repetition returns how far the world has come in the recording that it repeats; ok is false for a world without one.
func (w *World) Repetition() (r Repetition, ok bool) {
	if w == nil || w.repeats == nil {
		return r, false
	}
	p := w.repeats
	p.find(w)
	r = p.told
	r.Step, r.Steps, r.Waits = p.replay.Step(), p.file.Steps(), p.waits()
	return r, true
}

// repeatStage carries calls out as those of a user, so that a recorder of the world writes them down.
type repeatStage struct {
	*stage
	repetition *repetition
}

// Furnish returns the world if it has these limits.
func (s repeatStage) Furnish(limits state.Limits) (recording.World, error) {
	if s.limits != limits {
		text := "a world for %d bodies, %d shapes and %d contacts: the world that repeats it has %d, %d and %d"
		return nil, fmt.Errorf(text, limits.Bodies, limits.Shapes, limits.Contacts,
			s.limits.Bodies, s.limits.Shapes, s.limits.Contacts)
	}
	return repeated{recorded{s.world}, s.repetition}, nil
}

// repeated is the world of a repetition. It implements recording.World.
type repeated struct {
	recorded
	repetition *repetition
}

// Restore goes on with a world of the recording.
func (r repeated) Restore(s *snapshot.Snapshot) error {
	var kept Snapshot
	kept.held.CopyFrom(s)
	if err := r.world.Restore(&kept); err != nil {
		return err
	}
	r.repetition.enter(r.repetition.replay.Step(), r.world)
	return nil
}

// enter notes with which count of its own the world stands after a step of the recording, where that is news: at the
// beginning of a world, and where a call of the recording took the world to another state.
func (p *repetition) enter(step int, w *World) {
	e := enteredWorld{step, w.state.Steps, snapshot.Digest(&w.rooms)}
	at := 0
	for at < len(p.entered) && p.entered[at].from <= step {
		if p.entered[at] == e {
			return
		}
		at++
	}
	p.entered = slices.Insert(p.entered, at, e)
}

// step does the next step: the recorded one with the calls before it, or one of dt (s) where there is none.
func (p *repetition) step(w *World, dt float32) error {
	p.find(w)
	if p.waits() {
		return nil
	}
	if !p.told.Follows || p.replay.Step() >= p.file.Steps() {
		return p.alone(w, dt)
	}
	before := w.state.Steps
	recorded, err := p.replay.player.Prepare()
	if err != nil {
		p.lose(p.replay.Step()+1, err)
		return p.alone(w, dt)
	}
	err = w.advance(recorded)
	d := p.replay.player.Conclude(err)
	switch {
	case d != nil:
		p.lose(d.Step, (*Divergence)(d))
	case w.state.Steps != before+1:
		p.enter(p.replay.Step(), w)
	}
	p.stand(w)
	p.pass(w)
	return err
}

// pass notes the state after a step of the recording.
func (p *repetition) pass(w *World) {
	step := p.replay.Step()
	for len(p.passed) <= step {
		p.passed = append(p.passed, snapshot.Stamp{})
	}
	p.passed[step] = w.now
}

// waits reports whether the next step is still to come.
func (p *repetition) waits() bool {
	return p.told.Follows && p.file.growing && p.replay.Step() >= p.file.Steps()
}

// alone does a step that the recording does not have.
func (p *repetition) alone(w *World, dt float32) error {
	p.told.Follows = false
	err := w.advance(dt)
	p.stand(w)
	return err
}

// lose lets the world go its own way from the result of a step on.
func (p *repetition) lose(step int, err error) {
	p.told.Follows, p.told.Differs, p.told.Err = false, step, err
}

// stand notes the state of the world.
func (p *repetition) stand(w *World) { p.now, p.steps, p.revision = w.now, w.state.Steps, w.revision }

// find finds the place in the recording of a world that was changed or brought to another state since its last step.
func (p *repetition) find(w *World) {
	if w.now == p.now && w.state.Steps == p.steps {
		return
	}
	if w.revision != p.revision {
		p.told.Changed = false
	} else if p.told.Follows {
		p.told.Changed = true
	}
	p.stand(w)
	p.told.Follows = false
	// a program that goes back in time has some states twice: the later one is as good
	found, digest := -1, snapshot.Digest(&w.rooms)
	for i := len(p.entered) - 1; i >= 0; i-- {
		step, want, ok := p.position(w, i)
		if !ok || want != digest {
			continue
		}
		// a state that went through a file has no stamp, and only its digest to tell it by
		same := step < len(p.passed) && p.passed[step] == w.now
		if same || found < 0 {
			found = step
		}
		if same {
			break
		}
	}
	p.told.Follows = found >= 0 && p.replay.player.Stand(found) == nil
}

// position returns the step of the recording after which the world stands if it is in an entered world, and the digest
// of the recording there.
func (p *repetition) position(w *World, entered int) (step int, digest uint64, ok bool) {
	e := p.entered[entered]
	last := p.file.Steps()
	if entered+1 < len(p.entered) {
		last = p.entered[entered+1].from
	}
	if w.state.Steps < e.steps || w.state.Steps-e.steps > uint64(last-e.from) {
		return 0, 0, false
	}
	step = e.from + int(w.state.Steps-e.steps)
	if step == e.from {
		return step, e.digest, true
	}
	digest, ok = p.file.StepDigest(step)
	return step, digest, ok
}
