#include "grid.glsl"
#include "frame.glsl"

// ground_albedo is the colour of the ground with its grid: a line at every cell, a stronger one
// at every tenth, and the two axes of the world in red and blue.
vec3 ground_albedo(vec3 world) {
	vec2 p = world.xz / max(grid_line.w, 1e-3);
	vec2 d = max(vec2(length(vec2(dFdx(p.x), dFdy(p.x))), length(vec2(dFdx(p.y), dFdy(p.y)))), 1e-6) * 1.2;
	vec2 q = p * 0.1, dq = d * 0.1;
	// the strong lines reach four times as far
	float range = length(world - eye.xyz) / max(grid_strong.w, 1e-3);
	float fade = 1.0 - smoothstep(0.2, 1.0, range), far = 1.0 - smoothstep(0.8, 4.0, range);
	// lines leave before they are much thinner than a pixel
	float fine = (1.0 - smoothstep(0.12, 0.5, max(d.x, d.y))) * fade;
	float coarse = (1.0 - smoothstep(0.12, 0.6, max(dq.x, dq.y))) * far;
	fine *= plane.x;
	coarse *= plane.x;
	vec3 c = mix(ground.rgb, grid_line.rgb, fine * either(grid_lines(p, d, 0.02)));
	c = mix(c, grid_strong.rgb, coarse * either(grid_lines(q, dq, 0.0028)));
	vec2 axis = clamp((0.014 + 0.5 * d - abs(p)) / d, 0.0, 1.0) * (far * plane.y);
	c = mix(c, vec3(0.55, 0.10, 0.09), 0.8 * axis.y);
	return mix(c, vec3(0.08, 0.17, 0.60), 0.8 * axis.x);
}
