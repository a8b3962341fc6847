package stage

import (
	"strconv"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/null"
)

// TestHandShowsItsForce hangs a box on the spring of a hand: it is drawn without any overlay, and at rest its force is the weight.
func TestHandShowsItsForce(t *testing.T) {
	ex, err := renderer.NewDirect(renderer.Config{Open: func() (renderer.Device, error) { return null.New(null.Options{}), nil }})
	if err != nil {
		t.Fatal(err)
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 1024)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		atlas.Close()
		if err := ex.Close(1e9); err != nil {
			t.Error(err)
		}
	}()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	def := physics.DefaultBodyDef()
	def.Type, def.AllowSleep = physics.Dynamic, false
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.CreateShape(physics.Box{Half: vec.V3(0.5, 0.5, 0.5)}, physics.DefaultShapeDef()); err != nil {
		t.Fatal(err)
	}
	hand := physics.DefaultMouseJointDef()
	hand.Body, hand.Grab, hand.Target = b, vec.V3(0, 0.5, 0), vec.V3(0, 0.5, 0)
	j, err := w.CreateMouseJoint(hand)
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		w.Step(0.01)
	}
	p := ex.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 800, 600
	p.View = renderer.NewCamera().View(800, 600)
	o := NewOverlay(atlas)
	drawn := func(hand physics.Joint) (text string, segments int) {
		before := len(p.Lines)
		o.joints.hand = hand
		o.Draw(&engine.Frame{Packet: p, Scale: 1}, w, &Show{}, 100)
		return string(o.labels.text), len(p.Lines) - before
	}
	text, lines := drawn(j)
	force, err := strconv.ParseFloat(strings.TrimSuffix(text, " N"), 64)
	weight := float64(b.Mass()) * 9.81
	if err != nil || force < 0.98*weight || force > 1.02*weight || lines == 0 {
		t.Errorf("%q and %d lines, the weight is %.0f N", text, lines, weight)
	}
	if text, lines := drawn(physics.Joint{}); text != "" || lines != 0 {
		t.Errorf("without a hand %q and %d lines", text, lines)
	}
	ex.Abandon(p)
}
