package mjcf

import "tumble/scene/model"

// lost are elements that a simulation lacks without them, with a word about each.
var lost = map[string]string{
	"composite": "", "flexcomp": "", "flex": "", "deformable": "soft bodies are not known here",
	"attach": "", "plugin": "", "tendonarmature": "",
}

// approximated are attributes that change a simulation somewhat.
var approximated = map[string]string{
	"solref":      "contacts and limits have the stiffness of the scene",
	"solimp":      "contacts and limits have the stiffness of the scene",
	"solreflimit": "", "solimplimit": "", "solreffriction": "", "solimpfriction": "", "margin": "", "gap": "",
	"condim": "sliding friction only",
	"solmix": "", "priority": "", "viscosity": "there is no medium", "density": "there is no medium",
	"wind":       "there is no medium",
	"fluidshape": "", "fluidcoef": "", "integrator": "", "cone": "", "impratio": "", "actuatorgravcomp": "",
	"polycoef": "", "relpose": "the relative pose of the model is kept", "fitscale": "",
}

// words are those about elements without effect.
var words = map[string]string{
	"mocap": "the body stands still",
}

// effect ranks what nothing has read.
func effect(element, attribute string) (model.Rank, string) {
	if attribute == "" {
		if word, ok := lost[element]; ok {
			return model.RankLoss, word
		}
		return model.RankIgnored, words[element]
	}
	if word, ok := approximated[attribute]; ok {
		return model.RankWarning, word
	}
	return model.RankIgnored, ""
}
