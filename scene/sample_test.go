package scene

import (
	"path/filepath"
	"reflect"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// A file with copies is looked at without them: what is told about its world is the same, it is seen from about as far,
// and the world that it becomes has all of them.
func TestCopiesAreCounted(t *testing.T) {
	const side = 80
	field := &scenes.Scene{Name: "field", Hertz: 60, Steps: 60, Build: func(r *scenes.Run) {
		for i := range side * side {
			def := physics.DefaultBodyDef()
			def.Type, def.Position = physics.Static, vec.V3(float32(3*(i%side)), 0, float32(i/side))
			b, err := r.World.CreateBody(def)
			if err == nil {
				_, err = b.CreateShape(physics.BoxHalf(1, 0.1, 0.4), physics.DefaultShapeDef())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}}
	run, err := field.New(field.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "field.glb")
	if _, err := Save(path, model.Capture(run, 60, scenes.View{})); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := f.CopyCount(); n != side*side-1 {
		t.Fatalf("%d copies", n)
	}
	shown := f.Scene()
	again, err := shown.New(shown.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.World.Hash() != run.World.Hash() {
		t.Error("another world")
	}
	want := model.Summarize(again)
	if want.Units = "1 m, y up"; !reflect.DeepEqual(f.Summary, want) {
		t.Errorf("%+v, the world has %+v", f.Summary, want)
	}
	sample, err := f.Sample()
	if err != nil {
		t.Fatal(err)
	}
	if n := sample.Run.World.BodyCount(); n != 1 {
		t.Errorf("%d bodies stand for all", n)
	}
	v, full := framed(sample), framed(model.Sample{Run: again})
	if v.Target.Dist(full.Target) > 0.5 || vec.Abs(v.Distance-full.Distance) > 0.03*full.Distance {
		t.Errorf("seen at %v from %g m, with all copies at %v from %g m", v.Target, v.Distance, full.Target,
			full.Distance)
	}
}
