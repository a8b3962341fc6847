#include "grid.glsl"
#include "frame.glsl"

// ground_albedo is the colour of the ground with its grid: a line every metre, a stronger one
// every few, and the two axes of the world in red and blue.
vec3 ground_albedo(vec3 world, vec3 base) {
	if (grid.w < 0.5) return base;
	vec2 p = world.xz / grid.x;
	vec2 d = max(vec2(length(vec2(dFdx(p.x), dFdy(p.x))), length(vec2(dFdx(p.y), dFdy(p.y)))), 1e-6) * 1.2;
	float range = length(world - eye.xyz);
	float fade = 1.0 - smoothstep(0.15, 1.0, range / grid.z);
	// the fine lines leave before they are thinner than a pixel
	float fine = (1.0 - smoothstep(0.15, 0.5, max(d.x, d.y))) * fade;
	vec2 q = p / grid.y;
	vec2 dq = d / grid.y;
	float coarse = (1.0 - smoothstep(0.15, 0.6, max(dq.x, dq.y))) * fade;
	vec3 c = mix(base, grid_color.rgb, grid_color.w * 0.55 * fine * either(grid_lines(p, d, 0.022)));
	c = mix(c, grid_color.rgb, grid_color.w * coarse * either(grid_lines(q, dq, 0.045 / grid.y)));
	vec2 axis = clamp((0.5 * 0.07 / grid.x + 0.5 * d - abs(p)) / d, 0.0, 1.0) * fade;
	c = mix(c, vec3(0.60, 0.09, 0.08), 0.75 * axis.y);
	return mix(c, vec3(0.07, 0.16, 0.62), 0.75 * axis.x);
}
