package physics

import (
	"errors"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
	"tumble/physics/internal/state"
)

// ReplayOptions say how a recording is carried out. The results do not depend on them.
type ReplayOptions struct {
	// Workers share a step, 0 is one.
	Workers int
	// KeyframeEvery (steps) and KeyframeBytes (of memory) are for the states that the replay keeps to go
	// back. When the memory is full, old ones are thinned out. Zero bytes keep none.
	KeyframeEvery, KeyframeBytes int
}

// DefaultReplayOptions returns a state every 32 steps in at most 128 MB.
func DefaultReplayOptions() ReplayOptions {
	return ReplayOptions{KeyframeEvery: 32, KeyframeBytes: 128 << 20}
}

// Replay is a recording being carried out. It stands after a number of steps and can go to any
// other.
type Replay struct {
	player *recording.Player
	world  *World
	limits state.Limits // of the world
	// foreign stands for the worlds of handles that were not of the one recorded.
	foreign *World
	workers int
	out     coder
}

var errNoReplay = errors.New("physics: replay: not made by NewReplay")

// NewReplay stands at the start of a recording. The caller must Close it.
func NewReplay(rec *Recording, options ReplayOptions) (*Replay, error) {
	if !rec.HasWorld() {
		return nil, recording.ErrNoWorld
	}
	foreign, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	p := &Replay{foreign: foreign, workers: max(1, options.Workers)}
	p.player, err = recording.NewPlayer(&rec.file, (*stage)(p), options.KeyframeEvery, options.KeyframeBytes)
	if err != nil {
		p.Close()
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
	if p == nil || p.player == nil {
		return 0
	}
	return p.player.Step()
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
	if p == nil || p.player == nil {
		return errNoReplay
	}
	return diverged(p.player.Advance())
}

// Seek goes to the state after a step, 0 for the start. Unless step is 0 the last step is carried
// out, so that the world has its events. It returns a *Divergence as Advance does, and then
// stands at the step that diverged.
func (p *Replay) Seek(step int) error {
	if p == nil || p.player == nil {
		return errNoReplay
	}
	return diverged(p.player.Seek(step))
}

// Divergence is the error of a replay that does not do what was recorded.
type Divergence struct {
	// Step is the first one that differs, 1 for the first of the recording.
	Step int
	// Call is the number of the call within the step, and Name the call, whose result differs;
	// Name is World.Step if all results agree and the digest or hash after the step does not.
	Call int
	Name string
	// Got and Want are the results, digests or hashes.
	Got, Want string
	// Stage is the first stage of the step after which the state differs, Body the lowest slot
	// of a body that differs, −1 for none. Both are known when the recording was made with
	// Details, or when a run with one worker does what was recorded; Stage is "" otherwise.
	Stage string
	Body  int
}

func (d *Divergence) Error() string { return (*recording.Divergence)(d).Error() }

// diverged makes the error of the player that of this package.
func diverged(err error) error {
	if d, ok := err.(*recording.Divergence); ok {
		return (*Divergence)(d)
	}
	return err
}

// stage is a replay as its player sees it. It implements recording.Stage.
type stage Replay

// Furnish makes a world of these limits if the present one has others.
func (p *stage) Furnish(limits state.Limits) (recording.World, error) {
	if p.world == nil || p.limits != limits {
		def := DefaultWorldDef()
		def.Workers = p.workers
		def.MaxBodies, def.MaxShapes, def.MaxContacts = int(limits.Bodies), int(limits.Shapes), int(limits.Contacts)
		w, err := NewWorld(def)
		if err != nil {
			return nil, err
		}
		(*Replay)(p).Close()
		p.world, p.limits = w, limits
	}
	return recorded{p.world}, nil
}

// Call carries out a call with a record of its arguments and results.
func (p *stage) Call(op journal.Op, payload []byte, shapes *recording.Shapes) (*journal.Coder, []byte, error) {
	in := coder{Coder: journal.Coder{Reading: true, Data: payload}, world: p.world, foreign: p.foreign, shapes: shapes}
	p.out = coder{Coder: journal.Coder{Data: p.out.Data[:0]}, world: p.world, shapes: shapes}
	plays[op](&in, &p.out)
	return &p.out.Coder, in.Data, in.Err
}

// CheckSettings refuses settings that no world can have.
func (p *stage) CheckSettings(s *state.Settings) error { return checkSettings(s) }
