#include "mesh.glsl"

void main() {
	Instance s = instance();
	gl_Position = view_proj * vec4(to_world(s, stretched(s)), 1.0);
}
