package session

import (
	"tumble/engine/pose"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Preview is a copy of a world that is stepped by a part of a tick for the picture only. The
// copy and the snapshot between keep their storage from frame to frame.
type Preview struct {
	of       *physics.World
	world    *physics.World
	snapshot physics.Snapshot
	run      scenes.Run
}

// Step makes the copy equal to the world of the run and steps it by dt seconds, with the acts of the scene
// itself before a step.
func (p *Preview) Step(of *scenes.Run, dt float32) error {
	w := of.World
	if p.of != w {
		p.Release()
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

// Release ends the workers of the copy.
func (p *Preview) Release() {
	if p.world != nil {
		p.world.Close()
	}
	*p = Preview{}
}

// World is the copy, nil before the first Step.
func (p *Preview) World() *physics.World { return p.world }

// Show writes the poses of the copy over those of the bodies that moved.
func (p *Preview) Show(poses *pose.Store) {
	for _, m := range p.world.MovedBodies() {
		poses.Override(int32(m.Body.Index()), m.Body.Generation(), m.Transform)
	}
}
