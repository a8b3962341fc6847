package stage

import (
	"testing"

	"tumble/engine/param"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/null"
)

// TestForceColorsEveryBodyOfAPile: coloured by force, no body of a pyramid at rest has the colour of no force.
func TestForceColorsEveryBodyOfAPile(t *testing.T) {
	scene, ok := scenes.Find("pyramid36")
	if !ok {
		t.Fatal("no pyramid")
	}
	config := param.NewConfig(scene)
	run, err := config.BuildWith(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	device := null.New(null.Options{})
	ex, err := renderer.NewDirect(renderer.Config{Open: device.Open, Now: timestep.NewFakeClock(0).Now})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(ex.Resources())
	if err != nil {
		t.Fatal(err)
	}
	poses, nodes := pose.NewStore(run.World.BodyCapacity()), pose.NewNodeStore(64)
	for range 40 {
		if err := run.AdvanceBy(1 / float32(config.Loop.Hertz)); err != nil {
			t.Fatal(err)
		}
	}
	s.Update(run.World, poses, nodes)
	s.paint(ColorForce, float32(config.Loop.Hertz))
	if len(s.looks) < 36 {
		t.Fatalf("%d looks", len(s.looks))
	}
	for i := range s.looks {
		if o := s.owners[i]; o.body.Type() == physics.Dynamic && s.looks[i].Color == heatRamp[0] {
			t.Errorf("body %d of a pyramid shows no force", o.body.Index())
		}
	}
}
