#include "frame.glsl"

uniform sampler2DArrayShadow shadow_map;

// shadow_tile is the part of the picture that is shaded; each has a quarter of the map.
int shadow_tile = 0;

#ifndef PCF
#define PCF 2
#endif

float shadow_tap(vec2 base, float u, float v, float layer, float z, vec2 size) {
	return texture(shadow_map, vec4(base + vec2(u, v) * size, layer, z));
}

// filtered_shadow is a tent filter over the map made of few bilinear comparisons, whose
// offsets put their weights where the tent has them (Castaño 2013, "Shadow mapping
// summary"): edges are smooth and stand still.
float filtered_shadow(vec3 s, float layer) {
	vec2 size = 1.0 / vec2(textureSize(shadow_map, 0).xy);
#if PCF == 1
	return texture(shadow_map, vec4(s.xy, layer, s.z));
#else
	vec2 uv = s.xy / size;
	vec2 base = floor(uv + 0.5);
	float a = uv.x + 0.5 - base.x;
	float b = uv.y + 0.5 - base.y;
	base = (base - 0.5) * size;
#if PCF == 2
	vec2 wu = vec2(3.0 - 2.0 * a, 1.0 + 2.0 * a), wv = vec2(3.0 - 2.0 * b, 1.0 + 2.0 * b);
	vec2 u = vec2((2.0 - a) / wu.x - 1.0, a / wu.y + 1.0);
	vec2 v = vec2((2.0 - b) / wv.x - 1.0, b / wv.y + 1.0);
	float sum = wu.x * wv.x * shadow_tap(base, u.x, v.x, layer, s.z, size);
	sum += wu.y * wv.x * shadow_tap(base, u.y, v.x, layer, s.z, size);
	sum += wu.x * wv.y * shadow_tap(base, u.x, v.y, layer, s.z, size);
	sum += wu.y * wv.y * shadow_tap(base, u.y, v.y, layer, s.z, size);
	return sum / 16.0;
#else
	vec3 wu = vec3(4.0 - 3.0 * a, 7.0, 1.0 + 3.0 * a), wv = vec3(4.0 - 3.0 * b, 7.0, 1.0 + 3.0 * b);
	vec3 u = vec3((3.0 - 2.0 * a) / wu.x - 2.0, (3.0 + a) / wu.y, a / wu.z + 2.0);
	vec3 v = vec3((3.0 - 2.0 * b) / wv.x - 2.0, (3.0 + b) / wv.y, b / wv.z + 2.0);
	float sum = 0.0;
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) sum += wu[i] * wv[j] * shadow_tap(base, u[i], v[j], layer, s.z, size);
	}
	return sum / 144.0;
#endif
#endif
}

float cascade_shadow(vec3 world, vec3 normal, int i) {
	// the comparison is made a little outside the surface: further where the sun grazes it,
	// because a texel then spans more depth. The map is drawn with a slope bias as well.
	float cosine = clamp(dot(normal, sun.xyz), 0.0, 1.0);
	float sine = sqrt(1.0 - cosine * cosine);
	vec3 p = world + (normal * (1.6 * sine) + sun.xyz * 0.35) * cascade_texel[i];
	vec3 s = (shadow[i] * vec4(p, 1.0)).xyz;
	if (pane_lines.w > 1u) s.xy = (s.xy + vec2(shadow_tile & 1, shadow_tile >> 1)) * 0.5;
	return filtered_shadow(vec3(s.xy, min(s.z, 1.0)), float(i));
}

// sunlight is the share of the sun that reaches a surface point.
float sunlight(vec3 world, vec3 normal) {
	float depth = view_depth(world);
	int count = int(eye.w);
	if (count == 0 || depth > cascade_far[count - 1]) return 1.0;
	int i = 0;
	for (int k = 0; k < count - 1; k++) i += depth > cascade_far[k] ? 1 : 0;
	float lit = cascade_shadow(world, normal, i);
	// the last tenth of a cascade blends into the next, and the last one into daylight
	float near = i == 0 ? 0.0 : cascade_far[i - 1];
	float blend = clamp((depth - near) / (cascade_far[i] - near) * 10.0 - 9.0, 0.0, 1.0);
	if (blend > 0.0) {
		float next = i + 1 < count ? cascade_shadow(world, normal, i + 1) : 1.0;
		lit = mix(lit, next, blend);
	}
	return lit;
}
