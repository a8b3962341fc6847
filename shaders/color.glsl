// Transfer functions and tone mapping.

// IEC 61966-2-1, from display values to light.
vec3 srgb_to_linear(vec3 c) {
	return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
}

vec3 linear_to_srgb(vec3 c) {
	return mix(c * 12.92, 1.055 * pow(max(c, vec3(1e-8)), vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
}

// tone_map compresses highlights and leaves the colours of bodies below shoulder_start nearly
// as they are, so that a colour that means something stays recognisable. Three steps, each
// monotonic and with a continuous slope:
//
//   toe       a dielectric adds a mirror reflection of twice base_reflection to every colour it shows to the sky;
//             x·r/(x + r) of it is taken away again, all of r from a bright colour and nothing
//             from black, by the darkest channel, so that the hue stays
//   shoulder  the largest channel approaches 1: y = 1 − h·exp(−(x − s)/h), h = 1 − s, which has
//             slope 1 at x = s
//   film      the share of light that the shoulder took away, squared, turns half of the colour
//             into white
vec3 tone_map(vec3 c) {
	const float base_reflection = 0.02;
	const float shoulder_start = 0.76;
	const float headroom = 1.0 - shoulder_start;
	float darkest = max(min(c.r, min(c.g, c.b)), 0.0);
	c -= darkest * base_reflection / (darkest + base_reflection);
	float brightest = max(c.r, max(c.g, c.b));
	if (brightest <= shoulder_start) return c;
	float mapped = 1.0 - headroom * exp((shoulder_start - brightest) / headroom);
	float lost = 1.0 - mapped / brightest;
	return mix(c * (mapped / brightest), vec3(mapped), 0.5 * lost * lost);
}

// display is tone_map, where a frame is not one sample of a picture: the mean of light is taken
// before it is compressed. A highlight that one sample meets by chance does not outshine the others.
vec3 display(vec3 c) {
#ifdef LINEAR
	return min(c, vec3(12.0));
#else
	return tone_map(c);
#endif
}

// dither is noise of one 8 bit step, even over every neighbourhood (interleaved gradient
// noise, Jimenez, SIGGRAPH 2014): without it the sky shows bands.
float dither(vec2 pixel) {
#ifdef LINEAR
	return 0.0;
#endif
	return (fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
