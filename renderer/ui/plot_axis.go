package ui

import (
	"math"
	"strconv"
)

// axisWidth (units) is the room of the numbers of a vertical axis.
const axisWidth = 64

// axisNumbers is the format of the numbers of an axis: a power of ten as the unit, and enough decimals to tell two
// lines of the grid apart, as for a curve of 1,000,430 J that changes by a joule.
type axisNumbers struct {
	scale    float64
	suffix   string
	decimals int
}

// axisNumbersOf returns the format for an axis from lo to hi with a line of the grid each step. Milli is left out: it
// reads like metres.
func axisNumbersOf(lo, hi, step float64) axisNumbers {
	a := axisNumbers{scale: 1}
	switch size := max(math.Abs(lo), math.Abs(hi)); {
	case size >= 1e12:
		a.scale, a.suffix = 1e12, "T"
	case size >= 1e9:
		a.scale, a.suffix = 1e9, "G"
	case size >= 1e6:
		a.scale, a.suffix = 1e6, "M"
	case size >= 1e5:
		a.scale, a.suffix = 1e3, "k"
	case size >= 1e-3 || size == 0:
	case size >= 1e-6:
		a.scale, a.suffix = 1e-6, "µ"
	default:
		a.scale, a.suffix = 1e-9, "n"
	}
	if step > 0 {
		a.decimals = int(clamp(float32(math.Ceil(-math.Log10(step/a.scale))+2), 0, 5))
	}
	return a
}

// append appends a number without zeros at the end.
func (a axisNumbers) append(b []byte, v float64) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, v/a.scale, 'f', a.decimals, 64)
	if a.decimals > 0 {
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
		if b[len(b)-1] == '.' {
			b = b[:len(b)-1]
		}
	}
	switch string(b[from:]) {
	case "-0":
		return append(b[:from], '0')
	case "0":
		return b
	}
	return append(b, a.suffix...)
}
