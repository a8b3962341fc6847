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
uniform sampler2D mask;      // what is outlined
uniform vec4 parts;          // occlusion, outline, enlarged

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

// ring is how much of the pixel lies within the outline: outside of the mask, nearer to it than the width.
float ring(vec2 p) {
	ivec2 size = textureSize(mask, 0);
	ivec2 center = ivec2(p);
	float width = outline.w * zenith.w;
	int reach = int(ceil(width)) + 1;
	float nearest = 1e3;
	for (int y = -reach; y <= reach; y++) {
		for (int x = -reach; x <= reach; x++) {
			ivec2 q = clamp(center + ivec2(x, y), ivec2(0), size - 1);
			if (texelFetch(mask, q, 0).r > 0.5) nearest = min(nearest, length(vec2(x, y)));
		}
	}
	return nearest < 0.5 ? 0.0 : clamp(width + 0.5 - nearest, 0.0, 1.0);
}

// The samples are averaged as light and encoded for the display afterwards.
void main() {
	vec2 p = uv * viewport.xy;
	float open = parts.x > 0.5 ? texture(occlusion, uv).r : 1.0;
	vec3 c;
	if (parts.z > 0.5) {
		// the window has another size than the scene: bilinear between its pixels
		vec2 q = p - 0.5;
		ivec2 i = ivec2(floor(q)), top = ivec2(viewport.xy) - 1;
		vec2 f = q - vec2(i);
		ivec2 a = clamp(i, ivec2(0), top), b = clamp(i + 1, ivec2(0), top);
		c = mix(mix(at(a, open), at(ivec2(b.x, a.y), open), f.x), mix(at(ivec2(a.x, b.y), open), at(b, open), f.x), f.y);
	} else {
		c = at(ivec2(p), open);
	}
	vec3 display = linear_to_srgb(clamp(c, 0.0, 1.0));
	if (parts.y > 0.5) display = mix(display, outline.rgb, ring(p));
	color = vec4(display, 1.0);
}
