package main

import (
	"testing"

	"tumble/physics"
)

// Rooms with the same inputs stay equal bit for bit, however the processors share them; one that gets another input
// differs, and no other room does.
func TestRoomsAreApart(t *testing.T) {
	s, err := newServer(20)
	if err != nil {
		t.Fatal(err)
	}
	for step := range 120 {
		for i, r := range s.rooms {
			r.send(input{player: step % players, push: physics.V3(0, 0, -1)})
			if i == 7 && step == 50 {
				r.send(input{player: 1, push: physics.V3(1, 0, 0)})
			}
		}
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	want := s.rooms[0].world.Hash()
	for i, r := range s.rooms {
		if same := r.world.Hash() == want; same != (i != 7) {
			t.Errorf("room %d: equal to room 0 is %v", i, same)
		}
	}
	if z := s.rooms[0].players[0].Position().Z; z > 5.9 {
		t.Errorf("a player that was pushed is at z = %.2f m", z)
	}
}

// A room that is shown goes on as the others do.
func TestShownRoom(t *testing.T) {
	// the announcement goes to the cache of the user
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, t.TempDir())
	}
	s, err := newServer(2)
	if err != nil {
		t.Fatal(err)
	}
	viewed, err := s.show()
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	if s.rooms[0].world.Hash() != s.rooms[1].world.Hash() {
		t.Error("the room that is shown differs")
	}
	if err := viewed.Close(); err != nil {
		t.Error(err)
	}
}
