package physics

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/solve"
)

// atRest is a small world of contacts whose points are used again: boxes and balls on a mesh, on a box and on one
// another, and a cylinder that rolls.
func atRest(t testing.TB) *World {
	w := newTestWorld(t, nil)
	mesh, err := NewMesh(MeshDef{Vertices: []Vec3{V3(-2, 0, -2), V3(-2, 0, 2), V3(2, 0, 2), V3(2, 0, -2)},
		Indices: []uint32{0, 1, 2, 0, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, Vec3{}, mesh)
	addBody(t, w, Static, V3(-10, -1, 0), BoxHalf(5, 1, 5))
	for _, y := range []float32{0.2, 0.6} {
		addBody(t, w, Dynamic, V3(0, y, 0), BoxHalf(0.2, 0.2, 0.2))
		addBody(t, w, Dynamic, V3(1, y, 0), Sphere{Radius: 0.2})
	}
	addBody(t, w, Dynamic, V3(-10, 0.2, 0), BoxHalf(0.2, 0.2, 0.2))
	addBody(t, w, Dynamic, V3(-9, 0.2, 0), Cylinder{A: V3(0, 0, -0.3), B: V3(0, 0, 0.3), Radius: 0.2})
	run(t, w, 0.2)
	return w
}

// Whatever number of the state is huge or negative: bytes with it are refused, or the world is valid after each of the
// next steps, and can be saved and loaded again.
func TestSnapshotTakesEveryNumber(t *testing.T) {
	most := 2
	if soak() {
		most = 1000
	}
	for name, w := range map[string]*World{"at rest": atRest(t), "linked": linked(t)} {
		var s Snapshot
		if err := w.Snapshot(&s); err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		cases, accepted := 0, 0
		eachLeaf(reflect.ValueOf(s.held.Rooms()).Elem(), "", map[string]bool{"Geometries": true, "Trees": true,
			"Limits": true, "Hooks": true}, func(path string, v reflect.Value) {
			if seen[path]++; !v.CanFloat() || seen[path] > most {
				return
			}
			old := v.Float()
			for _, x := range []float64{math.MaxFloat32, -math.MaxFloat32, 1e30, 1e10, -1e10, -1} {
				v.SetFloat(x)
				ok, err := driveBytes(&s)
				if err != nil {
					t.Errorf("%s: %s = %g: %v", name, path, x, err)
				}
				if cases++; ok {
					accepted++
				}
			}
			v.SetFloat(old)
		})
		if cases < 500 || accepted == 0 || accepted == cases {
			t.Errorf("%s: %d of %d numbers were accepted", name, accepted, cases)
		}
	}
}

// driveBytes takes a state through bytes and, if these are accepted, through a few steps, with a look at it after each.
func driveBytes(s *Snapshot) (accepted bool, err error) {
	data, err := s.MarshalBinary()
	if err != nil {
		return false, err
	}
	var loaded Snapshot
	if loaded.UnmarshalBinary(data) != nil {
		return false, nil
	}
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return false, err
	}
	if err := w.Restore(&loaded); err != nil {
		return true, err
	}
	for i := range 4 {
		if err := w.Validate(); err != nil {
			return true, fmt.Errorf("before step %d: %w", i, err)
		}
		if err := w.Step(0.01); err != nil {
			return true, err
		}
		if err := w.Snapshot(&loaded); err != nil {
			return true, err
		}
		if data, err = loaded.AppendBinary(data[:0]); err != nil {
			return true, err
		}
		if err := loaded.UnmarshalBinary(data); err != nil {
			return true, fmt.Errorf("after step %d: %w", i, err)
		}
	}
	return true, w.Validate()
}

// Sums of indices that overflow are no way past a check, on machines of 32 bits neither.
func TestSnapshotRefusesIndicesThatOverflow(t *testing.T) {
	w := linked(t)
	var s Snapshot
	refused := func(what string, change func(*snapshot.Rooms)) {
		t.Helper()
		if err := w.Snapshot(&s); err != nil {
			t.Fatal(err)
		}
		change(s.held.Rooms())
		if ok, err := driveBytes(&s); ok || err != nil {
			t.Errorf("%s: accepted %v, error %v", what, ok, err)
		}
	}
	for class := range narrowphase.SpanClasses {
		for _, first := range []int32{math.MaxInt32, math.MaxInt32 - 1, math.MaxInt32 - 31} {
			refused(fmt.Sprintf("free span of class %d at %d", class, first), func(s *snapshot.Rooms) {
				s.FreeSpans[class] = append(s.FreeSpans[class], first)
			})
		}
	}
	for _, span := range [][2]int32{{math.MaxInt32, math.MinInt32 + 1}, {math.MaxInt32 - 1, math.MinInt32},
		{math.MaxInt32, 5}} {
		refused(fmt.Sprintf("knots %d", span), func(s *snapshot.Rooms) {
			s.Knots = s.Knots[:0]
			for i := range s.Rows {
				if s.Joints[i].Kind == solve.PathJoint {
					s.Rows[i].PathBegin, s.Rows[i].PathEnd = span[0], span[1]
				}
			}
		})
	}
}
