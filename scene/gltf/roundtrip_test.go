package gltf

import (
	"fmt"
	"math"
	"os"
	"testing"

	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// roundTripSteps is for how many steps a scene and its file are compared.
const roundTripSteps = 200

// TestGalleryRoundTrip holds that every scene of the library, written to a file and read back, is
// the same world, and that those without a step of their own go on with the same bits.
func TestGalleryRoundTrip(t *testing.T) {
	for _, scene := range scenes.All() {
		t.Run(scene.Name, func(t *testing.T) {
			soak := os.Getenv("TUMBLE_SOAK") != ""
			values := scenes.Values{}
			for _, p := range scene.Params {
				// benchmarks are smaller here
				if p.Whole && scene.Category == "benchmarks" && !soak {
					values[p.Key] = math.Max(p.Min, math.Trunc(p.Default/10))
				}
			}
			a, err := scene.New(scene.WorldDef(), values)
			if err != nil {
				t.Fatal(err)
			}
			steps := roundTripSteps
			if !soak && a.World.BodyCount() > 100 {
				steps = 5
			}
			b := reread(t, a, a.World.BodyCount()%2 == 0)
			if x, y := a.World.Hash(), b.World.Hash(); x != y {
				t.Fatalf("hash %016x came back as %016x", x, y)
			}
			if scene.Step != nil {
				return
			}
			for step := range steps {
				if err := a.Advance(0); err != nil {
					t.Fatal(err)
				}
				if err := b.Advance(0); err != nil {
					t.Fatal(err)
				}
				if x, y := a.World.Hash(), b.World.Hash(); x != y {
					t.Fatalf("after step %d the hash is %016x, that of the file %016x", step+1, x, y)
				}
			}
		})
	}
}

// reread writes a running scene and builds what was read back.
func reread(t *testing.T, a *scenes.Run, asBinary bool) *scenes.Run {
	t.Helper()
	data, err := Encode(model.Capture(a, a.Scene.Rate(), a.Scene.View), asBinary)
	if err != nil {
		t.Fatal(err)
	}
	f := &model.Faults{}
	s := load.Scene(data, a.Scene.Name, nil, f)
	if err := f.Err(); err != nil {
		if len(data) < 3000 {
			fmt.Println(string(data))
		}
		t.Fatal(err)
	}
	for _, w := range f.List {
		t.Error(w)
	}
	read := s.Scene()
	if read.View != a.Scene.View || read.Rate() != a.Scene.Rate() {
		t.Errorf("view %v, %d Hz came back as %v, %d Hz", a.Scene.View, a.Scene.Rate(), read.View, read.Rate())
	}
	b, err := read.New(read.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sameBodies(t *testing.T, a, b *scenes.Run) {
	t.Helper()
	x, y := a.World.Bodies(nil), b.World.Bodies(nil)
	if len(x) != len(y) || a.World.ShapeCount() != b.World.ShapeCount() ||
		a.World.JointCount() != b.World.JointCount() {
		t.Fatalf("%d bodies came back as %d", len(x), len(y))
	}
	for i := range x {
		if x[i].Transform() != y[i].Transform() || x[i].MassData() != y[i].MassData() ||
			x[i].LinearVelocity() != y[i].LinearVelocity() {
			t.Errorf("body %d came back elsewhere or with another mass: %v, %+v, %v; had %v, %+v, %v", i,
				y[i].Transform(), y[i].MassData(),
				y[i].LinearVelocity(), x[i].Transform(), x[i].MassData(), x[i].LinearVelocity())
		}
	}
}

// TestRunningWorld holds that a world in motion is read back to the same state.
func TestRunningWorld(t *testing.T) {
	for _, name := range []string{"mixed_rain", "crane", "driving", "ragdoll_pile", "bowling", "tumbler"} {
		scene, _ := scenes.Find(name)
		a, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			if err := a.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		b := reread(t, a, true)
		sameBodies(t, a, b)
		x, y := a.World.Bodies(nil), b.World.Bodies(nil)
		for i := range x {
			if x[i].AngularVelocity() != y[i].AngularVelocity() || x[i].Awake() != y[i].Awake() {
				t.Errorf("%s: %q turns at %v awake %v, came back as %v %v", name, x[i].Name(), x[i].AngularVelocity(),
					x[i].Awake(),
					y[i].AngularVelocity(), y[i].Awake())
			}
		}
		for range 20 {
			if err := b.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.World.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
