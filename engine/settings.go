package engine

import "tumble/engine/timestep"

// Settings are the constants of a loop that depend on the game; all of them may change between two frames.
type Settings struct {
	timestep.Settings
	// Background is the behaviour while the window has no focus.
	Background Background
	// PauseMinimised stops the simulation while the window is minimised.
	PauseMinimised bool
	// JustInTime starts frames as late as their work allows while the display clock is locked.
	JustInTime bool
	// LowLatency waits for the device after each swap, so that no frame queues up in the driver.
	LowLatency bool
}

// Settings are the constants in use.
func (l *Loop) Settings() Settings {
	return Settings{
		Settings: l.runner.Settings(), Background: l.cfg.Background, PauseMinimised: l.cfg.PauseMinimised,
		JustInTime: l.late, LowLatency: l.lowLatency,
	}
}

// SetSettings changes the constants; time goes on where it is.
func (l *Loop) SetSettings(s Settings) error {
	if err := l.runner.SetSettings(s.Settings); err != nil {
		return err
	}
	l.cfg.Background, l.cfg.PauseMinimised = s.Background, s.PauseMinimised
	l.late, l.lowLatency = s.JustInTime, s.LowLatency
	l.dirty = true
	return nil
}

// SetShare says how many loops share the wall time of a frame with this one, itself included.
func (l *Loop) SetShare(n int) { l.runner.SetShare(n) }
