#include "mesh.glsl"

void main() {
	Instance s = instance();
	// the matrix ends in texture space; the shadow map is drawn in clip space
	vec4 p = shadow[draw_of.y] * vec4(to_world(s, stretched(s)), 1.0);
	vec3 c = p.xyz * 2.0 - 1.0;
	gl_Position = vec4(c, 1.0);
	cut[0] = 1.0 - c.x;
	cut[1] = 1.0 + c.x;
	cut[2] = 1.0 - c.y;
	cut[3] = 1.0 + c.y;
	// the parts of a picture have a quarter of the map each
	if (pane_lines.w > 1u) gl_Position.xy = c.xy * 0.5 + vec2(part(s) & 1, part(s) >> 1) - 0.5;
}
