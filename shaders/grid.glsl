// The metre grid, anti-aliased by integrating the lines over the pixel.

// line_integral is the integral from 0 to x of a train of lines of width w around the whole numbers.
vec2 line_integral(vec2 x, float w) {
	x += 0.5 * w;
	return floor(x) * w + min(fract(x), w);
}

// grid_lines is the share of a pixel at p (in cells) that lines of width w (in cells) cover;
// d is the pixel's extent in cells. Far away it becomes the mean, so nothing shimmers.
vec2 grid_lines(vec2 p, vec2 d, float w) {
	vec2 q = p - floor(p);
	return (line_integral(q + 0.5 * d, w) - line_integral(q - 0.5 * d, w)) / d;
}

float either(vec2 c) { return c.x + c.y - c.x * c.y; }
