#include "place.glsl"
#include "slabs.glsl"

// Vertex of a mesh, the layout of renderer.Vertex.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec3 in_edge;  // barycentric coordinates, 1 all along a hidden side
layout(location = 3) in float in_side; // -1, 0 or 1 along y, for shapes that stretch

// Instances, four texels each, the layout of renderer.Instance. OpenGL 4.1 has no first
// instance in a draw, so they come from a buffer texture and an index.
uniform ivec2 draw_of; // first instance, cascade

struct Instance {
	vec4 row0, row1, row2; // local to world
	uvec4 look;            // colour, material, flags, bits of the stretch
};

Instance instance() {
	int i = int(slab.x) + (draw_of.x + gl_InstanceID) * 4;
	return Instance(uintBitsToFloat(wide_at(i)), uintBitsToFloat(wide_at(i + 1)),
		uintBitsToFloat(wide_at(i + 2)), wide_at(i + 3));
}

// part is the part of the picture that an instance is seen in.
int part(Instance s) { return int(s.look.z >> 8 & 3u); }

vec3 stretched(Instance s) {
	return in_position + vec3(0.0, in_side * uintBitsToFloat(s.look.w), 0.0);
}

vec3 to_world(Instance s, vec3 p) {
	vec4 h = vec4(p, 1.0);
	return vec3(dot(s.row0, h), dot(s.row1, h), dot(s.row2, h));
}

// normal_to_world turns a normal with the matrix of cofactors, which is right for
// every scale, mirrored and flat ones included.
vec3 normal_to_world(Instance s, vec3 n) {
	vec3 x = vec3(s.row0.x, s.row1.x, s.row2.x);
	vec3 y = vec3(s.row0.y, s.row1.y, s.row2.y);
	vec3 z = vec3(s.row0.z, s.row1.z, s.row2.z);
	vec3 w = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
	return w * (dot(x, cross(y, z)) < 0.0 ? -1.0 : 1.0);
}
