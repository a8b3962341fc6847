package urdf

import "tumble/scene/model"

// effect ranks what nothing has read: a robot without its controllers moves the same.
func effect(element, attribute string) (model.Rank, string) {
	if attribute != "" {
		return model.RankIgnored, ""
	}
	switch element {
	case "mimic", "collision", "inertial":
		return model.RankLoss, ""
	}
	return model.RankIgnored, ""
}
