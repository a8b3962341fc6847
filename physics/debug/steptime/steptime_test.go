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
