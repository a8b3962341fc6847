#include "color.glsl"

// Turns the mean of the samples of a picture into what is shown.
in vec2 uv;
out vec4 color;

uniform sampler2D sum;

void main() {
	vec3 c = texelFetch(sum, ivec2(gl_FragCoord.xy), 0).rgb;
	color = vec4(linear_to_srgb(clamp(tone_map(c), 0.0, 1.0)) + dither(gl_FragCoord.xy), 1.0);
}
