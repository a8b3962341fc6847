package forks

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// MostForks is how many copies run beside a session: four worlds together.
const MostForks = 3

// ErrFork is wrapped by errors about what is asked of forks.
var ErrFork = errors.New("forks")

// Divergence is the first step after which a fork differs from the session, and the first body that does, by its slot.
type Divergence struct {
	Found bool
	Step  uint64
	Slot  int
}

// Fork is a copy of the session with another value of a parameter.
type Fork struct {
	Session *session.Session
	// Key and Value are the parameter that was changed.
	Key, Value string
	// Divergence is the first difference. Distances are those of the bodies from their twins by slot (m), Farthest the
	// largest.
	Divergence Divergence
	Distances  []float32
	Farthest   float32

	figures figures
	work    chan tick
	events  []input.Event
	err     error
}

// tick is a step to do.
type tick struct {
	events []input.Event
	dt     float32
}

// Forks are the copies beside a session. The zero value has none.
type Forks struct {
	main    *session.Session
	list    []*Fork
	own     figures // of the session itself
	waiting sync.WaitGroup
}

// Open reports whether there are forks.
func (f *Forks) Open() bool { return len(f.list) > 0 }

// List are the forks in the order of their values.
func (f *Forks) List() []*Fork { return f.list }

// Parse reads a parameter and its values, as "material.friction = 0.2, 0.4, 0.8".
func Parse(text string) (key string, values []string, err error) {
	key, list, ok := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	for _, v := range strings.Split(list, ",") {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	if !ok || key == "" || len(values) == 0 || len(values) > MostForks {
		return "", nil, fmt.Errorf("%w: %q: must be a parameter and one to %d values, as material.friction = 0.2, 0.4", ErrFork, text, MostForks)
	}
	return key, values, nil
}

// Begin copies a session once for each value of a parameter; copies that there were end. clock fills the profiles of
// the copies, nil for none. A parameter that takes effect at a restart builds the scene anew.
func (f *Forks) Begin(main *session.Session, key string, values []string, clock physics.Clock) error {
	if len(values) == 0 || len(values) > MostForks {
		return fmt.Errorf("%w: %d values: must be 1 to %d", ErrFork, len(values), MostForks)
	}
	var list []*Fork
	drop := func() {
		for _, fork := range list {
			fork.Session.World().Close()
		}
	}
	for _, value := range values {
		fork, err := newFork(main, key, value, clock)
		if err != nil {
			drop()
			return err
		}
		list = append(list, fork)
	}
	f.End()
	f.main, f.list = main, list
	f.own.begin(main)
	for _, fork := range f.list {
		fork.figures.begin(fork.Session)
		fork.work = make(chan tick, 1)
		go fork.run(&f.waiting)
	}
	return nil
}

// newFork copies a session and changes a parameter.
func newFork(main *session.Session, key, value string, clock physics.Clock) (*Fork, error) {
	s, err := main.Fork(clock)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFork, err)
	}
	p, err := s.Registry.Lookup(key)
	if err != nil {
		s.World().Close()
		return nil, fmt.Errorf("%w: %w", ErrFork, err)
	}
	if strings.HasPrefix(p.Key, "loop.") {
		s.World().Close()
		return nil, fmt.Errorf("%w: %s belongs to the loop, which all copies share", ErrFork, p.Key)
	}
	if err := s.Take(p.Key, value); err != nil {
		s.World().Close()
		return nil, fmt.Errorf("%w: %w", ErrFork, err)
	}
	return &Fork{Session: s, Key: p.Key, Value: p.String()}, nil
}

// End ends all copies.
func (f *Forks) End() {
	for _, fork := range f.list {
		close(fork.work)
		fork.Session.World().Close()
	}
	f.list, f.main = nil, nil
}

// Keep takes a fork out, to go on with it, and ends the others.
func (f *Forks) Keep(i int) *session.Session {
	kept := f.list[i]
	close(kept.work)
	f.list = slices.Delete(f.list, i, i+1)
	f.End()
	return kept.Session
}

// Start begins the next step of all copies, with the events and the length (s) that the session gets; they run while
// the session does its own.
func (f *Forks) Start(events []input.Event, dt float32) {
	f.waiting.Add(len(f.list))
	for _, fork := range f.list {
		fork.work <- tick{events, dt}
	}
}

