noperspective in vec2 offset;
flat in float radius;
flat in vec4 ink;
out vec4 color;

void main() {
	float r = length(offset);
	// a darker rim keeps a point readable on a ground of its own colour
	float rim = smoothstep(radius - 2.0, radius - 0.5, r) * step(3.0, radius);
	color = vec4(ink.rgb * (1.0 - 0.75 * rim), ink.a * clamp(radius + 0.5 - r, 0.0, 1.0));
}
