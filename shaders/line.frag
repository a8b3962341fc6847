noperspective in vec2 across;
flat in vec3 shape;
noperspective in vec4 ink;
out vec4 color;

void main() {
	// distance to the line between its ends, so that the ends are round
	float away = length(vec2(across.x, max(max(-across.y, across.y - shape.z), 0.0)));
	float cover = clamp(shape.x + 0.5 - away, 0.0, 1.0);
	if (shape.y > 0.0) {
		// dashes and gaps of equal length
		float t = abs(fract(across.y / (2.0 * shape.y)) - 0.25);
		t = min(t, 1.0 - t);
		cover *= clamp((0.25 - t) * 2.0 * shape.y + 0.5, 0.0, 1.0);
	}
	color = vec4(ink.rgb, ink.a * cover);
}
