noperspective in vec2 offset;
flat in float radius;
flat in vec4 ink;
flat in uint shape;
out vec4 color;

const uint DISC = 0u, SQUARE = 1u, RING = 2u, CROSS = 3u;

void main() {
	vec2 a = abs(offset);
	float r = length(offset);
	float away = r - radius; // distance outside of the shape, pixels
	if (shape == SQUARE) away = max(a.x, a.y) - radius;
	if (shape == RING) away = abs(r - radius + 1.0) - 1.0;
	if (shape == CROSS) away = max(abs(a.x - a.y) * 0.7071 - 0.8, r - radius);
	// a darker rim keeps a filled mark readable on a ground of its own colour
	float rim = shape == DISC || shape == SQUARE ? smoothstep(-2.2, -0.8, away) * step(3.0, radius) : 0.0;
	color = vec4(ink.rgb * (1.0 - 0.75 * rim), ink.a * clamp(0.5 - away, 0.0, 1.0));
}
