package paint

import "math"

// Linear and SRGB are the transfer function of sRGB (IEC 61966-2-1).
func Linear(c float32) float32 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return float32(math.Pow((float64(c)+0.055)/1.055, 2.4))
}

func SRGB(c float32) uint8 {
	x := float64(max(0, min(1, c)))
	if x <= 0.0031308 {
		x *= 12.92
	} else {
		x = 1.055*math.Pow(x, 1/2.4) - 0.055
	}
	return uint8(x*255 + 0.5)
}
