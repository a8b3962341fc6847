package extension

import "tumble/physics"

// Settings are the settings of a world as the extension has them; gravity and sub-steps have
// members of their own.
func Settings() []string {
	var names []string
	for _, s := range physics.AllSettings() {
		switch s.Name {
		case "gravity.x", "gravity.y", "gravity.z", "substeps":
		default:
			names = append(names, s.Name)
		}
	}
	return names
}
