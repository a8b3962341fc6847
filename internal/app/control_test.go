package app

import (
	"testing"

	"tumble/engine/input"
)

// TestArrowsDrive: the arrow keys take the wheel of the car: it speeds up, turns to the side that is
// asked for and brakes; in a scene that cannot be driven they do nothing.
func TestArrowsDrive(t *testing.T) {
	r := newRig(t, "driving", nil)
	defer r.close()
	hold := func(k input.Key, a input.Action) {
		r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: k, Action: a})
	}
	car := r.app.session.Run.Vehicles[0]
	hold(input.KeyUp, input.Press)
	r.run(180)
	if v := car.Speed(); v < 7 {
		t.Errorf("after 3 s of full throttle the car drives at %.1f m/s", v)
	}
	if yawRate := car.Chassis.AngularVelocity().Y; yawRate > 0.05 || yawRate < -0.05 {
		t.Errorf("without steering the car turns at %.2f rad/s", yawRate)
	}
	hold(input.KeyLeft, input.Press)
	r.run(40)
	if yawRate := car.Chassis.AngularVelocity().Y; yawRate < 0.1 {
		t.Errorf("steered to the left the car turns at %.2f rad/s", yawRate)
	}
	hold(input.KeyLeft, input.Release)
	hold(input.KeyUp, input.Release)
	hold(input.KeyDown, input.Press)
	r.run(120)
	if v := car.Speed(); v > 2 {
		t.Errorf("braked for 2 s the car drives at %.1f m/s", v)
	}
	r.loop.Inbox().Push(input.Event{Kind: input.EventFocus, Action: input.Release})
	r.run(2)
	if pedals := r.app.session.Run.Control(1); pedals != 0 {
		t.Errorf("without the keyboard the pedals are at %v", pedals)
	}

	still := newRig(t, "box", nil)
	defer still.close()
	still.key(input.KeyUp, 0)
	if n := still.app.session.Notice(); n != "" {
		t.Errorf("an arrow in a scene without axes says %q", n)
	}
}
