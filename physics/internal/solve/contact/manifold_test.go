package contact

import (
	"reflect"
	"testing"
)

// All of an empty manifold but its points is zero.
func TestEmptyLeavesOnlyPoints(t *testing.T) {
	full := Manifold{}
	fill(reflect.ValueOf(&full).Elem())
	m := full
	m.Empty()
	if want := (Manifold{Points: full.Points}); m != want || full.Count == 0 {
		t.Errorf("%+v, want %+v", m, want)
	}
}

// fill makes every number 7.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Float32:
		v.SetFloat(7)
	case reflect.Int32:
		v.SetInt(7)
	case reflect.Uint32:
		v.SetUint(7)
	}
}
