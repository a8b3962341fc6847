package xmlscene

import (
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
)

// Numbers reads an attribute of up to len(to) numbers within ±1e9 and returns how many there are.
func (e *Element) Numbers(name string, to []float32) int {
	s := e.Text(name, "")
	if strings.Contains(s, ",") {
		e.Warnf("%s=%q: commas count as blanks", name, s)
		s = strings.ReplaceAll(s, ",", " ")
		e.attrs[name] = s
	}
	fields := strings.Fields(s)
	if len(fields) > len(to) {
		e.Errorf("%s=%q: has more than %d numbers", name, s, len(to))
		return 0
	}
	for i, x := range fields {
		v, err := strconv.ParseFloat(x, 32)
		if err != nil || !(v >= -1e9 && v <= 1e9) {
			e.Errorf("%s=%q: %q is no number between −1e9 and 1e9", name, s, x)
			return 0
		}
		to[i] = float32(v)
	}
	return len(fields)
}

// Number reads one number, or other without it.
func (e *Element) Number(name string, other float32) float32 {
	x := [1]float32{other}
	if e != nil && e.Has(name) && e.Numbers(name, x[:]) == 0 {
		return other
	}
	return x[0]
}

// Bounded reads one number, or other without it. One beyond ±most, as files write for without end, is ±most,
// and that is told.
func (e *Element) Bounded(name string, other, most float32) float32 {
	if e == nil || !e.Has(name) {
		return other
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(e.Text(name, "")), 64)
	if err != nil && !math.IsInf(v, 0) || math.IsNaN(v) || math.Abs(v) <= float64(most) {
		return e.Number(name, other)
	}
	bound := float32(math.Copysign(float64(most), v))
	e.Warnf("%s=%s: %g is taken", name, e.Text(name, ""), bound)
	return bound
}

// Vector reads three numbers, or other without them. More than three are told and left out.
func (e *Element) Vector(name string, other vec.Vec3) vec.Vec3 {
	if e == nil || !e.Has(name) {
		return other
	}
	if fields := strings.Fields(strings.ReplaceAll(e.attrs[name], ",", " ")); len(fields) > 3 {
		e.Warnf("%s=%q: the first three numbers are taken", name, e.attrs[name])
		e.attrs[name] = strings.Join(fields[:3], " ")
	}
	var x [3]float32
	if n := e.Numbers(name, x[:]); n != 3 {
		if n > 0 {
			e.Errorf("%s: must have 3 numbers", name)
		}
		return other
	}
	return vec.V3(x[0], x[1], x[2])
}

// Numbers4 reads up to four numbers over those that are there.
func (e *Element) Numbers4(name string, to *[4]float32) {
	if e != nil && e.Has(name) {
		e.Numbers(name, to[:])
	}
}

// Float returns one number in double precision, or other without it.
func (e *Element) Float(name string, other float64) float64 {
	if !e.Has(name) {
		return other
	}
	s := strings.TrimSpace(e.Text(name, ""))
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= -1e300 && v <= 1e300) {
		e.Errorf("%s=%q: is no number", name, s)
		return other
	}
	return v
}

// Flag returns true or false, or other without the attribute.
func (e *Element) Flag(name string, other bool) bool {
	switch strings.TrimSpace(e.Text(name, "")) {
	case "true", "1", "enable":
		return true
	case "false", "0", "disable":
		return false
	}
	return other
}

// maxNumbers bounds the numbers of an attribute.
const maxNumbers = 3 << 20

// List reads all numbers of an attribute, which must be within ±1e9.
func (e *Element) List(name string) []float32 {
	var out []float32
	for _, x := range strings.Fields(e.Text(name, "")) {
		v, err := strconv.ParseFloat(x, 32)
		if err != nil || !(v >= -1e9 && v <= 1e9) || len(out) >= maxNumbers {
			e.Errorf("%s: %.40q is no number between −1e9 and 1e9, or they are more than %d", name, x, maxNumbers)
			return nil
		}
		out = append(out, float32(v))
	}
	return out
}
