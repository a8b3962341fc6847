#include "sky.glsl"
#include "color.glsl"

in vec2 uv;
out vec4 color;

void main() {
	vec2 ndc = uv * 2.0 - 1.0;
	vec3 dir = normalize(unproject(vec3(ndc, 1.0)) - unproject(vec3(ndc, -1.0)));
	vec3 c = sky(dir);
	// the disc is drawn larger than half a degree, as glare makes it look
	float toward = dot(dir, sun.xyz);
	c += sun_color.rgb * 3.0 * smoothstep(0.99965, 0.99985, toward);
	color = vec4(display(c * sun.w) + dither(gl_FragCoord.xy), 0.0);
}
