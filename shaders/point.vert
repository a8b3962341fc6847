#include "frame.glsl"
#include "color.glsl"

// One instance is one round point of a size in pixels.
layout(location = 0) in vec3 in_center;
layout(location = 1) in vec4 in_color;
layout(location = 2) in float in_size;

uniform float bias; // towards the camera, share of the distance

noperspective out vec2 offset; // pixels from the centre
flat out float radius;
flat out vec4 ink;

void main() {
	radius = max(in_size * 0.5, 0.5);
	offset = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (radius + 1.0);
	gl_Position = view_proj * vec4(in_center + (eye.xyz - in_center) * bias, 1.0);
	gl_Position.xy += offset * 2.0 * viewport.zw * gl_Position.w;
	ink = vec4(srgb_to_linear(in_color.rgb), in_color.a);
}
