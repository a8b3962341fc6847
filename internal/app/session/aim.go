package session

import (
	"tumble/engine/input"
	"tumble/physics"
)

// SettingsWith returns the settings of the world with the value that a CommandSet writes; ok is false where the command
// writes no setting of the world.
func (s *Session) SettingsWith(e *input.Event) (settings physics.Settings, ok bool, err error) {
	settings = s.World().Settings()
	for _, f := range physics.AllSettings() {
		if keyHash(f.Key) != e.ID {
			continue
		}
		value := e.X
		if e.S != 0 {
			value = f.Value(s.Config.Scene.WorldDef().Settings)
		}
		return settings, true, f.Set(&settings, value)
	}
	return settings, false, nil
}

// ShowSettings lets the parameters of the world show the settings that it has.
func (s *Session) ShowSettings() { s.Config.Settings = s.World().Settings() }
