package usd

import (
	"fmt"
	"slices"
	"strings"

	"tumble/internal/scenefile"
	"tumble/internal/usdstage"
)

// note counts something that is not read.
type note struct {
	first *usdstage.Prim
	count int
	rank  scenefile.Rank
	text  string
	word  string
}

// notes are the properties that are not read, by name.
type notes map[string]*note

// rule ranks what is not read by the beginning of its name.
type rule struct {
	prefix string
	rank   scenefile.Rank
	word   string
}

// schemaRules are the API schemas that are not read; the first match counts.
var schemaRules = []rule{
	{"PhysxTendon", scenefile.RankLoss, "tendons are not known here"},
	{"PhysxMimicJointAPI", scenefile.RankLoss, "the joint moves on its own"},
	{"NewtonMimicAPI", scenefile.RankLoss, "the joint moves on its own"},
	{"PhysxTriggerAPI", scenefile.RankIgnored, "it is a sensor here; its scripts are left out"},
	{"PhysxForceAPI", scenefile.RankLoss, ""},
	{"PhysxSurfaceVelocityAPI", scenefile.RankLoss, "it does not drive what lies on it"},
	{"PhysxDeformable", scenefile.RankLoss, "soft bodies are not known here"},
	{"PhysxParticle", scenefile.RankLoss, "particles are not known here"},
	{"PhysxVehicle", scenefile.RankLoss, "vehicles are not known here"},
	{"PhysxCharacterController", scenefile.RankLoss, ""},
	{"PhysxPhysicsGearJoint", scenefile.RankLoss, ""},
	{"PhysicsDeformable", scenefile.RankLoss, "soft bodies are not known here"},
	{"PhysxJointAPI", scenefile.RankWarning, "armature and joint friction are left out"},
	{"PhysxLimitAPI", scenefile.RankWarning, "limits have the stiffness of the scene"},
	{"PhysxRigidBodyAPI", scenefile.RankWarning, "damping and disableGravity count, other settings of PhysX are left out"},
	{"PhysxMaterialAPI", scenefile.RankWarning, "combine modes of PhysX are left out"},
	{"MjcEquality", scenefile.RankLoss, "equalities of MuJoCo are not known here"},
	{"MjcJointAPI", scenefile.RankWarning, "stiffness, damping and frictionloss of hinges and sliders count, the rest is left out"},
	{"Mjc", scenefile.RankWarning, "settings of MuJoCo are left out"},
	{"Newton", scenefile.RankWarning, "settings of Newton are left out"},
	{"Physx", scenefile.RankIgnored, ""},
}

// typeRules are the types of prims that are not read.
var typeRules = []rule{
	{"MjcActuator", scenefile.RankLoss, "actuators of MuJoCo are not known here"},
	{"MjcTendon", scenefile.RankLoss, "tendons are not known here"},
	{"MjcEquality", scenefile.RankLoss, "equalities of MuJoCo are not known here"},
	{"NewtonActuator", scenefile.RankLoss, "actuators of Newton are not known here"},
	{"PhysxPhysics", scenefile.RankLoss, "joints of PhysX alone are not known here"},
	{"PhysxParticle", scenefile.RankLoss, "particles are not known here"},
	{"PhysxVehicle", scenefile.RankLoss, "vehicles are not known here"},
	{"TetMesh", scenefile.RankLoss, "soft bodies are not known here"},
	{"Points", scenefile.RankIgnored, "it is not drawn"},
	{"BasisCurves", scenefile.RankIgnored, "it is not drawn"},
	{"NurbsPatch", scenefile.RankIgnored, "it is not drawn"},
	{"Skel", scenefile.RankIgnored, "skeletons do not move meshes"},
	{"Camera", scenefile.RankIgnored, ""},
	{"DistantLight", scenefile.RankIgnored, ""},
	{"DomeLight", scenefile.RankIgnored, ""},
	{"SphereLight", scenefile.RankIgnored, ""},
	{"RectLight", scenefile.RankIgnored, ""},
	{"DiskLight", scenefile.RankIgnored, ""},
	{"CylinderLight", scenefile.RankIgnored, ""},
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
func (n notes) add(p *usdstage.Prim, name string, rank scenefile.Rank, text string) {
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
		case scenefile.RankLoss:
			x.first.Lossf("%s", text)
		case scenefile.RankWarning:
			x.first.Warnf("%s", text)
		default:
			x.first.Ignoref("%s", text)
		}
	}
}
