package urdf

import "tumble/internal/scenefile"

// effect ranks what nothing has read: a robot without its controllers moves the same.
func effect(element, attribute string) (scenefile.Rank, string) {
	if attribute != "" {
		return scenefile.RankIgnored, ""
	}
	switch element {
	case "mimic", "collision", "inertial":
		return scenefile.RankLoss, ""
	}
	return scenefile.RankIgnored, ""
}
