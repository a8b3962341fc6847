package extension

import "tumble/physics"

// Settings are the settings of a world that the extension has under "settings"; gravity and
// sub-steps have members of their own.
func Settings() []physics.Setting {
	var list []physics.Setting
	for _, s := range physics.AllSettings() {
		switch s.Key {
		case "gravity.x", "gravity.y", "gravity.z", "substeps":
		default:
			list = append(list, s)
		}
	}
	return list
}
