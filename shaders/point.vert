#include "place.glsl"
#include "slabs.glsl"
#include "color.glsl"
#include "flat.glsl"

// Six vertices are one mark; its record, three texels, has the layout of renderer.Point.

noperspective out vec2 offset; // pixels from the centre
flat out float radius;
flat out vec4 ink;
flat out uint shape;

void main() {
	int i = int(slab.w) + gl_VertexID / 6 * 3, k = gl_VertexID % 6;
	int c = k < 3 ? k : 6 - k;
	uvec2 t0 = narrow_at(i), t1 = narrow_at(i + 1), t2 = narrow_at(i + 2);
	vec3 in_center = uintBitsToFloat(uvec3(t0, t1.x));
	radius = max(uintBitsToFloat(t1.y) * ink_of.w * 0.5, 0.5);
	offset = (vec2(c & 1, c >> 1) * 2.0 - 1.0) * (radius + 1.0);
	int part = pane_of(uint(gl_VertexID / 6), pane_points);
	vec4 p = target.z > 0.5 ? vec4(in_center.x / target.x * 2.0 - 1.0, 1.0 - in_center.y / target.y * 2.0, 0.0, 1.0)
		: in_pane(view_proj * vec4(mix(in_center, eye.xyz, ink_of.y), 1.0), part);
	p.xy += offset * 2.0 / target.xy * p.w;
	if (target.z > 0.5) place_anywhere(p);
	else place(p, part);
	ink = unpackUnorm4x8(t2.x);
	if (ink_of.z > 0.5) ink.rgb = srgb_to_linear(ink.rgb);
	ink.a *= ink_of.x;
	shape = t2.y;
}
