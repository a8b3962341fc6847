#include "mesh.glsl"
#include "color.glsl"

out vec3 world;
out vec3 normal;
out vec3 local;
out vec3 edge;
flat out vec4 base;
flat out vec4 surface;

void main() {
	world = to_world(in_position);
	normal = normal_to_world(in_normal);
	local = in_position;
	edge = in_edge;
	base = vec4(srgb_to_linear(in_color.rgb), in_color.a);
	surface = in_surface;
	gl_Position = view_proj * vec4(world, 1.0);
}
