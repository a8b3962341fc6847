noperspective in vec2 across;
flat in vec4 shape;
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
	// the rim is beside the line only: at the ends it would lie across the next line of a curve
	float rim = clamp(shape.x + 1.5 - abs(across.x), 0.0, 1.0) * shape.w;
	if (shape.y > 0.0 || across.y < 0.0 || across.y > shape.z) rim = 0.0;
	float a = cover + rim * (1.0 - cover);
	color = vec4(mix(vec3(0.02), ink.rgb, cover / max(a, 1e-3)), ink.a * a);
}
