#include "mesh.glsl"

void main() {
	Instance s = instance();
	place(in_pane(view_proj * vec4(to_world(s, stretched(s)), 1.0), part(s)), part(s));
}