// Finish waits for the copies and compares them with the session, which has done the same step.
func (f *Forks) Finish() error {
	f.waiting.Wait()
	if len(f.list) == 0 {
		return nil
	}
	f.own.measure(f.main)
	var err error
	for _, fork := range f.list {
		if fork.err != nil {
			err = errors.Join(err, fmt.Errorf("%w: %s=%s: %w", ErrFork, fork.Key, fork.Value, fork.err))
			continue
		}
		fork.figures.measure(fork.Session)
		fork.compare(f.main)
	}
	return err
}

// GoBackWith reports whether the undos and redos among the events have the same effect in the session and in all
// copies.
func (f *Forks) GoBackWith(events []input.Event) bool {
	for _, fork := range f.list {
		if !f.main.GoesBackWith(fork.Session, events) {
			return false
		}
	}
	return true
}

// Steps is the number of steps of the session, by which divergences are counted.
func (f *Forks) Steps() uint64 { return f.main.Steps() }

// Apply gives the copies the commands that the session gets while time stands still.
func (f *Forks) Apply(events []input.Event) {
	for _, fork := range f.list {
		fork.Session.Apply(fork.shared(events))
	}
}

// shared are the events that a copy gets, too: a change of the parameter that makes the difference is for the session
// alone.
func (k *Fork) shared(events []input.Event) []input.Event {
	k.events = k.events[:0]
	for i := range events {
		if !session.Sets(&events[i], k.Key) {
			k.events = append(k.events, events[i])
		} else {
			k.Session.Pass()
		}
	}
	return k.events
}

// run does the steps that are asked for.
func (k *Fork) run(waiting *sync.WaitGroup) {
	for t := range k.work {
		if k.err == nil {
			k.err = k.Session.TickBy(k.shared(t.events), t.dt)
		}
		waiting.Done()
	}
}

// compare looks for differences from the session after a step.
func (k *Fork) compare(main *session.Session) {
	a, b := main.World(), k.Session.World()
	n := max(a.BodyCapacity(), b.BodyCapacity())
	k.Distances, k.Farthest = k.Distances[:0], 0
	for slot := range n {
		x, inA := a.BodyAt(slot)
		y, inB := b.BodyAt(slot)
		distance := float32(0)
		if inA && inB {
			distance = x.Position().Dist(y.Position())
		}
		k.Distances = append(k.Distances, distance)
		k.Farthest = max(k.Farthest, distance)
		if !k.Divergence.Found && (inA != inB || inA && differ(x, y)) {
			k.Divergence = Divergence{true, main.Steps(), slot}
		}
	}
}

// differ compares the motion of two bodies bit by bit.
func differ(a, b physics.Body) bool {
	return a.Transform() != b.Transform() || a.LinearVelocity() != b.LinearVelocity() || a.AngularVelocity() != b.AngularVelocity()
}

// Farthest writes the distance of every body from its farthest twin into buf, by slot.
func (f *Forks) Farthest(buf []float32) []float32 {
	buf = buf[:0]
	for _, fork := range f.list {
		for slot, d := range fork.Distances {
			if slot == len(buf) {
				buf = append(buf, 0)
			}
			buf[slot] = max(buf[slot], d)
		}
	}
	return buf
}

// Twin is the pose of a body in a fork.
func (k *Fork) Twin(slot int) (vec.Transform, bool) {
	b, ok := k.Session.World().BodyAt(slot)
	if !ok {
		return vec.Transform{}, false
	}
	return b.Transform(), true
}

// Name is the name of a fork in lists.
func (k *Fork) Name() string { return k.Key + "=" + k.Value }

// Label is the value of the parameter in the session itself.
func (f *Forks) Label() string {
	if len(f.list) == 0 {
		return ""
	}
	p, err := f.main.Registry.Lookup(f.list[0].Key)
	if err != nil {
		return ""
	}
	return p.Key + "=" + p.String()
}

// Text says where a fork diverged.
func (d Divergence) Text(w *physics.World, name func(physics.Body) string) string {
	if !d.Found {
		return "the same"
	}
	text := "step " + strconv.FormatUint(d.Step, 10)
	if b, ok := w.BodyAt(d.Slot); ok {
		text += ", " + name(b)
	}
	return text
}
