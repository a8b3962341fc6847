package usd

import (
	"fmt"
	"slices"
	"strings"

	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// note counts something that is not read.
type note struct {
	first *usdstage.Prim
	count int
	rank  model.Rank
	text  string
	word  string
}

// notes are the properties that are not read, by name.
type notes map[string]*note

// rule ranks what is not read by the beginning of its name.
type rule struct {
	prefix string
	rank   model.Rank
	word   string
}

// schemaRules are the API schemas that are not read; the first match counts.
var schemaRules = []rule{
	{"PhysxTendon", model.RankLoss, "tendons are not known here"},
	{"PhysxMimicJointAPI", model.RankLoss, "the joint moves on its own"},
	{"NewtonMimicAPI", model.RankLoss, "the joint moves on its own"},
	{"PhysxTriggerAPI", model.RankIgnored, "it is a sensor here; its scripts are left out"},
	{"PhysxForceAPI", model.RankLoss, ""},
	{"PhysxSurfaceVelocityAPI", model.RankLoss, "it does not drive what lies on it"},
	{"PhysxDeformable", model.RankLoss, "soft bodies are not known here"},
	{"PhysxParticle", model.RankLoss, "particles are not known here"},
	{"PhysxVehicle", model.RankLoss, "vehicles are not known here"},
	{"PhysxCharacterController", model.RankLoss, ""},
	{"PhysxPhysicsGearJoint", model.RankLoss, ""},
	{"PhysicsDeformable", model.RankLoss, "soft bodies are not known here"},
	{"PhysxJointAPI", model.RankWarning, "armature and joint friction are left out"},
	{"PhysxLimitAPI", model.RankWarning, "limits have the stiffness of the scene"},
	{"PhysxRigidBodyAPI", model.RankWarning, "damping and disableGravity count, other settings of PhysX are left out"},
	{"PhysxMaterialAPI", model.RankWarning, "combine modes of PhysX are left out"},
	{"MjcEquality", model.RankLoss, "equalities of MuJoCo are not known here"},
	{"MjcJointAPI", model.RankWarning,
		"stiffness, damping and frictionloss of hinges and sliders count, the rest is left out"},
	{"Mjc", model.RankWarning, "settings of MuJoCo are left out"},
	{"Newton", model.RankWarning, "settings of Newton are left out"},
	{"Physx", model.RankIgnored, ""},
}

// typeRules are the types of prims that are not read.
var typeRules = []rule{
	{"MjcActuator", model.RankLoss, "actuators of MuJoCo are not known here"},
	{"MjcTendon", model.RankLoss, "tendons are not known here"},
	{"MjcEquality", model.RankLoss, "equalities of MuJoCo are not known here"},
	{"NewtonActuator", model.RankLoss, "actuators of Newton are not known here"},
	{"PhysxPhysics", model.RankLoss, "joints of PhysX alone are not known here"},
	{"PhysxParticle", model.RankLoss, "particles are not known here"},
	{"PhysxVehicle", model.RankLoss, "vehicles are not known here"},
	{"TetMesh", model.RankLoss, "soft bodies are not known here"},
	{"Points", model.RankIgnored, "it is not drawn"},
	{"BasisCurves", model.RankIgnored, "it is not drawn"},
	{"NurbsPatch", model.RankIgnored, "it is not drawn"},
	{"Skel", model.RankIgnored, "skeletons do not move meshes"},
	{"Camera", model.RankIgnored, ""},
	{"DistantLight", model.RankIgnored, ""},
	{"DomeLight", model.RankIgnored, ""},
	{"SphereLight", model.RankIgnored, ""},
	{"RectLight", model.RankIgnored, ""},
	{"DiskLight", model.RankIgnored, ""},
	{"CylinderLight", model.RankIgnored, ""},
}

// look notes the parts of a prim that are not read.
func (n notes) look(p *usdstage.Prim) {
	for _, s := range p.Schemas() {
		name, _, _ := strings.Cut(s, ":")
		n.match(p, name, schemaRules)
	}
	if p.Type != "" {
		n.match(p, p.Type, typeRules)
	}
}

func (n notes) match(p *usdstage.Prim, name string, rules []rule) {
	for i := range rules {
		if !strings.HasPrefix(name, rules[i].prefix) {
			continue
		}
		n.add(p, name, rules[i].rank, fmt.Sprintf("%.60s is ignored", name))
		n[name].word = rules[i].word
		return
	}
}

// add notes something, told once with its number.
func (n notes) add(p *usdstage.Prim, name string, rank model.Rank, text string) {
	if have := n[name]; have != nil {
		have.count++
		return
	}
	n[name] = &note{first: p, count: 1, rank: rank, text: text}
}

// report adds all notes to the faults.
func (n notes) report() {
	names := make([]string, 0, len(n))
	for name := range n {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		x := n[name]
		text := x.text
		if x.count > 1 {
			text += fmt.Sprintf(" (%d times)", x.count)
		}
		if x.word != "" {
			text += ": " + x.word
		}
		switch x.rank {
		case model.RankLoss:
			x.first.Lossf("%s", text)
		case model.RankWarning:
			x.first.Warnf("%s", text)
		default:
			x.first.Ignoref("%s", text)
		}
	}
}
