#include "frame.glsl"
#include "color.glsl"

in vec2 uv;
out vec4 color;

#if SAMPLES > 1
uniform sampler2DMS scene;
#else
uniform sampler2D scene;
#endif
uniform sampler2D occlusion; // red: open share of the sky, green: view depth
uniform vec4 parts;          // occlusion, enlarged

vec3 at(ivec2 p, float open) {
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
	float open = parts.x > 0.5 ? texture(occlusion, uv).r : 1.0;
	vec3 c;
	if (parts.y > 0.5) {
		// the window has another size than the scene: bilinear between its pixels
		vec2 q = p - 0.5;
		ivec2 i = ivec2(floor(q)), top = ivec2(viewport.xy) - 1;
		vec2 f = q - vec2(i);
		ivec2 a = clamp(i, ivec2(0), top), b = clamp(i + 1, ivec2(0), top);
		c = mix(mix(at(a, open), at(ivec2(b.x, a.y), open), f.x), mix(at(ivec2(a.x, b.y), open), at(b, open), f.x), f.y);
	} else {
		c = at(ivec2(p), open);
	}
	color = vec4(linear_to_srgb(clamp(c, 0.0, 1.0)), 1.0);
}
