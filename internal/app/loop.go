package app

import (
	"tumble/engine"
	"tumble/engine/param"
	"tumble/physics/scenes"
)

// followLoop gives the loop of the window the parameters that the session has for it.
func (a *App) followLoop() error {
	want := a.session.Config.Loop
	if a.loop == nil || want == a.inUse {
		return nil
	}
	a.inUse = want
	if err := a.loop.Virtual().SetSpeed(rational(want.Speed)); err != nil {
		return err
	}
	return a.loop.SetSettings(engine.Settings{
		Settings: want.Settings(), Background: engine.Background(want.Background), PauseMinimised: want.PauseMinimised,
		JustInTime: want.JustInTime, LowLatency: want.LowLatency,
	})
}

// configOf is the configuration of another scene: the loop of the window stays what it is, except for the rate that
// the scene asks for.
func (a *App) configOf(scene *scenes.Scene) *param.Config {
	c := param.NewConfig(scene)
	hertz := c.Loop.Hertz
	c.Loop = a.session.Config.Loop
	c.Loop.Hertz = hertz
	if scene.Name == a.session.Config.Scene.Name {
		// the same scene again, as after a change of its file: what was tuned stays
		r := c.Registry()
		for _, p := range a.session.Registry.Changed() {
			if q, err := r.Lookup(p.Key); err == nil {
				// a value that the changed scene no longer admits is left at its default
				_ = q.SetValue(p.Value())
			}
		}
	}
	return c
}
