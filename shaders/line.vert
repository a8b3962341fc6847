#include "place.glsl"
#include "slabs.glsl"
#include "color.glsl"
#include "flat.glsl"

// Six vertices are one line; its record, five texels, has the layout of renderer.Line. The two
// triangles lie beside the line's ends on the screen.
vec3 in_a, in_b;
vec4 in_color_a, in_color_b;
vec2 in_width; // width, length of a dash

void fetch() {
	int i = int(slab.z) + gl_VertexID / 6 * 5;
	uvec2 t0 = narrow_at(i), t1 = narrow_at(i + 1), t2 = narrow_at(i + 2);
	uvec2 t3 = narrow_at(i + 3), t4 = narrow_at(i + 4);
	in_a = uintBitsToFloat(uvec3(t0, t1.x));
	in_b = uintBitsToFloat(uvec3(t1.y, t2));
	in_color_a = unpackUnorm4x8(t3.x);
	in_color_b = unpackUnorm4x8(t3.y);
	in_width = uintBitsToFloat(t4);
}


noperspective out vec2 across; // pixels from the middle line, pixels along it
flat out vec4 shape;           // half width, dash, length in pixels, opacity of the casing
noperspective out vec4 ink;

vec4 corner(vec2 pa, vec2 pb, vec4 a, vec4 b, float width) {
	vec2 along = pb - pa;
	float l = length(along);
	along = l > 1e-4 ? along / l : vec2(1.0, 0.0);
	vec2 side = vec2(-along.y, along.x);
	// two pixels more on every side for the casing and the soft edge
	float half_width = max(width * 0.5, 0.5);
	float reach = half_width + 2.0;
	int k = gl_VertexID % 6;
	int c = k < 3 ? k : 6 - k;
	bool end = c > 1;
	float s = (c & 1) != 0 ? reach : -reach;
	vec4 p = end ? b : a;
	float beyond = end ? reach : -reach;
	p.xy += (side * s + along * beyond) * 2.0 / target.xy * p.w;
	across = vec2(s, end ? l + reach : -reach);
	// a dark rim makes lines of the scene readable on a ground of their own colour
	shape = vec4(half_width, in_width.y * ink_of.w, l, ink_of.z > 0.5 ? 0.4 * smoothstep(1.2, 2.0, width) : 0.0);
	ink = end ? in_color_b : in_color_a;
	if (ink_of.z > 0.5) ink.rgb = srgb_to_linear(ink.rgb);
	// a line thinner than a pixel is drawn one pixel wide and paler
	ink.a *= min(width, 1.0) * ink_of.x;
	return p;
}

void main() {
	fetch();
	if (target.z > 0.5) {
		vec2 a = vec2(in_a.x, target.y - in_a.y), b = vec2(in_b.x, target.y - in_b.y);
		place_anywhere(corner(a, b, vec4(a / target.xy * 2.0 - 1.0, 0.0, 1.0), vec4(b / target.xy * 2.0 - 1.0, 0.0, 1.0), in_width.x * ink_of.w));
		return;
	}
	int part = pane_of(uint(gl_VertexID / 6), pane_lines);
	vec4 a = in_pane(view_proj * vec4(mix(in_a, eye.xyz, ink_of.y), 1.0), part);
	vec4 b = in_pane(view_proj * vec4(mix(in_b, eye.xyz, ink_of.y), 1.0), part);
	// an end behind the camera is moved onto the near plane, where the projection still holds
	float near_a = a.w + a.z, near_b = b.w + b.z;
	if (near_a <= 0.0 && near_b <= 0.0) {
		place_anywhere(vec4(0.0, 0.0, 2.0, 1.0));
		return;
	}
	if (near_a < 0.0) a = mix(a, b, min(near_a / (near_a - near_b) + 1e-4, 1.0));
	if (near_b < 0.0) b = mix(b, a, min(near_b / (near_b - near_a) + 1e-4, 1.0));
	float width = in_width.x * ink_of.w;
	// metres to pixels at the middle of the line
	if (target.w > 0.5) width = in_width.x * 0.5 * target.y * nadir.w / max(0.5 * (a.w + b.w), 1e-4);
	place(corner(a.xy / a.w * target.xy * 0.5, b.xy / b.w * target.xy * 0.5, a, b, width), part);
}
