#include "mesh.glsl"

uniform mat4 clip; // world to the clip space of the cascade

void main() {
	Instance s = instance();
	gl_Position = clip * vec4(to_world(s, stretched(s)), 1.0);
}
