package stage

import (
	"strconv"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// hungBox makes a box in a world of its own, and an overlay with a packet to draw it into.
func hungBox(t *testing.T) (*physics.World, physics.Body, *renderer.Packet, Overlay) {
	p, atlas := emptyPacket(t)
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	def := physics.DefaultBodyDef()
	def.Type, def.AllowSleep = physics.Dynamic, false
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.CreateShape(physics.Box{Half: vec.V3(0.5, 0.5, 0.5)}, physics.DefaultShapeDef()); err != nil {
		t.Fatal(err)
	}
	return w, b, p, NewOverlay(atlas)
}

// TestJointShowsItsForce hangs a box on a ball joint: with the forces of contacts its weight is drawn at the joint, in
// the length of the yardstick.
func TestJointShowsItsForce(t *testing.T) {
	w, b, p, o := hungBox(t)
	def := physics.DefaultBallJointDef()
	def.BodyB, def.FrameB.P, def.FrameA.P = b, vec.V3(0, 0.5, 0), vec.V3(0, 0.5, 0)
	if _, err := w.CreateBallJoint(def); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		w.Step(0.01)
	}
	drawn := func(show Show) []renderer.Line {
		before := len(p.Lines)
		o.Draw(&engine.Frame{Packet: p, Scale: 1}, w, &show, 100)
		return p.Lines[before:]
	}
	weight, shaft := float32(0.25)*vec.Sqrt(3), 0
	for _, l := range drawn(Show{Joints: true, Contacts: true}) {
		along := vec.V3(l.BX-l.AX, l.BY-l.AY, l.BZ-l.AZ)
		if l.ColorA == reactionPen.Color && along.Dist(vec.V3(0, weight, 0)) < 0.01 {
			shaft++
		}
	}
	if shaft != 1 {
		t.Errorf("%d arrows carry the box", shaft)
	}
	for _, l := range drawn(Show{Joints: true}) {
		if l.ColorA == reactionPen.Color {
			t.Error("a force is drawn without those of contacts")
		}
	}
}

// TestHandShowsItsForce hangs a box on the spring of a hand: it is drawn without any overlay, and at rest its force is
// the weight.
func TestHandShowsItsForce(t *testing.T) {
	w, b, p, o := hungBox(t)
	hand := physics.DefaultMouseJointDef()
	hand.Body, hand.Grab, hand.Target = b, vec.V3(0, 0.5, 0), vec.V3(0, 0.5, 0)
	j, err := w.CreateMouseJoint(hand)
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		w.Step(0.01)
	}
	drawn := func(hand physics.Joint) (text string, segments int) {
		before := len(p.Lines)
		o.joints.hand = hand
		o.Draw(&engine.Frame{Packet: p, Scale: 1}, w, &Show{}, 100)
		return string(o.labels.text), len(p.Lines) - before
	}
	text, lines := drawn(j.Joint)
	force, err := strconv.ParseFloat(strings.TrimSuffix(text, " N"), 64)
	weight := float64(b.Mass()) * 9.81
	if err != nil || force < 0.98*weight || force > 1.02*weight || lines == 0 {
		t.Errorf("%q and %d lines, the weight is %.0f N", text, lines, weight)
	}
	if text, lines := drawn(physics.Joint{}); text != "" || lines != 0 {
		t.Errorf("without a hand %q and %d lines", text, lines)
	}
}
