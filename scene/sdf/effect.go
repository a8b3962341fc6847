package sdf

import "tumble/scene/model"

// lost are elements that a simulation lacks without them, with a word about each.
var lost = map[string]string{
	"category_bitmask": "shapes collide by their collide_bitmask alone", "mimic": "the joint moves on its own",
	"heightmap": "", "actor": "", "population": "", "gripper": "", "collision": "", "inertial": "",
}

// approximated are elements that change a simulation somewhat.
var approximated = map[string]string{
	"fluid_added_mass": "", "stiffness": "limits have the stiffness of the scene",
	"dissipation": "limits have the stiffness of the scene",
	"enable_wind": "there is no wind", "slip1": "", "slip2": "", "torsional": "sliding friction only",
	"mu2": "friction is alike in all directions", "fdir1": "friction is alike in all directions",
	"rolling_friction": "", "kp": "contacts have the stiffness of the scene",
	"kd": "contacts have the stiffness of the scene", "threshold": "",
	"collide_without_contact": "",
}

// effect ranks what nothing has read.
func effect(element, attribute string) (model.Rank, string) {
	if attribute != "" {
		return model.RankIgnored, ""
	}
	if word, ok := lost[element]; ok {
		return model.RankLoss, word
	}
	if word, ok := approximated[element]; ok {
		return model.RankWarning, word
	}
	return model.RankIgnored, ""
}
