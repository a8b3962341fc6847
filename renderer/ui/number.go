package ui

import (
	"math"
	"strconv"
	"strings"
)

// appendNumber writes a number with about four digits that count and no zeros at the end.
func appendNumber(b []byte, v float64) []byte {
	a := math.Abs(v)
	decimals := 4
	switch {
	case v != v || a > 1e7 || a != 0 && a < 1e-4:
		return strconv.AppendFloat(b, v, 'g', 4, 64)
	case a == 0 || a >= 0.1 && a < 1:
	case a < 0.001:
		decimals = 7
	case a < 0.01:
		decimals = 6
	case a < 0.1:
		decimals = 5
	case a >= 1000:
		decimals = 1
	case a >= 100:
		decimals = 2
	case a >= 1:
		decimals = 3
	}
	from := len(b)
	b = appendFixed(b, v, decimals)
	for b[len(b)-1] == '0' && hasPoint(b[from:]) {
		b = b[:len(b)-1]
	}
	if b[len(b)-1] == '.' {
		b = b[:len(b)-1]
	}
	if string(b[from:]) == "-0" {
		b = append(b[:from], '0')
	}
	return b
}

func hasPoint(b []byte) bool {
	for _, x := range b {
		if x == '.' {
			return true
		}
	}
	return false
}

func appendFixed(b []byte, v float64, decimals int) []byte {
	return strconv.AppendFloat(b, v, 'f', decimals, 64)
}

// parseNumber reads the typed text: a number, perhaps with a decimal comma, and any text behind the number, such as a
// unit.
func parseNumber(text string) (float64, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", ".")
	for n := len(text); n > 0; n-- {
		if v, err := strconv.ParseFloat(text[:n], 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v, true
		}
	}
	return 0, false
}
