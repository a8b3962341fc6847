#include "mesh.glsl"

void main() {
	Instance s = instance();
	// the matrix ends in texture space; the shadow map is drawn in clip space
	vec4 p = shadow[draw_of.y] * vec4(to_world(s, stretched(s)), 1.0);
	gl_Position = vec4(p.xyz * 2.0 - 1.0, 1.0);
}
