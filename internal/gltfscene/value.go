package gltfscene

import (
	"encoding/json"
	"math"
	"sort"
	"strconv"
	"strings"

	"tumble/internal/scenefile"
	"tumble/physics/vec"
)

// value is a part of a JSON document with its place in it. Its methods report what does not fit
// and return something harmless instead.
type value struct {
	v     any
	place string
	f     *scenefile.Faults
}

// escaped is a member name as part of a JSON pointer (RFC 6901).
func escaped(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func (v value) errorf(format string, args ...any) { v.f.Errorf(v.place, format, args...) }
func (v value) warnf(format string, args ...any)  { v.f.Warnf(v.place, format, args...) }

// missing reports whether there is no such value.
func (v value) missing() bool { return v.v == nil }

// at returns a member of an object. It is missing if the value is no object.
func (v value) at(name string) value {
	m, _ := v.v.(map[string]any)
	return value{m[name], v.place + "/" + escaped(name), v.f}
}

// path is at for several names.
func (v value) path(names ...string) value {
	for _, name := range names {
		v = v.at(name)
	}
	return v
}

// isObject reports whether the value is there and an object; anything else there is an error.
func (v value) isObject() bool {
	if v.v == nil {
		return false
	}
	if _, ok := v.v.(map[string]any); !ok {
		v.errorf("must be an object")
		return false
	}
	return true
}

// only warns about members with other names; extensions and extras may always be there.
func (v value) only(names ...string) {
	m, _ := v.v.(map[string]any)
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
		v.at(name).warnf("is not known here and has no effect")
	}
}

// list returns the elements of an array, none if it is missing.
func (v value) list() []value {
	if v.v == nil {
		return nil
	}
	a, ok := v.v.([]any)
	if !ok {
		v.errorf("must be an array")
		return nil
	}
	out := make([]value, len(a))
	for i := range a {
		out[i] = value{a[i], v.place + "/" + strconv.Itoa(i), v.f}
	}
	return out
}

// float returns a number between lo and hi, or other if it is missing.
func (v value) float(other, lo, hi float64) float64 {
	if v.v == nil {
		return other
	}
	x, ok := number(v.v)
	if !ok {
		v.errorf("must be a number")
		return other
	}
	if !(x >= lo && x <= hi) {
		v.errorf("%g: must be between %g and %g", x, lo, hi)
		return other
	}
	return x
}

// number is the float64 value of a JSON number; it must be finite and within float32.
func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(n), 64)
	return x, err == nil && math.Abs(x) <= math.MaxFloat32
}

// single is float in single precision: the nearest to the digits in the file.
func (v value) single(other float32, lo, hi float64) float32 {
	x := v.float(float64(other), lo, hi)
	if n, ok := v.v.(json.Number); ok {
		if y, err := strconv.ParseFloat(string(n), 32); err == nil && float64(float32(x)) != y && y >= lo && y <= hi {
			return float32(y)
		}
	}
	return float32(x)
}

// integer returns a whole number between lo and hi, or other if it is missing.
func (v value) integer(other, lo, hi int) int {
	if v.v == nil {
		return other
	}
	x, ok := number(v.v)
	if !ok || x != math.Trunc(x) {
		v.errorf("must be a whole number")
		return other
	}
	if !(x >= float64(lo) && x <= float64(hi)) {
		v.errorf("%g: must be between %d and %d", x, lo, hi)
		return other
	}
	return int(x)
}

// index returns a reference to one of count things, −1 if it is missing or wrong.
func (v value) index(count int, what string) int {
	if v.v == nil {
		return -1
	}
	x, ok := number(v.v)
	if !ok || x != math.Trunc(x) || x < 0 {
		v.errorf("must be the index of one of the %s", what)
		return -1
	}
	if x >= float64(count) {
		v.errorf("%g: there are %d %s", x, count, what)
		return -1
	}
	return int(x)
}

// flag returns true or false, or other if it is missing.
func (v value) flag(other bool) bool {
	if v.v == nil {
		return other
	}
	b, ok := v.v.(bool)
	if !ok {
		v.errorf("must be true or false")
		return other
	}
	return b
}

// text returns a string, or other if it is missing.
func (v value) text(other string) string {
	if v.v == nil {
		return other
	}
	s, ok := v.v.(string)
	if !ok {
		v.errorf("must be a string")
		return other
	}
	return s
}

// choice returns one of several strings, or the first if it is missing.
func (v value) choice(names ...string) string {
	s := v.text(names[0])
	for _, n := range names {
		if s == n {
			return s
		}
	}
	v.errorf("%q: must be one of %s", s, strings.Join(names, ", "))
	return names[0]
}

// singles fills numbers from an array of exactly that many, if it is there.
func (v value) singles(to []float32, limit float64) bool {
	if v.v == nil {
		return false
	}
	a, ok := v.v.([]any)
	if !ok || len(a) != len(to) {
		v.errorf("must be an array of %d numbers", len(to))
		return false
	}
	for i, e := range v.list() {
		to[i] = e.single(to[i], -limit, limit)
	}
	return true
}

// vector returns three numbers within ±limit, or other if they are missing.
func (v value) vector(other vec.Vec3, limit float64) vec.Vec3 {
	x := [3]float32{other.X, other.Y, other.Z}
	v.singles(x[:], limit)
	return vec.V3(x[0], x[1], x[2])
}

// rotation returns a unit quaternion x, y, z, w.
func (v value) rotation(other vec.Quat) vec.Quat {
	x := [4]float32{other.X, other.Y, other.Z, other.W}
	if !v.singles(x[:], 2) {
		return other
	}
	q := vec.Quat{X: x[0], Y: x[1], Z: x[2], W: x[3]}
	if !q.IsUnit() {
		v.errorf("(%g, %g, %g, %g): must be a unit quaternion", q.X, q.Y, q.Z, q.W)
		return other
	}
	return q.Unit()
}
