#include "place.glsl"

out vec3 world;
flat out int part;

void main() {
	// a square so large that its edge lies behind the fog, centred below the camera
	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	float reach = min(6.0 / max(fog.x, 1e-6), 2e4);
	world = vec3(eye.x + corner.x * reach, ground.w, eye.z - corner.y * reach);
	// an instance for every part of the picture
	part = gl_InstanceID;
	place(in_pane(view_proj * vec4(world, 1.0), part), part);
}
