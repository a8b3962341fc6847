#include "place.glsl"

// One triangle that covers the screen; it needs no vertex buffer.
out vec2 uv;

void main() {
	uv = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
	place_anywhere(vec4(uv * 2.0 - 1.0, 1.0, 1.0));
}
