package app

import "tumble/engine/timestep"

// hear gives the mixer of sound what can be heard of a tick.
func (a *App) hear(t timestep.TickTime) {
	mixer := a.options.Sound
	if mixer == nil {
		return
	}
	w := a.session.World()
	for _, k := range a.ear.Listen(w, w.Gravity(), t, a.loop.MomentOf(t.Ns)) {
		mixer.Play(k)
	}
}
