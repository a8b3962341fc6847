package app

import (
	"time"

	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/physics"
	"tumble/physics/scenes"
)

// preview is a copy of the world that is stepped by a part of a tick for the picture only. The
// copy and the snapshot between keep their storage from frame to frame.
type preview struct {
	of       *physics.World
	world    *physics.World
	snapshot physics.Snapshot
	run      scenes.Run
}

// step makes the copy equal to the world of the run and steps it by dt seconds, with what the scene does
// by itself before a step.
func (p *preview) step(of *scenes.Run, dt float32) error {
	w := of.World
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
	if of.Scene.Step == nil || len(of.Ragdolls)+len(of.Vehicles) > 0 {
		// rigs hold handles into their own world: a scene that steers some cannot act on the copy
		return p.world.Step(dt)
	}
	bodies, movers := inWorld(p.run.Bodies, of.Bodies, p.world), inWorld(p.run.Movers, of.Movers, p.world)
	characters := p.run.Characters
	if len(characters) != len(of.Characters) {
		characters = nil
		for _, m := range of.Characters {
			characters = append(characters, m.In(p.world))
		}
	}
	p.run = *of
	p.run.World, p.run.Bodies, p.run.Movers, p.run.Base = p.world, bodies, movers, nil
	p.run.Characters = characters
	return p.run.AdvanceBy(dt)
}

// inWorld writes the handles of bodies in a copy of their world into buf.
func inWorld(buf, bodies []physics.Body, w *physics.World) []physics.Body {
	buf = buf[:0]
	for _, b := range bodies {
		buf = append(buf, b.In(w))
	}
	return buf
}

// release ends the workers of the copy.
func (p *preview) release() {
	if p.world != nil {
		p.world.Close()
	}
	*p = preview{}
}

// Preview shows what a further step of dt seconds would give.
func (a *App) Preview(dt float32, poses *pose.Store) error {
	if err := a.preview.step(a.session.Run, dt); err != nil {
		return err
	}
	for _, m := range a.preview.world.MovedBodies() {
		poses.Override(int32(m.Body.Index()), m.Body.Generation(), m.Transform)
	}
	return nil
}

// touch tells the store which of the bodies that moved are in contact, for the strategy that
// holds those at the last tick.
func (a *App) touch(poses *pose.Store) { a.touchOf(a.session.World(), poses) }

func (a *App) touchOf(w *physics.World, poses *pose.Store) {
	for _, m := range w.MovedBodies() {
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
func (a *App) turnStrategy(e *input.Event, by int) {
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
