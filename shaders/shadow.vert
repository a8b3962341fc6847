#include "mesh.glsl"

uniform mat4 caster; // world to the clip space of the cascade

void main() {
	gl_Position = caster * vec4(to_world(in_position), 1.0);
}
