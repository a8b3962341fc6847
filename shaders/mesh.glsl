#include "frame.glsl"

// Vertex of a mesh.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec3 in_edge;    // height over each side of the triangle, 1 at the far corner
// Instance: the rows of a 3 by 4 matrix from the mesh to the world, and what it looks like.
layout(location = 3) in vec4 in_row0;
layout(location = 4) in vec4 in_row1;
layout(location = 5) in vec4 in_row2;
layout(location = 6) in vec4 in_color;   // sRGB and opacity
layout(location = 7) in vec4 in_surface; // roughness, metallic, glow, pattern

vec3 to_world(vec3 p) {
	vec4 h = vec4(p, 1.0);
	return vec3(dot(in_row0, h), dot(in_row1, h), dot(in_row2, h));
}

// normal_to_world turns a normal with the matrix of cofactors, which is right for
// every scale, mirrored and flat ones included.
vec3 normal_to_world(vec3 n) {
	vec3 x = vec3(in_row0.x, in_row1.x, in_row2.x);
	vec3 y = vec3(in_row0.y, in_row1.y, in_row2.y);
	vec3 z = vec3(in_row0.z, in_row1.z, in_row2.z);
	vec3 w = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
	return w * (dot(x, cross(y, z)) < 0.0 ? -1.0 : 1.0);
}
