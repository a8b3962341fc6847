#include "mesh.glsl"

void main() {
	gl_Position = view_proj * vec4(to_world(in_position), 1.0);
}
