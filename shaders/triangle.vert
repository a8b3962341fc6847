#include "place.glsl"
#include "color.glsl"
#include "flat.glsl"

// Corner of a triangle in pixels, the layout of renderer.Vertex2D.
layout(location = 0) in vec2 in_position;
layout(location = 1) in vec2 in_uv;
layout(location = 2) in vec4 in_color;


out vec2 uv;
out vec4 ink;

void main() {
	uv = in_uv;
	ink = in_color;
	if (ink_of.z > 0.5) ink.rgb = srgb_to_linear(ink.rgb);
	ink.a *= ink_of.x;
	vec2 p = in_position * target.z;
	place_anywhere(vec4(p.x / target.x * 2.0 - 1.0, 1.0 - p.y / target.y * 2.0, 0.0, 1.0));
}
