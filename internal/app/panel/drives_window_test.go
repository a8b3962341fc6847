package panel

import (
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// driven is a scene of an arm on a hinge that an actuator drives to an angle.
func driven() *scenes.Scene {
	s := &scenes.Scene{Name: "driven", Category: "file", Build: func(r *scenes.Run) {
		def := physics.DefaultBodyDef()
		def.Type, def.Name = physics.Dynamic, "arm"
		b, err := r.World.CreateBody(def)
		if err == nil {
			_, err = b.CreateShape(physics.BoxHalf(0.5, 0.1, 0.1), physics.DefaultShapeDef())
		}
		hinge := physics.DefaultHingeJointDef()
		hinge.BodyB, hinge.Axis.Hertz, hinge.Axis.DampingRatio = b, 5, 1
		if err == nil {
			_, err = r.World.CreateHingeJoint(hinge)
		}
		if err != nil {
			panic(err)
		}
	}, World: func(def *physics.WorldDef) { def.Settings.Gravity = vec.Vec3{} }}
	s.AddActuators([]scenes.Actuator{{Name: "elbow", Unit: "rad", Least: -1, Most: 1, Bounded: true,
		On: []scenes.Drive{{Joint: 3, Target: 1}}}})
	return s
}

// TestDrivesWindow holds that the window of a scene with actuators comes to the front, and that its slider moves the
// joint.
func TestDrivesWindow(t *testing.T) {
	r := newRig(t, "box", "")
	defer r.close()
	s := driven()
	if err := r.Open(s); err != nil {
		t.Fatal(err)
	}
	r.run(10)
	joints := map[uint64]physics.Joint{}
	for _, j := range r.session.World().Joints(nil) {
		joints[j.Order()] = j
	}
	j, ok := joints[3]
	if !ok {
		t.Fatalf("joints %v", joints)
	}
	r.panels.drives.send(&r.view, 0, []float32{0.5}, joints)
	r.run(120)
	if at := j.At(0).Position(); vec.Abs(at-0.5) > 0.01 {
		t.Errorf("the joint is at %g, not 0.5", at)
	}
	if u := r.session.Run.Controls(); vec.Abs(u[0]-0.5) > 1e-5 {
		t.Errorf("control %g, not 0.5", u[0])
	}
}

// TestPushOfAWindow holds that the slider of an actuator that pushes a body changes its force, and that the force and
// its bound are shown.
func TestPushOfAWindow(t *testing.T) {
	r := newRig(t, "box", "")
	defer r.close()
	s := driven()
	s.Actuators, s.Params = nil, nil
	s.AddActuators([]scenes.Actuator{{Name: "rotor", Least: -1, Most: 1, Bounded: true,
		Law: scenes.Law{Gain: 1, Limited: true, LeastForce: -1, MostForce: 1},
		At:  &scenes.Push{Mount: scenes.Mount{Local: vec.TransformIdentity}, Torque: vec.V3(0, 0, 2)}}})
	if err := r.Open(s); err != nil {
		t.Fatal(err)
	}
	r.run(10)
	r.panels.drives.send(&r.view, 0, []float32{0.5}, nil)
	r.run(30)
	if u := r.session.Run.Controls(); u[0] != 0.5 {
		t.Errorf("control %g, not 0.5", u[0])
	}
	j := r.session.World().Joints(nil)[0]
	if at := j.At(0).Position(); at <= 0 {
		t.Errorf("the arm is at %g", at)
	}
	if label := forceLabel(&s.Actuators[0], 2); label != "force, of 2" {
		t.Errorf("it is called %q", label)
	}
}
