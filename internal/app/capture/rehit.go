package capture

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime/pprof"

	"tumble/engine/input"
	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/physics"
)

// Rehit repeats a captured hitch: it brings the world to the state before a step, and repeats this step as often as a
// profile needs.
type Rehit struct {
	Session *session.Session
	// Cause is the reason that the capture gives, Step its longest step.
	Cause    string
	Step     uint64
	Keyframe uint64

	info   hitchInfo
	player *record.Player
	events []input.Event
	dt     float32
	step   uint64 // done
	ran    bool   // Again has also done the next step
	before physics.Snapshot
	state  session.State
}

// maxHitch bounds the size of the description of a capture (bytes).
const maxHitch = 64 << 20

// OpenHitch reads a capture and brings the world to its keyframe. clock times the stages of steps; nil times none.
func OpenHitch(dir string, workers int, clock physics.Clock) (*Rehit, error) {
	r := &Rehit{}
	data, err := inputfile.Read(filepath.Join(dir, hitchJSON), maxHitch)
	if err != nil {
		return nil, fmt.Errorf("app: capture: %w", err)
	}
	if err := json.Unmarshal(data, &r.info); err != nil {
		return nil, fmt.Errorf("app: capture: %s: %w", filepath.Join(dir, hitchJSON), err)
	}
	r.Cause, r.Step, r.Keyframe = r.info.Why.Text, r.info.Step, r.info.Keyframe
	path := filepath.Join(dir, hitchJournal)
	rec, err := record.Open(path)
	if err != nil {
		return nil, fmt.Errorf("app: capture: %w", err)
	}
	defer rec.Close()
	part := rec.First()
	if workers > 0 {
		part.Info.Params = append(part.Info.Params, record.Param{Name: "loop.workers", Value: fmt.Sprint(workers)})
	}
	if r.Session, err = session.Open(part.Info, clock); err != nil {
		return nil, err
	}
	s, err := rec.Calls.State()
	if err != nil {
		return nil, fmt.Errorf("app: capture: %s: %w", path, err)
	}
	if err := r.Session.World().Restore(s); err != nil {
		return nil, fmt.Errorf("app: capture: %s: %w", path, err)
	}
	if err := r.info.State.Give(r.Session); err != nil {
		return nil, err
	}
	r.player = record.NewPlayer(part)
	r.step = r.Keyframe
	return r, nil
}

// To brings the world to the state before a step.
func (r *Rehit) To(step uint64) error {
	if r.ran {
		r.ran = false
		r.step++
	}
	if step <= r.step {
		return fmt.Errorf("app: step %d: the capture begins with step %d", step, r.Keyframe+1)
	}
	if step > r.Step+tickHistory {
		return fmt.Errorf("app: step %d: the capture ends with step %d", step, r.Step)
	}
	for r.step+1 < step {
		r.take(r.step + 1)
		if err := r.Session.TickBy(r.events, r.dt); err != nil {
			return err
		}
		r.step++
	}
	r.take(step)
	r.state.Take(r.Session)
	return r.Session.World().Snapshot(&r.before)
}

// take gets the input of the next step.
func (r *Rehit) take(step uint64) {
	r.events = append(r.events[:0], r.player.Events(step)...)
	if r.dt = r.player.TickLength(); r.dt <= 0 {
		r.dt = 1 / float32(r.Session.Config.Loop.Hertz)
	}
}

// The labels of a profile: samples of the step, and samples of bringing the state back.
var (
	rehitStep    = pprof.WithLabels(context.Background(), pprof.Labels("loop", "main", "rehit", "step"))
	rehitRestore = pprof.WithLabels(context.Background(), pprof.Labels("loop", "main", "rehit", "restore"))
)

// LabelSteps marks the CPU samples of steps with rehit=step and the stage, and all other samples with rehit=restore.
func (r *Rehit) LabelSteps() { r.Session.LabelStages(rehitStep) }

// Again restores the state before the step and does the step. clock measures it (ns).
func (r *Rehit) Again(clock func() int64) (ns int64, err error) {
	pprof.SetGoroutineLabels(rehitRestore)
	defer pprof.SetGoroutineLabels(context.Background())
	if err := r.Session.World().Restore(&r.before); err != nil {
		return 0, err
	}
	if err := r.state.Give(r.Session); err != nil {
		return 0, err
	}
	pprof.SetGoroutineLabels(rehitStep)
	begin := clock()
	if err := r.Session.TickBy(r.events, r.dt); err != nil {
		return 0, err
	}
	r.ran = true
	return clock() - begin, nil
}

// Same returns an error that tells the differences between the repeated step and the captured one.
func (r *Rehit) Same() error {
	c, e := r.Session.World().Counters(), &r.info.Expect
	if c.AwakeBodies != e.Awake || c.AwakeContacts != e.Contacts || c.ManifoldPoints != e.Points ||
		c.Islands != e.Islands {
		return fmt.Errorf(
			"app: the step has %d awake bodies, %d contacts, %d points and %d islands; captured were %d, %d, %d and %d",
			c.AwakeBodies, c.AwakeContacts, c.ManifoldPoints, c.Islands, e.Awake, e.Contacts, e.Points, e.Islands)
	}
	return nil
}

// CapturedMs is the time of the step in the capture (ms).
func (r *Rehit) CapturedMs() float64 { return r.info.Expect.Ms }
