package app

import (
	"time"

	"tumble/engine"
	"tumble/physics"
)

// preview is a copy of the world that is stepped by a part of a tick for the picture only. The
// copy and the snapshot between keep their storage from frame to frame.
type preview struct {
	of       *physics.World
	world    *physics.World
	snapshot physics.Snapshot
}

// step makes the copy equal to w and steps it by dt seconds.
func (p *preview) step(w *physics.World, dt float32) error {
	if p.of != w {
		p.release()
		clone, err := w.Clone()
		if err != nil {
			return err
		}
		p.of, p.world = w, clone
	} else {
		if err := w.Snapshot(&p.snapshot); err != nil {
			return err
		}
		if err := p.world.Restore(&p.snapshot); err != nil {
			return err
		}
	}
	return p.world.Step(dt)
}

// release ends the workers of the copy.
func (p *preview) release() {
	if p.world != nil {
		p.world.Close()
	}
	*p = preview{}
}

// Preview shows what a further step of dt seconds would give. What a scene does by itself in
// each step is left out: its bodies go on with the velocities that they have.
func (a *App) Preview(dt float32, poses *engine.PoseStore) error {
	if err := a.preview.step(a.session.World(), dt); err != nil {
		return err
	}
	for _, m := range a.preview.world.MovedBodies() {
		poses.Override(int32(m.Body.Index()), m.Body.Generation(), m.Transform)
	}
	return nil
}

// touch tells the store which of the bodies that moved are in contact, for the strategy that
// holds those at the last tick.
func (a *App) touch(poses *engine.PoseStore) {
	for _, m := range a.session.World().MovedBodies() {
		a.touching = m.Body.Contacts(a.touching[:0])
		poses.SetTouching(int32(m.Body.Index()), m.Body.Generation(), len(a.touching) > 0)
	}
}

// holdsContacts is the strategy that asks for touch.
const holdsContacts = "extrapolate-hold"

// setStrategy changes the strategy of the loop between two frames.
func (a *App) setStrategy(name string) error {
	if err := a.loop.SetStrategy(name); err != nil {
		return err
	}
	if name == holdsContacts {
		a.touch(a.loop.Poses())
	}
	return nil
}

// stallTime is how long a stall on purpose takes.
const stallTime = 2 * time.Second

// stall does nothing for a while, as a debugger or a load from disk would.
func stall() { time.Sleep(stallTime) }

// turnStrategy takes the strategy that is so many places on in the list and shows its card.
func (a *App) turnStrategy(e *engine.Event, by int) {
	all := a.loop.Strategies().All()
	for i, s := range all {
		if s.Info() != a.loop.Strategy() {
			continue
		}
		if err := a.setStrategy(all[(i+by+len(all))%len(all)].Info().Name); err != nil {
			a.hud.say(e.Time, err.Error())
		}
		a.hud.card = true
		return
	}
}
