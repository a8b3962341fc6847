// Transfer functions and tone mapping.

// IEC 61966-2-1, from display values to light.
vec3 srgb_to_linear(vec3 c) {
	return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
}

vec3 linear_to_srgb(vec3 c) {
	return mix(c * 12.92, 1.055 * pow(max(c, vec3(1e-8)), vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
}

// tone_map compresses highlights and leaves the colours of bodies below 0.76 as they are, so
// that a colour that means something stays recognisable (Khronos PBR Neutral tone mapper,
// 2024): the dark toe takes away what 4 % of mirror reflection added, and highlights
// lose saturation as film does.
vec3 tone_map(vec3 c) {
	const float start = 0.8 - 0.04;
	const float desaturation = 0.15;
	float low = min(c.r, min(c.g, c.b));
	float offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
	c -= offset;
	float peak = max(c.r, max(c.g, c.b));
	if (peak < start) return c;
	float d = 1.0 - start;
	float mapped = 1.0 - d * d / (peak + d - start);
	c *= mapped / peak;
	float g = 1.0 - 1.0 / (desaturation * (peak - mapped) + 1.0);
	return mix(c, vec3(mapped), g);
}

// dither is noise of one 8 bit step, even over every neighbourhood (interleaved gradient
// noise, Jimenez, SIGGRAPH 2014): without it the sky shows bands.
float dither(vec2 pixel) {
	return (fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
