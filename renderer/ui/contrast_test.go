package ui

import (
	"math"
	"testing"

	"tumble/renderer"
)

// luminance is the relative luminance of a colour (WCAG 2.1).
func luminance(c renderer.Color) float64 {
	sum := 0.0
	for i, w := range [3]float64{0.2126, 0.7152, 0.0722} {
		x := float64([3]uint8{c.R(), c.G(), c.B()}[i]) / 255
		if x <= 0.04045 {
			sum += w * x / 12.92
		} else {
			sum += w * math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// TestTextContrast holds that text of every kind has 4.5 : 1 on its background, in both themes.
func TestTextContrast(t *testing.T) {
	for _, theme := range []*Theme{Dark(), Light()} {
		worst := math.Inf(1)
		for name, text := range map[string]renderer.Color{
			"text": theme.Text, "dim": theme.TextDim, "accent": theme.TextAccent, "good": theme.Good,
			"warn": theme.Warn, "bad": theme.Bad,
		} {
			for on, back := range map[string]renderer.Color{"panel": theme.Panel, "header": theme.Header,
				"popup": theme.Popup, "field": theme.Field} {
				a, b := luminance(text)+0.05, luminance(back)+0.05
				ratio := max(a, b) / min(a, b)
				worst = min(worst, ratio)
				if ratio < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", theme.Name, name, on, ratio)
				}
			}
		}
		t.Logf("%s: contrast of text %.2f at least", theme.Name, worst)
	}
}
