#include "frame.glsl"
#include "color.glsl"

// One instance is one line; its four corners lie beside the two ends on the screen.
layout(location = 0) in vec3 in_a;
layout(location = 1) in vec4 in_color_a;
layout(location = 2) in vec3 in_b;
layout(location = 3) in vec4 in_color_b;
layout(location = 4) in float in_width; // pixels

uniform float bias; // towards the camera, share of the distance

noperspective out float across; // pixels from the middle
flat out float half_width;
out vec4 ink;

void main() {
	vec4 a = view_proj * vec4(in_a + (eye.xyz - in_a) * bias, 1.0);
	vec4 b = view_proj * vec4(in_b + (eye.xyz - in_b) * bias, 1.0);
	// an end behind the camera is moved onto the near plane, where the projection still holds
	float near_a = a.w + a.z, near_b = b.w + b.z;
	vec4 ca = in_color_a, cb = in_color_b;
	if (near_a < 0.0 && near_b > 0.0) a = mix(a, b, near_a / (near_a - near_b) + 1e-5);
	if (near_b < 0.0 && near_a > 0.0) b = mix(b, a, near_b / (near_b - near_a) + 1e-5);

	vec2 pa = a.xy / a.w * viewport.xy * 0.5, pb = b.xy / b.w * viewport.xy * 0.5;
	vec2 along = pb - pa;
	float l = length(along);
	along = l > 1e-4 ? along / l : vec2(1.0, 0.0);
	vec2 side = vec2(-along.y, along.x);

	// one pixel more on every side for the soft edge
	half_width = max(in_width * 0.5, 0.5);
	float reach = half_width + 1.0;
	bool end = (gl_VertexID & 2) != 0;
	across = (gl_VertexID & 1) != 0 ? reach : -reach;
	vec4 p = end ? b : a;
	vec2 offset = side * across + along * (end ? 0.5 : -0.5) * half_width;
	p.xy += offset * 2.0 * viewport.zw * p.w;
	ink = end ? cb : ca;
	ink.rgb = srgb_to_linear(ink.rgb);
	// a line thinner than a pixel is drawn one pixel wide and paler
	ink.a *= min(in_width, 1.0);
	gl_Position = p;
}
