package jsonvalue

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Float returns a number between lo and hi, or other if it is missing.
func (v Value) Float(other, lo, hi float64) float64 {
	if v.Data == nil {
		return other
	}
	x, ok := number(v.Data)
	if !ok {
		v.Errorf("must be a number")
		return other
	}
	if !(x >= lo && x <= hi) {
		v.Errorf("%g: must be between %g and %g", x, lo, hi)
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

// Single is float in single precision: the nearest to the digits in the file.
func (v Value) Single(other float32, lo, hi float64) float32 {
	x := v.Float(float64(other), lo, hi)
	if n, ok := v.Data.(json.Number); ok {
		if y, err := strconv.ParseFloat(string(n), 32); err == nil && float64(float32(x)) != y && y >= lo && y <= hi {
			return float32(y)
		}
	}
	return float32(x)
}

// Integer returns a whole number between lo and hi, or other if it is missing.
func (v Value) Integer(other, lo, hi int) int {
	if v.Data == nil {
		return other
	}
	x, ok := number(v.Data)
	if !ok || x != math.Trunc(x) {
		v.Errorf("must be a whole number")
		return other
	}
	if !(x >= float64(lo) && x <= float64(hi)) {
		v.Errorf("%g: must be between %d and %d", x, lo, hi)
		return other
	}
	return int(x)
}

// Index returns a reference to one of count things, −1 if it is missing or wrong.
func (v Value) Index(count int, what string) int {
	if v.Data == nil {
		return -1
	}
	x, ok := number(v.Data)
	if !ok || x != math.Trunc(x) || x < 0 {
		v.Errorf("must be the index of one of the %s", what)
		return -1
	}
	if x >= float64(count) {
		v.Errorf("%g: there are %d %s", x, count, what)
		return -1
	}
	return int(x)
}

// Flag returns true or false, or other if it is missing.
func (v Value) Flag(other bool) bool {
	if v.Data == nil {
		return other
	}
	b, ok := v.Data.(bool)
	if !ok {
		v.Errorf("must be true or false")
		return other
	}
	return b
}

// Text returns a string, or other if it is missing.
func (v Value) Text(other string) string {
	if v.Data == nil {
		return other
	}
	s, ok := v.Data.(string)
	if !ok {
		v.Errorf("must be a string")
		return other
	}
	return s
}

// Choice returns one of several strings, or the first if it is missing.
func (v Value) Choice(names ...string) string {
	s := v.Text(names[0])
	for _, n := range names {
		if s == n {
			return s
		}
	}
	v.Errorf("%q: must be one of %s", s, strings.Join(names, ", "))
	return names[0]
}

// Bits reads a member with 64 bits in hexadecimal digits: more than a JSON number holds.
func (v Value) Bits(name string, other uint64) uint64 {
	m := v.At(name)
	if m.Missing() {
		return other
	}
	x, err := strconv.ParseUint(m.Text(""), 16, 64)
	if err != nil {
		m.Errorf("%q: must be up to 16 hexadecimal digits", m.Text(""))
		return other
	}
	return x
}
