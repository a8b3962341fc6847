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
func (a *App) configOf(scene *scenes.Scene) *param.Config { return a.configMaker()(scene) }

// configMaker is configOf for another goroutine, with the present state of the window.
func (a *App) configMaker() func(*scenes.Scene) *param.Config {
	type tuned struct {
		key   string
		value float64
	}
	loop, name := a.session.Config.Loop, a.session.Config.Scene.Name
	var changed []tuned
	for _, p := range a.session.Registry.Changed() {
		changed = append(changed, tuned{p.Key, p.Value()})
	}
	return func(scene *scenes.Scene) *param.Config {
		c := param.NewConfig(scene)
		hertz := c.Loop.Hertz
		c.Loop = loop
		c.Loop.Hertz = hertz
		if scene.Name != name {
			return c
		}
		// the same scene again, as after a change of its file: tuned values stay
		r := c.Registry()
		for _, t := range changed {
			if q, err := r.Lookup(t.key); err == nil {
				// a value that the changed scene no longer admits is left at its default
				_ = q.SetValue(t.value)
			}
		}
		return c
	}
}
