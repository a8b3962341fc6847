#include "frame.glsl"
#include "color.glsl"

in vec2 uv;
out vec4 color;

#if SAMPLES > 1
uniform sampler2DMS scene;
uniform sampler2DMS depth;
#else
uniform sampler2D scene;
uniform sampler2D depth;
#endif
uniform sampler2D occlusion; // red: open share of the sky, green: view depth
uniform vec4 parts;          // occlusion, enlarged

// open_share is the open share of the sky at a pixel of the scene, from the four values of half the resolution
// around it that lie at its depth: what is dark behind an edge does not darken the edge.
float open_share(ivec2 p) {
	if (parts.x < 0.5) return 1.0;
	float z = view_depth(unproject(vec3((vec2(p) + 0.5) * viewport.zw, texelFetch(depth, p, 0).r) * 2.0 - 1.0));
	vec2 q = (vec2(p) + 0.5) * 0.5 - 0.5;
	ivec2 i = ivec2(floor(q)), top = textureSize(occlusion, 0) - 1;
	vec2 f = q - vec2(i);
	float sum = 0.0, weight = 1e-5;
	for (int k = 0; k < 4; k++) {
		ivec2 o = ivec2(k & 1, k >> 1);
		vec2 s = texelFetch(occlusion, clamp(i + o, ivec2(0), top), 0).rg;
		vec2 b = mix(1.0 - f, f, vec2(o));
		float w = b.x * b.y * max(1e-3, 1.0 - abs(s.g - z) / (0.02 * z));
		sum += s.r * w;
		weight += w;
	}
	return sum / weight;
}

vec3 at(ivec2 p) {
	float open = open_share(p);
	vec3 c = vec3(0.0);
#if SAMPLES > 1
	for (int i = 0; i < SAMPLES; i++) {
		vec4 s = texelFetch(scene, p, i);
		c += s.rgb * mix(1.0, open, s.a);
	}
	c /= float(SAMPLES);
#else
	vec4 s = texelFetch(scene, p, 0);
	c = s.rgb * mix(1.0, open, s.a);
#endif
	return c;
}

// The samples are averaged as light and encoded for the display afterwards.
void main() {
	vec2 p = uv * viewport.xy;
	vec3 c;
	if (parts.y > 0.5) {
		// the window has another size than the scene: bilinear between its pixels
		vec2 q = p - 0.5;
		ivec2 i = ivec2(floor(q)), top = ivec2(viewport.xy) - 1;
		vec2 f = q - vec2(i);
		ivec2 a = clamp(i, ivec2(0), top), b = clamp(i + 1, ivec2(0), top);
		c = mix(mix(at(a), at(ivec2(b.x, a.y)), f.x), mix(at(ivec2(a.x, b.y)), at(b), f.x), f.y);
	} else {
		c = at(ivec2(p));
	}
#ifdef LINEAR
	color = vec4(c * share.z, 1.0);
#else
	color = vec4(linear_to_srgb(clamp(c, 0.0, 1.0)), 1.0);
#endif
}
