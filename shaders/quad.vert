#include "place.glsl"
#include "slabs.glsl"
#include "color.glsl"
#include "flat.glsl"

// Six vertices are one rectangle of pixels; its record, three texels, has the layout of
// renderer.Quad.
uniform sampler2D image;

noperspective out vec2 at;  // pixels from the centre
noperspective out vec2 uv;
noperspective out vec4 fill;
flat out vec4 border;
flat out vec2 extent;       // half of the size
flat out vec4 shape;

vec4 encoded(vec4 c) {
	if (ink_of.z > 0.5) c.rgb = srgb_to_linear(c.rgb);
	return vec4(c.rgb, c.a * ink_of.x);
}

void main() {
	int i = int(slab.y) + gl_VertexID / 6 * 3, n = gl_VertexID % 6;
	int c = n < 3 ? n : 6 - n;
	uvec4 t0 = wide_at(i), t1 = wide_at(i + 1), t2 = wide_at(i + 2);
	vec4 k = uintBitsToFloat(t0) * target.z;
	vec4 texels = vec4(t1.x & 0xffffu, t1.x >> 16, t1.y & 0xffffu, t1.y >> 16);
	extent = abs(k.zw - k.xy) * 0.5;
	shape = vec4(vec3(t2.y & 0xffffu, t2.y >> 16, t2.z & 0xffffu) / 16.0 * target.z, t2.z >> 16);
	vec2 t = vec2(c & 1, c >> 1);
	// room for the soft edge; glyphs and images end at their texels
	float room = shape.w > 0.5 ? 0.0 : shape.z + 1.0;
	vec2 p = mix(k.xy, k.zw, t) + (t * 2.0 - 1.0) * room;
	at = p - 0.5 * (k.xy + k.zw);
	uv = mix(texels.xy, texels.zw, t) / vec2(textureSize(image, 0));
	fill = encoded(mix(unpackUnorm4x8(t1.z), unpackUnorm4x8(t1.w), t.y));
	border = encoded(unpackUnorm4x8(t2.x));
	place_anywhere(vec4(p.x / target.x * 2.0 - 1.0, 1.0 - p.y / target.y * 2.0, uintBitsToFloat(t2.w) * 2.0 - 1.0, 1.0));
}
