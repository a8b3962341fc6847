package meter

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// dimension is the unit of an expression: a product of powers of metre, kilogram and second. Radians and counts are
// numbers.
type dimension struct {
	kind  dimensionKind
	power [3]float64
}

type dimensionKind uint8

const (
	// fixedDimension has the powers.
	fixedDimension dimensionKind = iota
	// bareNumber was written without a unit: beside a quantity it has the unit of that.
	bareNumber
	// openDimension follows from a thing that was not looked for yet.
	openDimension
)

// baseUnits are the letters of dimension.power.
var baseUnits = [3]string{"m", "kg", "s"}

// unitName is a unit that an expression can name, as in 30*deg: its value in SI units.
type unitName struct {
	value float64
	power [3]float64
}

var unitNames = map[string]unitName{
	"m": {1, [3]float64{1}}, "cm": {0.01, [3]float64{1}}, "mm": {0.001, [3]float64{1}}, "km": {1000, [3]float64{1}},
	"s": {1, [3]float64{2: 1}}, "ms": {0.001, [3]float64{2: 1}}, "h": {3600, [3]float64{2: 1}}, "Hz": {1,
		[3]float64{2: -1}},
	"kg": {1, [3]float64{1: 1}}, "rad": {1, [3]float64{}}, "deg": {math.Pi / 180, [3]float64{}},
	"N": {1, [3]float64{1, 1, -2}}, "kN": {1000, [3]float64{1, 1, -2}},
	"J": {1, [3]float64{2, 1, -2}}, "W": {1, [3]float64{2, 1, -3}},
}

// dimensionOf reads the unit of a quantity as tables write it: kg·m²/s. Two units with an "or" between them are open.
func dimensionOf(unit string) dimension {
	var d dimension
	if strings.Contains(unit, " or ") {
		return dimension{kind: openDimension}
	}
	above, below, _ := strings.Cut(unit, "/")
	for _, part := range []struct {
		text string
		sign float64
	}{{above, 1}, {below, -1}} {
		for _, factor := range strings.Split(part.text, "·") {
			name, raised := strings.CutSuffix(factor, "²")
			u, known := unitNames[name]
			if !known {
				continue // 1/s
			}
			sign := part.sign
			if raised {
				sign *= 2
			}
			for i := range d.power {
				d.power[i] += sign * u.power[i]
			}
		}
	}
	return d
}

// sameDimension is that of a sum of two values or of their comparison; ok is false where they are of different kinds.
func sameDimension(a, b dimension) (d dimension, ok bool) {
	switch {
	case a.kind == fixedDimension && b.kind == fixedDimension:
		return a, a.power == b.power
	case a.kind == fixedDimension, b.kind == bareNumber:
		return a, true
	}
	return b, true
}

// times is the dimension of a·bⁿ.
func (d dimension) times(b dimension, n float64) dimension {
	switch {
	case d.kind == openDimension || b.kind == openDimension:
		return dimension{kind: openDimension}
	case d.kind == bareNumber && b.kind == bareNumber:
		return d
	}
	out := dimension{}
	for i := range out.power {
		out.power[i] = d.power[i] + n*b.power[i]
	}
	return out
}

// String is the unit in the form of tables, empty for numbers.
func (d dimension) String() string {
	if d.kind != fixedDimension {
		return ""
	}
	for _, name := range [...]string{"N", "J", "W"} {
		if unitNames[name].power == d.power {
			return name
		}
	}
	above, below := "", ""
	for _, i := range [...]int{1, 0, 2} {
		switch p := d.power[i]; {
		case p > 0:
			above += "·" + raised(baseUnits[i], p)
		case p < 0:
			below += "·" + raised(baseUnits[i], -p)
		}
	}
	above, below = strings.TrimPrefix(above, "·"), strings.TrimPrefix(below, "·")
	switch {
	case below == "":
		return above
	case above == "":
		above = "1"
	}
	if strings.Contains(below, "·") {
		below = "(" + below + ")"
	}
	return above + "/" + below
}

// words names the unit in an error.
func (d dimension) words() string {
	if text := d.String(); text != "" {
		return text
	}
	return "a number"
}

func raised(base string, power float64) string {
	switch power {
	case 1:
		return base
	case 2:
		return base + "²"
	case 3:
		return base + "³"
	}
	return base + "^" + strconv.FormatFloat(power, 'g', 4, 64)
}

// unlike is the error of two values that cannot be added or compared.
func unlike(doing string, a, b dimension) error {
	return fmt.Errorf("%s %s and %s: units must agree; a number takes one as in 30*deg or 2*m", doing, a.words(),
		b.words())
}
