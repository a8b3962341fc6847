package jsonvalue

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"tumble/scene/model"
)

// Value is a part of a JSON document with its place, a JSON pointer. Its methods report
// wrong values as faults and return a harmless value instead.
type Value struct {
	Data   any
	Place  string
	Faults *model.Faults
}

// MissingAt is a value that is not there, for faults at a place that was not read as a value.
func MissingAt(place string, f *model.Faults) Value { return Value{nil, place, f} }

// escaped is a member name as part of a JSON pointer (RFC 6901).
func escaped(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func (v Value) Errorf(format string, args ...any) { v.Faults.Errorf(v.Place, format, args...) }

func (v Value) Warnf(format string, args ...any) { v.Faults.Warnf(v.Place, format, args...) }

func (v Value) Ignoref(format string, args ...any) { v.Faults.Ignoref(v.Place, format, args...) }

// Missing reports whether there is no such value.
func (v Value) Missing() bool { return v.Data == nil }

// At returns a member of an object. It is missing if the value is no object.
func (v Value) At(name string) Value {
	m, _ := v.Data.(map[string]any)
	return Value{m[name], v.Place + "/" + escaped(name), v.Faults}
}

// Path is at for several names.
func (v Value) Path(names ...string) Value {
	for _, name := range names {
		v = v.At(name)
	}
	return v
}

// Element is an element of an array by index.
func (v Value) Element(i int) Value {
	if a, ok := v.Data.([]any); ok && i >= 0 && i < len(a) {
		return Value{a[i], fmt.Sprintf("%s/%d", v.Place, i), v.Faults}
	}
	return Value{nil, fmt.Sprintf("%s/%d", v.Place, i), v.Faults}
}

// With replaces the data of a value and keeps its place.
func (v Value) With(m any) Value { return Value{m, v.Place, v.Faults} }

// IsObject reports whether the value is there and an object; anything else there is an error.
func (v Value) IsObject() bool {
	if v.Data == nil {
		return false
	}
	if _, ok := v.Data.(map[string]any); !ok {
		v.Errorf("must be an object")
		return false
	}
	return true
}

// Only warns about members with other names; extensions and extras may always be there.
func (v Value) Only(names ...string) {
	m, _ := v.Data.(map[string]any)
	var others []string
	for name := range m {
		known := name == "extensions" || name == "extras"
		for _, n := range names {
			known = known || n == name
		}
		if !known {
			others = append(others, name)
		}
	}
	sort.Strings(others)
	for _, name := range others {
		v.At(name).Warnf("is not known here and has no effect")
	}
}

// List returns the elements of an array, none if it is missing.
func (v Value) List() []Value {
	if v.Data == nil {
		return nil
	}
	a, ok := v.Data.([]any)
	if !ok {
		v.Errorf("must be an array")
		return nil
	}
	out := make([]Value, len(a))
	for i := range a {
		out[i] = Value{a[i], v.Place + "/" + strconv.Itoa(i), v.Faults}
	}
	return out
}

type Object = map[string]any
