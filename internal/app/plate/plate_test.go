package plate

import (
	"math"
	"testing"

	"tumble/renderer"
)

// TestContrast holds that the text over a picture has 4.5 : 1 on its plate, over a ground as bright as pictures may be
// on the mean, a luma of 0.65, and ordinary text over white.
func TestContrast(t *testing.T) {
	const brightest = 0.65 * 255
	check := func(name string, text renderer.Color, behind float64) {
		linear := func(x float64) float64 {
			if x /= 255; x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		share := float64(Back.A()) / 255
		over := func(c uint8) float64 { return linear(share*float64(c) + (1-share)*behind) }
		back := 0.2126*over(Back.R()) + 0.7152*over(Back.G()) + 0.0722*over(Back.B())
		front := 0.2126*linear(float64(text.R())) + 0.7152*linear(float64(text.G())) + 0.0722*linear(float64(text.B()))
		ratio := (front + 0.05) / (back + 0.05)
		t.Logf("%s over %.0f: %.2f", name, behind, ratio)
		if ratio < 4.5 {
			t.Errorf("%s over %.0f has a contrast of %.2f", name, behind, ratio)
		}
	}
	check("text", Text, 255)
	for name, c := range map[string]renderer.Color{"dim": Dim, "warn": Warn, "accent": Accent} {
		check(name, c, brightest)
	}
}
