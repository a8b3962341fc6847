#include "mesh.glsl"
#include "color.glsl"

out vec3 world;
out vec3 normal;
out vec3 metres;      // local position in metres
out vec3 edge;
flat out vec4 base;   // linear colour, opacity
flat out uint material;
flat out uint flags;

void main() {
	Instance s = instance();
	vec3 p = stretched(s);
	world = to_world(s, p);
	normal = normal_to_world(s, in_normal);
	vec3 scale = vec3(length(vec3(s.row0.x, s.row1.x, s.row2.x)), length(vec3(s.row0.y, s.row1.y, s.row2.y)),
		length(vec3(s.row0.z, s.row1.z, s.row2.z)));
	// a little below the surface, so that the face of a box does not lie between two fields
	metres = (p - in_normal * 1e-3) * scale;
	edge = in_edge;
	vec4 color = unpackUnorm4x8(s.look.x);
	base = vec4(srgb_to_linear(color.rgb), color.a);
	material = s.look.y;
	flags = s.look.z;
	place(in_pane(view_proj * vec4(world, 1.0), part(s)), part(s));
}
