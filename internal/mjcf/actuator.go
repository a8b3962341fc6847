package mjcf

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics/vec"
)

// law is the force of an actuator without control: F = −stiffness·x − damping·v of its own length and
// velocity, which are those of the joint times the gear.
type law struct{ stiffness, damping float32 }

// lawOf reads the law of an actuator; ok is false for those that have no force without control.
func lawOf(e *xmlscene.Element) (law, bool) {
	switch e.Name {
	case "position":
		l := law{max(e.Number("kp", 1), 0), max(e.Number("kv", 0), 0)}
		if e.Has("dampratio") {
			e.Warnf("dampratio is left out: the actuator has no damping")
		}
		return l, true
	case "velocity":
		return law{0, max(e.Number("kv", 1), 0)}, true
	case "general":
		bias := e.List("biasprm")
		if e.Text("biastype", "none") != "affine" || len(bias) < 2 {
			return law{}, false
		}
		l := law{stiffness: max(-bias[1], 0)}
		if len(bias) > 2 {
			l.damping = max(-bias[2], 0)
		}
		return l, true
	}
	return law{}, false
}

// actuators gives joints the springs and dampers of their actuators, whose control is 0.
func (r *reader) actuators(model *xmlscene.Element) {
	for _, list := range model.All("actuator") {
		for _, e := range list.Children {
			switch e.Name {
			case "position", "velocity", "general":
				e.Use()
				r.inherit(e, "")
				if l, ok := lawOf(e); ok && !r.noActuation {
					r.actuator(e, l)
				} else {
					e.Ignoref("without control it has no force")
				}
			}
		}
	}
}

func (r *reader) actuator(e *xmlscene.Element, l law) {
	name := e.Text("joint", e.Text("jointinparent", ""))
	ref, ok := r.joints[name]
	if !ok {
		e.Lossf("there is no joint %q that it could drive: it has no effect", name)
		return
	}
	j := &r.scene.Joints[ref.joint]
	axis := scenefile.AxisOf(j.Def, ref.axis)
	if axis == nil {
		e.Lossf("joint %q has no axis to drive", name)
		return
	}
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	g := gear[0]
	var force [2]float32
	if e.Numbers("forcerange", force[:]) == 2 {
		axis.MaxSpring = vec.Abs(g) * vec.Max(vec.Abs(force[0]), vec.Abs(force[1]))
	}
	s := scenefile.Spring{Axis: ref.axis, Stiffness: l.stiffness * g * g, Damping: l.damping * g * g}
	for i := range j.Springs {
		old := &j.Springs[i]
		if old.Axis != ref.axis || old.Limit {
			continue
		}
		// two springs are one between their targets
		if sum := old.Stiffness + s.Stiffness; sum > 0 {
			axis.Target = (old.Stiffness*axis.Target - s.Stiffness*ref.ref) / sum
		}
		old.Stiffness += s.Stiffness
		old.Damping += s.Damping
		return
	}
	if s.Stiffness > 0 {
		axis.Target = float32(math.Max(-1e6, math.Min(1e6, float64(-ref.ref))))
	}
	j.Springs = append(j.Springs, s)
}
