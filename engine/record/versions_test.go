package record

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// Files of earlier versions can be read; from version 4 on also what they show, whatever this version computes.
// Neither the files nor what they show may ever be written anew: a change of the format brings new ones beside them.
func TestFilesOfEarlierVersions(t *testing.T) {
	old, err := Open("testdata/version3.tumble")
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	scene := old.First().Info.Scene
	if old.Calls.Steps() != 40 || old.Calls.HasPoses() || scene != "card_house" || !old.Calls.End().Whole {
		t.Errorf("version 3: %d steps of %s, poses %v", old.Calls.Steps(), scene, old.Calls.HasPoses())
	}
	rec, err := Open("testdata/version4.tumble")
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err == nil {
		err = rec.Calls.Show(w, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/version4.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	// static ones, too: their places never change
	if n := w.BodyCount(); n < 12 || w.ShapeCount() < n {
		t.Errorf("%d bodies with %d shapes", n, w.ShapeCount())
	}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var want struct {
			Step   int
			Bodies []struct {
				Pos   [3]float32
				Rot   [4]float32
				Awake bool
			}
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		if err := w.ShowStep(want.Step); err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, b := range w.Bodies(nil) {
			if b.Type() == physics.Static {
				continue
			}
			p, q := want.Bodies[i].Pos, want.Bodies[i].Rot
			off := b.Position().Sub(vec.V3(p[0], p[1], p[2])).Len()
			rotated := b.Rotation().InvMul(vec.Quat{X: q[0], Y: q[1], Z: q[2], W: q[3]}).Vec().Len()
			if off > 1e-5 || rotated > 1e-5 || b.Awake() != want.Bodies[i].Awake {
				t.Errorf("step %d, body %d: %g m and %g off, awake %v", want.Step, i, off, rotated, b.Awake())
			}
			i++
		}
		if i != len(want.Bodies) || i < 11 {
			t.Errorf("step %d: %d bodies, not %d", want.Step, i, len(want.Bodies))
		}
	}
}
