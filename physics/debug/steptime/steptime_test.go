package steptime

import (
	"reflect"
	"testing"

	"tumble/physics"
)

// TestRoundTrip: every field of a profile comes back, from an entry without the newest stages as well; damaged entries
// are errors.
func TestRoundTrip(t *testing.T) {
	var p physics.Profile
	fields := reflect.ValueOf(&p).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetInt(int64(1) << (2 * i))
	}
	got, err := Decode(Append(nil, &p))
	if got != p || err != nil || len(stages(&p)) != fields.NumField() {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = Decode(Append(nil, &physics.Profile{Step: 5, Pairs: -1}))
	if got != (physics.Profile{Step: 5}) || err != nil {
		t.Errorf("a negative time: %+v, %v", got, err)
	}
	got, err = Decode([]byte{7})
	if got != (physics.Profile{Step: 7}) || err != nil {
		t.Errorf("without stages: %+v, %v", got, err)
	}
	for _, bad := range [][]byte{nil, {0x80}, {1, 0x80}, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1}} {
		if _, err := Decode(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

// TestOrder: the order of the stages is part of the format.
func TestOrder(t *testing.T) {
	got := Append(nil, &physics.Profile{Step: 1, Pairs: 2, Collide: 3, Transitions: 4, Solve: 5, Prepare: 6,
		IntegrateVelocities: 7, WarmStart: 8, SolveContacts: 9, IntegratePositions: 10, Relax: 11, Restitution: 12,
		Store: 13, Finalize: 14, Continuous: 15, Refit: 16, Sleep: 17, Sensors: 18, Wakes: 19, WakeTime: 20,
		WakeMost: 21})
	for i, b := range got {
		if int(b) != i+1 {
			t.Errorf("stage %d of the entry is field %d of a profile", i, b-1)
		}
	}
}

// FuzzDecode: whatever the bytes, no time is negative.
func FuzzDecode(f *testing.F) {
	f.Add(Append(nil, &physics.Profile{Step: 2}))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _ := Decode(data)
		for _, v := range stages(&p) {
			if *v < 0 {
				t.Fatalf("%d", *v)
			}
		}
	})
}
