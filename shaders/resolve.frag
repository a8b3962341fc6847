#include "color.glsl"

in vec2 uv;
out vec4 color;

#if SAMPLES > 1
uniform sampler2DMS scene;
#else
uniform sampler2D scene;
#endif

// The samples are averaged as light and encoded for the display afterwards.
void main() {
	vec3 c = vec3(0.0);
#if SAMPLES > 1
	for (int i = 0; i < SAMPLES; i++) c += texelFetch(scene, ivec2(gl_FragCoord.xy), i).rgb;
	c /= float(SAMPLES);
#else
	c = texelFetch(scene, ivec2(gl_FragCoord.xy), 0).rgb;
#endif
	color = vec4(linear_to_srgb(clamp(c, 0.0, 1.0)) + dither(gl_FragCoord.xy), 1.0);
}
