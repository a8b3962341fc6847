package physics

import (
	"fmt"
	"math/rand"
	"testing"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
)

// TestClearanceAndListsSpareSweepsOnly throws shapes at a terrain: what the clearance of a contact says to stay away on
// its way is stopped by nothing there, and the list of its triangles gives the impact that the tree gives.
func TestClearanceAndListsSpareSweepsOnly(t *testing.T) {
	seeds := int64(8)
	if soak() {
		seeds = 500
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { throwAtTerrain(t, rand.New(rand.NewSource(seed))) })
	}
}

func throwAtTerrain(t *testing.T, r *rand.Rand) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, V3(0, 0, 0), terrainMesh(t, 16, 64, func() float32 { return 8 * r.Float32() }))
	shapes := []Geometry{
		Sphere{Radius: 0.4}, Box{Half: V3(0.5, 0.2, 0.3)}, Capsule{A: V3(-0.5, 0, 0), B: V3(0.5, 0, 0), Radius: 0.2},
		Cylinder{A: V3(0, -0.4, 0), B: V3(0, 0.4, 0), Radius: 0.3},
	}
	for i := range 120 {
		b := addBody(t, w, Dynamic, V3(16*r.Float32()-8, 12*r.Float32()+2, 16*r.Float32()-8), shapes[i%len(shapes)])
		b.SetLinearVelocity(V3(20*r.Float32()-10, 20*r.Float32()-15, 20*r.Float32()-10))
		b.SetAngularVelocity(V3(30*r.Float32()-15, 30*r.Float32()-15, 30*r.Float32()-15))
	}
	sweeper := w.step.Continuous
	kept, swept, hits := 0, 0, 0
	for k := range 120 {
		if err := w.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		for _, index := range w.state.Awake {
			m := sweeper.MotionOf(index)
			// stopped bodies have reached nothing, but would if they had gone farther
			m.Sweep.Displacement = m.Sweep.Displacement.Mul(float32(1 + 2*(k%2)))
			m.End = m.Sweep.At(1)
			s := w.state.Bodies[index].FirstShape
			contact := sweeper.ChildContact(s, 0)
			if contact == state.None {
				continue
			}
			g, o := &w.state.Geometries[s], &w.state.Geometries[0]
			still := collide.Still(sweeper.PoseFrom(m.Origin, w.state.Shapes[0].Body))
			want := collide.ImpactOnChildren(o, &still, g, &m.Sweep, 1, nil)
			if sweeper.ClearanceRulesOut(contact, &m) {
				kept++
				if want.State != collide.NoImpact {
					t.Fatalf("step %d: shape %d of kind %d: %+v in spite of its clearance", w.state.Steps, s, g.Kind,
						want)
				}
			}
			swept++
			if got := collide.ImpactOnChildren(o, &still, g, &m.Sweep, 1, w.narrow.NearList(contact)); got != want {
				t.Fatalf("step %d: shape %d of kind %d: %+v with a list, %+v without", w.state.Steps, s, g.Kind, got,
					want)
			}
			if want.State == collide.Impact {
				hits++
			}
		}
	}
	t.Logf("%d of %d ways ruled out by clearance, %d impacts", kept, swept, hits)
	if kept < 1200 || hits < 20 {
		t.Errorf("%d of %d ways ruled out by clearance, %d impacts: too few to tell", kept, swept, hits)
	}
}
