#include "sky.glsl"
#include "color.glsl"

in vec2 uv;
out vec4 color;

void main() {
	vec4 near = inv_view_proj * vec4(uv * 2.0 - 1.0, -1.0, 1.0);
	vec4 far = inv_view_proj * vec4(uv * 2.0 - 1.0, 1.0, 1.0);
	vec3 dir = normalize(far.xyz / far.w - near.xyz / near.w);
	vec3 c = sky(dir);
	// the disc is drawn larger than half a degree, as glare makes it look
	float toward = dot(dir, sun.xyz);
	c += sun_color.rgb * 3.0 * smoothstep(0.99965, 0.99985, toward);
	color = vec4(tone_map(c * fog.y), 1.0);
}
