package physics

import (
	"bytes"
	"testing"
)

// eventShape asks for every event about contacts and sensors.
func eventShape() ShapeDef {
	def := DefaultShapeDef()
	def.ContactEvents, def.SensorEvents = true, true
	return def
}

// TestDisabledBodyIsOut takes a box out from under another one, in the view of a sensor and of queries,
// and puts it back.
func TestDisabledBodyIsOut(t *testing.T) {
	for _, asleep := range []bool{false, true} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		low := addBodyDef(t, w, Dynamic, V3(0, 0.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), eventShape())
		high := addBodyDef(t, w, Dynamic, V3(0, 1.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), eventShape())
		zone := DefaultShapeDef()
		zone.Sensor = true
		sensor := addBodyDef(t, w, Static, V3(0, 0.5, 0), QuatIdentity, BoxHalf(0.1, 0.1, 2), zone)
		run(t, w, 0.1)
		if asleep {
			run(t, w, 2)
			if low.Awake() || high.Awake() {
				t.Fatal("the boxes do not sleep")
			}
		}
		if low.SetEnabled(false) != nil || low.Enabled() || low.Awake() || !high.Awake() {
			t.Fatalf("asleep %v: enabled %v, awake %v and %v", asleep, low.Enabled(), low.Awake(), high.Awake())
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.01)
		if e := w.Events(); len(e.ContactEnd) != 2 || len(e.SensorEnd) != 1 ||
			e.SensorEnd[0].Visitor != low.Shapes(nil)[0] {
			t.Fatalf("asleep %v: end events %v and %v", asleep, e.ContactEnd, e.SensorEnd)
		}
		if h, ok := w.RayCast(V3(0, 0.2, 5), V3(0, 0, -10), DefaultQueryFilter()); ok {
			t.Errorf("a ray meets %v", h)
		}
		if found := w.OverlapPoint(V3(0, 0.2, 0), DefaultQueryFilter(), nil); len(found) != 0 {
			t.Errorf("%v contains a point of the disabled box", found)
		}
		if !low.Contains(V3(0, 0.2, 0)) {
			t.Error("the disabled box has no form any more")
		}
		if low.SetLinearVelocity(V3(1, 0, 0)) == nil || low.ApplyForceToCenter(V3(1, 0, 0)) == nil ||
			low.SetAwake(true) == nil {
			t.Error("a disabled body can be moved by velocities and forces")
		}
		run(t, w, 2)
		if p := high.Position(); abs(p.Y-0.5) > 0.01 {
			t.Errorf("asleep %v: the upper box is at %v", asleep, p)
		}
		if p := low.Position(); abs(p.Y-0.5) > 0.01 {
			t.Errorf("the disabled box moved to %v", p)
		}
		if low.SetTransform(Transform{P: V3(0, 1.6, 0), Q: QuatIdentity}) != nil || low.Enabled() {
			t.Error("a disabled body cannot be placed")
		}
		if low.SetEnabled(true) != nil || !low.Awake() {
			t.Fatal("the body does not come back")
		}
		run(t, w, 2)
		if p := low.Position(); abs(p.Y-1.5) > 0.01 {
			t.Errorf("the body that came back is at %v", p)
		}
		if n := len(sensor.Shapes(nil)[0].Visitors(nil)); n != 1 {
			t.Errorf("%d bodies in the sensor", n)
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDisabledSensorEnds: a sensor on a disabled body ends its overlaps, and finds them again.
func TestDisabledSensorEnds(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addBodyDef(t, w, Dynamic, V3(0, 0.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), eventShape())
	zone := DefaultShapeDef()
	zone.Sensor = true
	sensor := addBodyDef(t, w, Static, V3(0, 0.5, 0), QuatIdentity, BoxHalf(0.1, 0.1, 2), zone)
	run(t, w, 3)
	for range 3 {
		sensor.SetEnabled(false)
		run(t, w, 0.01)
		if e := w.Events(); len(e.SensorEnd) != 1 || len(e.SensorBegin) != 0 {
			t.Fatalf("disabled: %v begin, %v end", e.SensorBegin, e.SensorEnd)
		}
		sensor.SetEnabled(true)
		run(t, w, 0.01)
		if e := w.Events(); len(e.SensorEnd) != 0 || len(e.SensorBegin) != 1 {
			t.Fatalf("enabled: %v begin, %v end", e.SensorBegin, e.SensorEnd)
		}
	}
}

// TestJointsOfDisabledBodies: a joint holds nothing while one of its bodies is disabled, static ones
// included, and holds again afterwards.
func TestJointsOfDisabledBodies(t *testing.T) {
	for _, kind := range []BodyType{Static, Kinematic, Dynamic} {
		w := newTestWorld(t, nil)
		hook := addBody(t, w, kind, V3(0, 50, 0), Sphere{Radius: 0.1})
		if kind == Dynamic {
			hook.SetGravityScale(0)
		}
		ball := addBody(t, w, Dynamic, V3(0, 49, 0), Sphere{Radius: 0.3})
		def := DefaultBallJointDef()
		def.BodyA, def.BodyB = hook, ball
		def.FrameB.P = V3(0, 1, 0)
		if _, err := w.CreateBallJoint(def); err != nil {
			t.Fatal(err)
		}
		run(t, w, 2)
		held := ball.Position().Y
		hook.SetEnabled(false)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.5)
		if fell := held - ball.Position().Y; fell < 1.1 {
			t.Errorf("%v: fell by %g m in half a second", kind, fell)
		}
		// a joint made while it is out holds nothing either
		if j, err := w.CreateBallJoint(def); err != nil {
			t.Errorf("%v: %v", kind, err)
		} else if err := w.Validate(); err != nil {
			t.Errorf("%v: %v", kind, err)
		} else {
			j.Destroy()
		}
		ball.SetTransform(Transform{P: hook.Position().Sub(V3(0, 1, 0)), Q: QuatIdentity})
		ball.SetLinearVelocity(Vec3{})
		hook.SetEnabled(true)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.5)
		if d := hook.Position().Dist(ball.Position()); abs(d-1) > 0.01 {
			t.Errorf("%v: enabled again the ball hangs at %g m", kind, d)
		}
		ball.SetEnabled(false)
		hook.Destroy()
		ball.SetEnabled(true)
		run(t, w, 0.1)
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// TestDisabledBodiesGoOn: quarantine, change of type, shapes that come and go, shifts of the origin,
// copies and snapshots with disabled bodies.
func TestDisabledBodiesGoOn(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	b := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	other := addBody(t, w, Dynamic, V3(0.2, 1.5, 0), BoxHalf(0.5, 0.5, 0.5))
	run(t, w, 0.2)
	hash := w.Hash()
	b.SetEnabled(false)
	if w.Hash() == hash {
		t.Error("the hash does not tell a disabled body")
	}
	s, err := b.CreateShape(Sphere{Radius: 0.4}, DefaultShapeDef())
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []BodyType{Static, Kinematic, Dynamic} {
		if b.SetType(kind) != nil || b.Type() != kind || b.Awake() {
			t.Errorf("type %d of a disabled body: awake %v", i, b.Awake())
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	s.SetFilter(Filter{Category: 2, Mask: ^uint64(0)})
	b.SetMassData(MassData{Mass: 3, Inertia: Mat3{XX: 1, YY: 1, ZZ: 1}})
	b.SetAllowSleep(false)
	b.SetLocks(LockLinearX)
	b.SetLocks(0)
	if err := w.ShiftOrigin(V3(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	c, err := w.Clone()
	if err != nil {
		t.Fatal(err)
	}
	data := snapshotBytes(t, w)
	run(t, w, 0.3)
	run(t, c, 0.3)
	if b.In(c).Enabled() || c.Hash() != w.Hash() {
		t.Error("a clone goes on differently")
	}
	restoreBytes(t, w, data)
	if b.Enabled() || !other.Enabled() || !bytes.Equal(snapshotBytes(t, w), data) {
		t.Error("a snapshot does not bring a disabled body back")
	}
	b.SetEnabled(true)
	s.Destroy()
	run(t, w, 2)
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
	def := DefaultBodyDef()
	def.Type, def.Enabled, def.Position = Dynamic, false, V3(0, 7, 0)
	late, err := w.CreateBody(def)
	if err != nil || late.Enabled() {
		t.Fatalf("%v, enabled %v", err, late.Enabled())
	}
	if _, err := late.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef()); err != nil {
		t.Fatal(err)
	}
	run(t, w, 0.2)
	if late.Position().Y != 7 {
		t.Error("a body made disabled moves")
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
	late.Destroy()
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestFrozenAndDisabled: a body that is both is out until it is neither.
func TestFrozenAndDisabled(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	b := addBody(t, w, Dynamic, V3(0, 2, 0), Sphere{Radius: 0.5})
	run(t, w, 0.05)
	w.state.StateOf(b.record()).V.X = nastyFloats[0]
	run(t, w, 0.05)
	if !b.Frozen() || b.SetEnabled(false) != nil ||
		b.SetTransform(Transform{P: V3(0, 3, 0), Q: QuatIdentity}) != nil || b.Frozen() || b.Awake() {
		t.Fatalf("frozen %v, awake %v", b.Frozen(), b.Awake())
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	b.SetEnabled(true)
	run(t, w, 2)
	if p := b.Position(); abs(p.Y-0.5) > 0.01 {
		t.Errorf("the ball is at %v", p)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}
