package session

import (
	"bytes"
	"math"
	"testing"

	"tumble/engine/record"
	"tumble/physics"
)

// A saved state opens at its step, and goes on as the session did that it was saved of, with its characters.
func TestOpenState(t *testing.T) {
	for _, name := range []string{"pyramid36", "character_course", "conveyor"} {
		t.Run(name, func(t *testing.T) { openState(t, name) })
	}
}

func openState(t *testing.T, name string) {
	s := newSession(t, name)
	s.run(t, 40)
	var state physics.Snapshot
	if err := s.World().Snapshot(&state); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := record.WriteState(&file, s.Info(), &state); err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	again, err := OpenState(rec, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Steps() != 40 || math.Abs(again.Time()-s.Time()) > 1e-9 || again.World().Hash() != s.World().Hash() {
		t.Errorf("opened at step %d, %g s", again.Steps(), again.Time())
	}
	s.run(t, 20)
	again.run(t, 20)
	if again.World().Hash() != s.World().Hash() {
		t.Error("goes on elsewhere")
	}
	for i, c := range s.Run.Characters {
		if c.Position() != again.Run.Characters[i].Position() {
			t.Errorf("character %d is elsewhere", i)
		}
	}
}
