#include "color.glsl"
#include "flat.glsl"

in vec2 uv;
in vec4 ink;
out vec4 color;

uniform sampler2D image;

void main() {
	vec4 texel = texture(image, uv);
	color = ink * vec4(ink_of.z > 0.5 ? srgb_to_linear(texel.rgb) : texel.rgb, texel.a);
}
