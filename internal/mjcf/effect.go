package mjcf

import "tumble/internal/scenefile"

// lost are elements that a simulation lacks without them.
var lost = map[string]string{
	"tendon": "", "include": "", "composite": "", "flexcomp": "", "flex": "", "attach": "", "replicate": "", "frame": "", "hfield": "",
	"exclude": "", "pair": "", "deformable": "", "plugin": "",
}

// approximated are attributes that change a simulation somewhat.
var approximated = map[string]bool{
	"armature": true, "solref": true, "solimp": true, "solreflimit": true, "solimplimit": true, "solreffriction": true, "solimpfriction": true,
	"margin": true, "gap": true, "condim": true, "solmix": true, "priority": true, "gravcomp": true, "ref": true, "density": true, "viscosity": true,
	"wind": true, "fluidshape": true, "fluidcoef": true, "integrator": true, "cone": true, "impratio": true, "o_margin": true,
	"actuatorfrcrange": true, "actuatorgravcomp": true, "mass": true, "user": false,
}

// effect ranks what nothing has read.
func effect(element, attribute string) (scenefile.Rank, string) {
	if word, ok := lost[element]; ok && attribute == "" {
		return scenefile.RankLoss, word
	}
	if approximated[attribute] {
		return scenefile.RankWarning, ""
	}
	return scenefile.RankIgnored, ""
}
