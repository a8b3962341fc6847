package rigs

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

func newWorld(t *testing.T) *physics.World {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	floor, err := w.CreateBody(physics.DefaultBodyDef())
	if err != nil {
		t.Fatal(err)
	}
	def := physics.DefaultShapeDef()
	def.Material.Friction = 0.9
	if _, err := floor.CreateShape(physics.Box{Half: vec.V3(300, 1, 300), Center: vec.V3(0, -1, 0),
		Rotation: vec.QuatIdentity}, def); err != nil {
		t.Fatal(err)
	}
	return w
}

func run(t *testing.T, w *physics.World, seconds float32, before func()) {
	t.Helper()
	for range int(seconds*100 + 0.5) {
		if before != nil {
			before()
		}
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
}

// TestRagdollFallsAndRests: a limp figure drops, stays whole within its limits, and sleeps.
func TestRagdollFallsAndRests(t *testing.T) {
	for seed := range 6 {
		w := newWorld(t)
		def := DefaultRagdollDef()
		def.Pose = physics.Transform{P: vec.V3(0, 2, 0), Q: vec.QuatAxisAngle(vec.V3(1, float32(seed), 0.5).Norm(),
			float32(seed))}
		r, err := NewRagdoll(w, def)
		if err != nil {
			t.Fatal(err)
		}
		gap := float32(0)
		for range 80 {
			run(t, w, 0.1, nil)
			gap = max(gap, r.WidestGap())
		}
		if r.Awake() {
			t.Errorf("seed %d: the figure is awake after 8 s", seed)
		}
		if end := r.WidestGap(); gap > 0.01 || end > 1e-4 {
			t.Errorf("seed %d: a joint was open by %.1f mm, by %.2f mm in the end", seed, 1000*gap, 1000*end)
		}
		for b := Spine1; b < BoneCount; b++ {
			s, j := &human[b], r.Joints[b]
			axis := j.AxisCount() - 1
			angle := j.At(axis).Position()
			if angle < degrees(s.lower)-0.06 || angle > degrees(s.upper)+0.06 {
				t.Errorf("seed %d: %v is turned by %.3f rad, limits %.3f, %.3f", seed, b, angle,
					degrees(s.lower), degrees(s.upper))
			}
		}
		if r.Destroy() != nil || w.BodyCount() != 1 || w.JointCount() != 0 {
			t.Errorf("%d bodies and %d joints are left", w.BodyCount(), w.JointCount())
		}
	}
}

// TestThrownRagdollsStayWhole: figures that are thrown at a thin wall neither pass it nor come apart
// where continuous collision stops a limb.
func TestThrownRagdollsStayWhole(t *testing.T) {
	for _, c := range []struct{ speed, limit float32 }{{5, 0.005}, {8, 0.01}, {15, 0.03}, {30, 0.08}, {60, 0.2}} {
		for seed := range 6 {
			w := newWorld(t)
			wall, err := w.CreateBody(physics.DefaultBodyDef())
			if err != nil {
				t.Fatal(err)
			}
			g := physics.Box{Half: vec.V3(0.05, 5, 20), Center: vec.V3(6, 5, 0), Rotation: vec.QuatIdentity}
			if _, err := wall.CreateShape(g, physics.DefaultShapeDef()); err != nil {
				t.Fatal(err)
			}
			def := DefaultRagdollDef()
			def.Pose = physics.Transform{P: vec.V3(0, 2, 0), Q: vec.QuatAxisAngle(vec.V3(1, float32(seed), 0.5).Norm(),
				float32(seed))}
			def.Velocity = vec.V3(c.speed, -0.3*c.speed, 0)
			r, err := NewRagdoll(w, def)
			if err != nil {
				t.Fatal(err)
			}
			gap := float32(0)
			for range 300 {
				run(t, w, 0.01, nil)
				gap = max(gap, r.WidestGap())
			}
			if gap > c.limit || r.WidestGap() > 1e-3 {
				t.Errorf("%v m/s, seed %d: a joint was open by %.1f mm, by %.2f mm in the end", c.speed, seed, 1000*gap,
					1000*r.WidestGap())
			}
			for b, body := range r.Bodies {
				if p := body.Position(); p.X > 6 || p.Y < -0.1 {
					t.Errorf("%v m/s, seed %d: the %v is at %v", c.speed, seed, Bone(b), p)
				}
			}
		}
	}
}

// TestRagdollFollowsAPose: driven by strong springs without gravity, the joints reach the pose.
func TestRagdollFollowsAPose(t *testing.T) {
	w := newWorld(t)
	w.SetGravity(vec.Vec3{})
	def := DefaultRagdollDef()
	def.Pose.P.Y = 1
	r, err := NewRagdoll(w, def)
	if err != nil {
		t.Fatal(err)
	}
	pose := StandingPose().Bend(CalfLeft, 0.7).Bend(LowerArmRight, -0.8)
	pose[ThighLeft] = vec.QuatAxisAngle(vec.AxisZ, -0.6)
	if r.SetDrive(5, 1, 0, 0) != nil || r.SetPose(pose) != nil {
		t.Fatal("the pose is refused")
	}
	run(t, w, 3, nil)
	for _, c := range []struct {
		bone Bone
		want float32
	}{{CalfLeft, 0.7}, {LowerArmRight, -0.8}, {ThighLeft, -0.6}, {CalfRight, 0}, {UpperArmLeft, 0}} {
		j := r.Joints[c.bone]
		if angle := j.At(j.AxisCount() - 1).Position(); vec.Abs(angle-c.want) > 0.02 {
			t.Errorf("%v is turned by %.3f rad, want %.3f", c.bone, angle, c.want)
		}
	}
}

func TestVehicleDrivesSteersAndBrakes(t *testing.T) {
	w := newWorld(t)
	def := DefaultVehicleDef()
	def.Pose.P.Y = 0.72
	v, err := NewVehicle(w, def)
	if err != nil {
		t.Fatal(err)
	}
	run(t, w, 2, v.Update)
	if p := v.Chassis.Position(); vec.Abs(p.Y-0.7) > 0.03 || vec.Abs(p.X) > 0.05 {
		t.Errorf("the parked car is at %v, want at the height 0.7 where it was built", p)
	}
	v.Drive(1, 0, 0)
	run(t, w, 4, v.Update)
	// two driven wheels push with torque over radius
	most := def.EngineTorque / 0.35 / (def.Mass + 80) * 4
	if s := v.Speed(); s < 0.6*most || s > most {
		t.Errorf("after 4 s of full throttle the speed is %.1f m/s, at most %.1f are possible", s, most)
	}
	if p := v.Chassis.Position(); vec.Abs(p.Z) > 0.2 {
		t.Errorf("driving straight ahead the car came to %v", p)
	}
	v.Drive(0, 1, 0)
	run(t, w, 4, v.Update)
	if s := v.Chassis.LinearVelocity().Len(); s > 0.05 {
		t.Errorf("braked for 4 s the car moves at %.2f m/s", s)
	}
	for _, steer := range []float32{-1, 1} {
		v.Drive(0.3, 0, steer)
		run(t, w, 2, v.Update)
		// left is a turn about the upward axis
		if yawRate := v.Chassis.AngularVelocity().Y; yawRate*steer < 0.1 {
			t.Errorf("steered by %v the car turns at %.2f rad/s", steer, yawRate)
		}
	}
	if up := v.Chassis.Rotation().Rotate(vec.AxisY).Y; up < 0.98 {
		t.Errorf("the car leans to %v", up)
	}
}

func TestBadRigsAreRefused(t *testing.T) {
	w := newWorld(t)
	if _, err := NewRagdoll(w, RagdollDef{}); err == nil {
		t.Error("a zero ragdoll definition is accepted")
	}
	if _, err := NewVehicle(w, VehicleDef{}); err == nil {
		t.Error("a zero vehicle definition is accepted")
	}
	bad := DefaultRagdollDef()
	bad.FrictionTorque = -1
	if _, err := NewRagdoll(w, bad); err == nil {
		t.Error("negative friction is accepted")
	}
	car := DefaultVehicleDef()
	car.Wheels[3].Partner = 7
	if _, err := NewVehicle(w, car); err == nil {
		t.Error("a wheel without its partner is accepted")
	}
	if w.BodyCount() != 1 || w.JointCount() != 0 {
		t.Errorf("refused rigs left %d bodies and %d joints", w.BodyCount(), w.JointCount())
	}
}
