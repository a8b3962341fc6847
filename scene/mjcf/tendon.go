package mjcf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// tendons makes rods, ropes and springs of tendons between two sites, and limits and springs of the joint that a fixed
// tendon is about.
func (r *reader) tendons(top *xmlscene.Element) {
	for _, list := range top.All("tendon") {
		for _, e := range list.Children {
			e.Use()
			r.inheritAs(e, "tendon", "")
			if e.Name == "fixed" {
				r.noteTerms(e)
			}
			switch {
			case !pulls(e):
				e.Ignoref("has neither limits nor a spring: it pulls nothing by itself")
				useAll(e)
			case e.Name == "spatial":
				r.spatial(e)
			case e.Name == "fixed":
				r.fixedTendon(e)
			default:
				e.Lossf("is not known here")
			}
		}
	}
}

// noteTerms keeps the terms of a fixed tendon, for sensors.
func (r *reader) noteTerms(e *xmlscene.Element) {
	var terms []fixedTerm
	for _, c := range e.All("joint") {
		terms = append(terms, fixedTerm{c.Text("joint", ""), c.Number("coef", 1)})
	}
	r.fixedTerms[e.Text("name", "")] = terms
}

// useAll marks an element and all below it as read.
func useAll(e *xmlscene.Element) {
	e.Use()
	for _, a := range e.Attributes() {
		e.Text(a, "")
	}
	for _, c := range e.Children {
		useAll(c)
	}
}

// pulls reports whether a tendon acts without an actuator.
func pulls(e *xmlscene.Element) bool {
	limited := e.Text("limited", "auto")
	return limited == "true" || limited != "false" && e.Has("range") || e.Has("stiffness") || e.Has("damping") ||
		e.Number("frictionloss", 0) > 0
}

// tendonAxis reads range, spring, damping and friction of a tendon, whose length or coordinate in the pose of the model
// is given.
func (r *reader) tendonAxis(e *xmlscene.Element, a *physics.JointAxis, length float32) {
	var x [2]float32
	limited := e.Text("limited", "auto")
	if n := e.Numbers("range", x[:]); n == 2 && limited != "false" && (limited == "true" || r.autoLimits) &&
		!r.noLimit && x[0] <= x[1] {
		a.Limited, a.Lower, a.Upper = true, x[0], x[1]
	}
	a.Friction = max(e.Bounded("frictionloss", 0, maxForce), 0)
	k, c := first(e, "stiffness"), first(e, "damping")
	if k == 0 && c == 0 {
		return
	}
	a.Stiffness, a.Damping, a.Target = k, c, length
	switch rest := e.List("springlength"); {
	case len(rest) > 1 && rest[0] != rest[1]:
		e.Warnf("the spring has the length %g m: it pushes where MuJoCo leaves it without force", rest[1])
		a.Target = rest[1]
	case len(rest) > 0 && rest[0] >= 0:
		a.Target = rest[0]
	}
}

// first is the first coefficient of a force, from 0 to maxForce.
func first(e *xmlscene.Element, name string) float32 {
	list := e.List(name)
	if len(list) == 0 {
		return 0
	}
	if len(list) > 1 {
		e.Warnf("%s: the first of %d coefficients counts", name, len(list))
	}
	return vec.Clamp(list[0], 0, maxForce)
}

// spatial makes a tendon that runs straight between two sites.
func (r *reader) spatial(e *xmlscene.Element) {
	var ends []attachment
	for _, c := range e.Children {
		useAll(c)
		at, ok := r.sites[c.Peek("site")]
		if c.Name != "site" || !ok {
			e.Lossf("goes over a %s: only tendons between two sites are known here", c.Name)
			return
		}
		ends = append(ends, at)
	}
	if len(ends) != 2 || ends[0].body == ends[1].body {
		e.Lossf("goes through %d sites: only tendons between two sites of different bodies are known here", len(ends))
		return
	}
	a, b := ends[0], ends[1]
	if b.body < 0 {
		a, b = b, a
	}
	d := physics.DefaultDistanceJointDef()
	d.FrameA, d.FrameB, d.CollideConnected = a.local, b.local, true
	d.FrameA.Q, d.FrameB.Q = d.FrameA.Q.Norm(), d.FrameB.Q.Norm()
	d.Length = r.poseOf(a.body).Apply(a.local.P).Dist(r.poseOf(b.body).Apply(b.local.P))
	r.tendonAxis(e, &d.Axis, d.Length)
	springy := d.Axis.HasSpring()
	if d.Axis.Friction > 0 {
		e.Lossf("frictionloss of a tendon between sites is left out")
		d.Axis.Friction = 0
	}
	if d.Axis.Limited {
		d.Axis.Lower = max(d.Axis.Lower, 0)
		if rod := d.Axis.Upper-d.Axis.Lower <= 1e-5*d.Axis.Upper; rod && !springy {
			d.Length, d.Axis = (d.Axis.Lower+d.Axis.Upper)/2, physics.JointAxis{}
		}
	} else if !springy {
		return
	}
	r.scene.Joints = append(r.scene.Joints, model.Joint{Name: e.Text("name", ""), A: a.body, B: b.body, Def: &d})
}

// fixedTendon adds the limits and the spring of a tendon about one joint to that.
func (r *reader) fixedTendon(e *xmlscene.Element) {
	terms := e.All("joint")
	for _, c := range terms {
		useAll(c)
	}
	if len(terms) != 1 {
		e.Lossf("is a sum of %d joints: only that of one is known here", len(terms))
		return
	}
	factor := terms[0].Number("coef", 1)
	ref, ok := r.joints[terms[0].Text("joint", "")]
	if !ok || factor == 0 {
		e.Lossf("its joint is not known")
		return
	}
	axis := r.scene.Joints[ref.joint].Def.AxisAt(ref.axis)
	if _, ball := r.scene.Joints[ref.joint].Def.(*physics.BallJointDef); axis == nil || ball {
		e.Lossf("its joint has no axis")
		return
	}
	if ref.reversed {
		factor = -factor
	}
	// the length of the tendon is factor·(q + at) of the coordinate of the scene
	at := ref.ref
	if ref.reversed {
		at = -at
	}
	var own physics.JointAxis
	r.tendonAxis(e, &own, factor*at)
	if own.Limited {
		lower, upper := own.Lower/factor-at, own.Upper/factor-at
		if factor < 0 {
			lower, upper = upper, lower
		}
		if axis.Limited {
			lower, upper = vec.Max(lower, axis.Lower), vec.Min(upper, axis.Upper)
		}
		axis.Limited, axis.Lower, axis.Upper = true, vec.Min(lower, upper), upper
	}
	axis.Friction += own.Friction * vec.Abs(factor)
	r.scene.Joints[ref.joint].Resist(ref.axis, physics.JointPassive{Stiffness: own.Stiffness * factor * factor,
		Damping: own.Damping * factor * factor, Rest: own.Target/factor - at})
}
