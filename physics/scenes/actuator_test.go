package scenes

import (
	"testing"

	"tumble/physics"
)

// TestGoneJoints holds that a joint which is destroyed is no longer found by its order, and that finding joints each
// frame allocates nothing.
func TestGoneJoints(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{World: w}
	var joints []physics.Joint
	for range 2 {
		body := physics.DefaultBodyDef()
		body.Type = physics.Dynamic
		b, err := w.CreateBody(body)
		if err != nil {
			t.Fatal(err)
		}
		d := physics.DefaultHingeJointDef()
		d.Connect(physics.Body{}, b, physics.TransformIdentity)
		j, err := w.CreateJoint(&d)
		if err != nil {
			t.Fatal(err)
		}
		joints = append(joints, j)
	}
	found := r.JointsByOrder()
	if len(found) != 2 || found[joints[1].Order()] != joints[1] {
		t.Errorf("%v are found", found)
	}
	if n := testing.AllocsPerRun(10, func() { r.JointsByOrder() }); n > 0 {
		t.Errorf("%g allocations", n)
	}
	gone := joints[0].Order()
	err = joints[0].Destroy()
	if err != nil {
		t.Fatal(err)
	}
	if j, ok := r.JointsByOrder()[gone]; ok {
		t.Errorf("joint %v, which is gone, is found", j)
	}
}
