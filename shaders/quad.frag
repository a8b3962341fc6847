#include "color.glsl"
#include "flat.glsl"

noperspective in vec2 at;
noperspective in vec2 uv;
noperspective in vec4 fill;
flat in vec4 border;
flat in vec2 extent;
flat in vec4 shape;
out vec4 color;

uniform sampler2D image;

void main() {
	color = fill;
	if (shape.w > 1.5) {
		vec4 texel = texture(image, uv);
		color *= vec4(ink_of.z > 0.5 ? srgb_to_linear(texel.rgb) : texel.rgb, texel.a);
	} else if (shape.w > 0.5) {
		color.a *= texture(image, uv).r;
		return;
	}
	// signed distance to the rectangle with rounded corners (Quilez, "2D distance functions")
	float radius = min(shape.x, min(extent.x, extent.y));
	vec2 q = abs(at) - extent + radius;
	float away = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
	if (shape.y > 0.0) {
		float inside = clamp(0.5 - away - shape.y, 0.0, 1.0);
		color = mix(border, color, inside);
	}
	color.a *= shape.z > 0.0 ? smoothstep(shape.z, -shape.z, away) : clamp(0.5 - away, 0.0, 1.0);
}
