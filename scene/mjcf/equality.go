package mjcf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// equalities makes joints of connect and weld, and gears and racks of joint couplings.
func (r *reader) equalities(top *xmlscene.Element) {
	for _, list := range top.All("equality") {
		for _, e := range list.Children {
			e.Use()
			active := e.Flag("active", true)
			switch {
			case r.noEquality:
			case e.Name == "connect" || e.Name == "weld":
				r.hold(e, !active)
			case !active:
				// a coupling that is off couples nothing
			case e.Name == "joint":
				r.couple(e)
			default:
				e.Lossf("is not known here")
			}
		}
	}
}

// ends are the two sides of a constraint, with the anchor on each.
func (r *reader) ends(e *xmlscene.Element) (a, b attachment, ok bool) {
	if e.Has("site1") {
		a, okA := r.sites[e.Text("site1", "")]
		b, okB := r.sites[e.Text("site2", "")]
		return a, b, okA && okB
	}
	a, okA := r.bodies[e.Text("body1", "")]
	b, okB := attachment{body: -1, local: vec.Transform{Q: xmlscene.Upright()}}, true
	if e.Has("body2") && e.Text("body2", "") != "world" {
		b, okB = r.bodies[e.Text("body2", "")]
	}
	if !okA || !okB {
		return a, b, false
	}
	a.local.P = a.local.Apply(e.Vector("anchor", vec.Vec3{}))
	// the constraint holds in the pose of the model
	b.local = r.poseOf(b.body).InvMul(r.poseOf(a.body).Mul(a.local))
	return a, b, true
}

// poseOf is where a body of the scene is, the world for −1.
func (r *reader) poseOf(body int) vec.Transform {
	if body < 0 {
		return vec.TransformIdentity
	}
	d := &r.scene.Bodies[body].Def
	return vec.Transform{P: d.Position, Q: d.Rotation}
}

// hold connects two points, or two frames for weld.
func (r *reader) hold(e *xmlscene.Element, off bool) {
	a, b, ok := r.ends(e)
	if !ok || a.body == b.body {
		e.Lossf("its sides are not known, or are parts of one body: it has no effect")
		return
	}
	if a.body < 0 {
		a, b = b, a
	}
	a.local.Q, b.local.Q = a.local.Q.Norm(), b.local.Q.Norm()
	var def physics.JointDef
	if e.Name == "weld" {
		d := physics.DefaultFixedJointDef()
		def = &d
	} else {
		d := physics.DefaultBallJointDef()
		def = &d
	}
	f := def.Ends()
	f.FrameA, f.FrameB, f.CollideConnected = b.local, a.local, true
	r.scene.Joints = append(r.scene.Joints,
		model.Joint{Name: e.Text("name", ""), A: b.body, B: a.body, Def: def, Off: off})
}

// couple makes joint1 follow joint2 by a straight line: polycoef is the offset and the slope.
func (r *reader) couple(e *xmlscene.Element) {
	follower, ok := r.joints[e.Text("joint1", "")]
	leader, fine := r.joints[e.Text("joint2", "")]
	coefficients := e.List("polycoef")
	slope := float32(1)
	if len(coefficients) > 1 {
		slope = coefficients[1]
	}
	for _, c := range coefficients[min(2, len(coefficients)):] {
		if c != 0 {
			e.Lossf("only straight lines couple joints: the higher coefficients are left out")
			break
		}
	}
	if ok && !e.Has("joint2") {
		r.lock(follower, coefficients)
		return
	}
	if !ok || !fine {
		e.Lossf("its joints are not known, or one of them stands still: it has no effect")
		return
	}
	if follower.reversed != leader.reversed {
		slope = -slope
	}
	if err := r.scene.Couple(leader.joint, follower.joint, slope); err != nil {
		e.Lossf("%v: it has no effect", err)
	}
}

// lock holds a joint at the first coefficient from the pose of the model.
func (r *reader) lock(ref jointRef, coefficients []float32) {
	at := float32(0)
	if len(coefficients) > 0 {
		at = coefficients[0]
	}
	if ref.reversed {
		at = -at
	}
	if axis := r.scene.Joints[ref.joint].Def.AxisAt(ref.axis); axis != nil {
		axis.Limited, axis.Lower, axis.Upper = true, at, at
	}
}
