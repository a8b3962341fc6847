package record

import (
	"fmt"
	"io"
	"math"
	"os"

	"tumble/engine/input"
	"tumble/engine/inputfile"
	"tumble/engine/timestep"
	"tumble/physics"
)

// Recording is a session as read from a file, or a saved state.
type Recording struct {
	// Parts are the scenes of the session one after the other: with the same program the scene, its parameters and the
	// inputs give the same digests. There is at least one.
	Parts []Part
	// Calls are the run of the worlds by their calls. They need neither the scenes nor the inputs.
	Calls *physics.Recording
	// State is the state of the world in a file with a saved state.
	State *physics.Snapshot
	// Skipped counts the entries that were not understood.
	Skipped map[Kind]int

	file *os.File
}

// Part is the work of a session in one scene.
type Part struct {
	Info   SceneInfo
	Inputs []input.TickEvent
	// Digests[i] is the digest of the state after tick FirstTick+i.
	FirstTick uint64
	Digests   []uint64
	// Jumps are the places at which the session went back in time, in the order of their ticks.
	Jumps []Jump
	// Names are the names of branches, in the order in which the user gave them.
	Names []BranchName
	// Step is the number of steps of the recording before this part.
	Step int
	// Resumed says that the part begins after tick From of a scene that was under way. State is the state of the
	// session beside the world at this tick.
	Resumed bool
	From    uint64
	State   []byte
	// Apart says that the part before ends in another state, even if it ends after tick From.
	Apart bool
}

// LastTick returns the last tick with a digest, From for none.
func (p *Part) LastTick() uint64 {
	if len(p.Digests) == 0 {
		return p.From
	}
	return p.FirstTick + uint64(len(p.Digests)) - 1
}

// First returns the first part.
func (r *Recording) First() *Part { return &r.Parts[0] }

// HasTicks reports whether there is input or a digest of a session to replay: a recording without a window has the
// calls of its world alone.
func (r *Recording) HasTicks() bool {
	for i := range r.Parts {
		if p := &r.Parts[i]; len(p.Inputs)+len(p.Digests) > 0 {
			return true
		}
	}
	return false
}

// PartAfter is the part that begins after so many steps of the recording, nil for none. It is the last of several such
// parts, as parts without a step before it have no world.
func (r *Recording) PartAfter(steps int) *Part {
	for i := len(r.Parts) - 1; i >= 0; i-- {
		if r.Parts[i].Step == steps {
			return &r.Parts[i]
		}
	}
	return nil
}

// Close closes the file of Open.
func (r *Recording) Close() error {
	if r == nil || r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Open reads a file. The calls are read when they are needed, so that the caller must Close it when done.
func Open(path string) (*Recording, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	rec, err := openFile(f)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rec, nil
}

func openFile(f *os.File) (*Recording, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	rec, err := Read(f, info.Size())
	if err != nil {
		return nil, err
	}
	rec.file = f
	return rec, nil
}

// Read reads a recording of size bytes.
func Read(r io.ReaderAt, size int64) (*Recording, error) {
	calls, err := physics.OpenRecording(r, size)
	if err != nil {
		return nil, err
	}
	rec := &Recording{Calls: calls, Skipped: make(map[Kind]int)}
	saved := false
	for e, err := range calls.Entries() {
		if err == nil && Kind(e.Kind) == KindState {
			saved = true
		}
		if err == nil {
			err = rec.take(&e)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(rec.Parts) == 0 && calls.HasWorld() {
		rec.Parts = []Part{{Info: foreignInfo(calls)}}
	}
	if len(rec.Parts) == 0 {
		if end := calls.End(); !end.Whole {
			return nil, fmt.Errorf("holds no scene: %s", end.Reason)
		}
		return nil, fmt.Errorf("holds no scene")
	}
	if saved {
		if rec.State, err = calls.State(); err != nil {
			return nil, err
		}
	}
	return rec, nil
}

// foreignInfo stands for the scene of a recording that another program made of its world.
func foreignInfo(calls *physics.Recording) SceneInfo {
	info := SceneInfo{Scene: foreignScene, Hz: timestep.DefaultRate}
	dt, ok := calls.StepLength(1)
	if ok && dt > 0 {
		info.Hz = min(max(int64(math.Round(1/float64(dt))), timestep.MinRate), timestep.MaxRate)
	}
	return info
}

// foreignScene names the scene of a recording that another program made of its world.
const foreignScene = "recording"

// take notes an entry.
func (r *Recording) take(e *physics.RecordedEntry) error {
	kind := Kind(e.Kind)
	if kind == KindScene {
		info, err := decodeScene(e.Data)
		if err == nil && len(r.Parts) >= maxParts {
			err = fmt.Errorf("more than %d", maxParts)
		}
		if err != nil {
			return fmt.Errorf("scene %d: %w", len(r.Parts)+1, err)
		}
		r.Parts = append(r.Parts, Part{Info: info, Step: e.Step})
		return nil
	}
	if kind == KindDrawing || kind == KindStepTimes {
		return nil
	}
	if len(r.Parts) == 0 {
		// an entry of another program
		r.Skipped[kind]++
		return nil
	}
	p := &r.Parts[len(r.Parts)-1]
	switch kind {
	case KindInput:
		return p.takeInput(e.Data)
	case KindTick:
		return p.takeTick(e.Data)
	case KindJump:
		return p.takeJump(e.Data)
	case KindVoid:
		return p.takeVoid(e.Data)
	case KindBranchName:
		return p.takeBranchName(e.Data)
	case KindApart:
		p.Apart = true
	case KindResume:
		return r.takeResume(e.Data)
	case KindState, KindNote:
	default:
		r.Skipped[kind]++
	}
	return nil
}

func (p *Part) takeInput(data []byte) error {
	last := uint64(0)
	if n := len(p.Inputs); n > 0 {
		last = p.Inputs[n-1].Tick
	}
	e, err := decodeInput(data, last)
	if err == nil && len(p.Inputs) >= maxInputs {
		err = fmt.Errorf("more than %d inputs", maxInputs)
	}
	if err != nil {
		return err
	}
	p.Inputs = append(p.Inputs, e)
	return nil
}

func (p *Part) takeTick(data []byte) error {
	tick, digest, err := decodeTick(data)
	switch {
	case err != nil:
		return err
	case len(p.Digests) >= maxTicks:
		return fmt.Errorf("more than %d ticks", maxTicks)
	case len(p.Digests) == 0:
		p.FirstTick = tick
	case tick != p.LastTick()+1:
		return fmt.Errorf("tick %d after tick %d", tick, p.LastTick())
	}
	p.Digests = append(p.Digests, digest)
	return nil
}

// takeResume lets the newest part begin after a tick. It joins a part to the part before when that ends at this tick.
func (r *Recording) takeResume(data []byte) error {
	tick, state, err := decodeResume(data)
	if err != nil {
		return err
	}
	last := len(r.Parts) - 1
	p := &r.Parts[last]
	if len(p.Inputs)+len(p.Digests) > 0 || p.Resumed {
		return fmt.Errorf("a resume after tick %d in a part that has begun", tick)
	}
	if !p.Apart && last > 0 && r.Parts[last-1].Info.Scene == p.Info.Scene && r.Parts[last-1].LastTick() == tick {
		r.Parts = r.Parts[:last]
		return nil
	}
	p.Resumed, p.From, p.State = true, tick, state
	return nil
}
