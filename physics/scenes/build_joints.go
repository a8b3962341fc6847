package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// connect makes the joint of a definition, and keeps its error.
func (r *Run) connect(def physics.JointDef) physics.Joint {
	j, err := r.World.CreateJoint(def)
	if err != nil {
		r.fail(err)
	}
	return j
}

// ball joins two bodies at a point.
func (r *Run) ball(a, b physics.Body, at vec.Vec3) physics.Joint {
	def := physics.DefaultBallJointDef()
	def.Connect(a, b, physics.Transform{P: at, Q: vec.QuatIdentity})
	return r.connect(&def)
}

// hinge joins two bodies by an axis through a point.
func (r *Run) hinge(a, b physics.Body, at, axis vec.Vec3, edit func(*physics.JointAxis)) physics.Joint {
	def := physics.DefaultHingeJointDef()
	def.ConnectAxis(a, b, at, axis)
	if edit != nil {
		edit(&def.Axis)
	}
	return r.connect(&def)
}

// boxMass gives a body the mass of a solid box of half the size half.
func (r *Run) boxMass(b physics.Body, mass float32, half vec.Vec3) {
	s := half.Scale(half).Mul(mass / 3)
	if r.err == nil {
		r.fail(b.SetMassData(physics.MassData{Mass: mass, Inertia: vec.Diag(vec.V3(s.Y+s.Z, s.X+s.Z, s.X+s.Y))}))
	}
}

// widestGap is the largest distance (m) between anchors that ball joints, hinges and fixed joints
// should hold together.
func widestGap(r *Run) float32 {
	gap := float32(0)
	for _, j := range r.World.Joints(nil) {
		switch j.Kind() {
		case physics.KindBall, physics.KindHinge, physics.KindFixed:
			a, b := j.Anchors()
			gap = vec.Max(gap, a.Dist(b))
		}
	}
	return gap
}

// checkJoints holds when no joint is open by more than limit (m) and none is missing.
func checkJoints(r *Run, count int, limit float32) error {
	if n := r.World.JointCount(); n != count {
		return fmt.Errorf("%d joints are left of %d", n, count)
	}
	if gap := widestGap(r); !(gap <= limit) {
		return fmt.Errorf("a joint is open by %.2f mm, more than %.2f mm", 1000*gap, 1000*limit)
	}
	return nil
}

const (
	bridgePlanks = 40
	plankLength  = 0.5
)

// bridge builds planks between two towers, each pair held together by two ball joints, and
// returns the number of joints.
func bridge(r *Run) int {
	half := vec.V3(plankLength/2-0.01, 0.04, 0.6)
	reach := float32(plankLength * bridgePlanks / 2)
	var last physics.Body
	for _, side := range [2]float32{-1, 1} {
		r.static(at(float32(side*(reach+1)), 4, 0), physics.BoxHalf(1, 1, 1), material(0.8))
	}
	joints := 0
	tie := func(a, b physics.Body, x float32) {
		for _, z := range [2]float32{-0.6, 0.6} {
			r.ball(a, b, vec.V3(x, 5, z))
			joints++
		}
	}
	for i := range bridgePlanks {
		x := along(-reach+plankLength/2, plankLength, i)
		b := r.dynamic(at(x, 5, 0), physics.BoxHalf(half.X, half.Y, half.Z), material(0.8))
		r.boxMass(b, 15, half)
		tie(last, b, x-plankLength/2)
		last = b
	}
	tie(physics.Body{}, last, reach)
	return joints
}
