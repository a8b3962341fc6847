#include "frame.glsl"

in vec2 uv;
out vec4 color;

uniform sampler2D mask; // what is outlined

// ring is how much of the pixel lies within the outline: outside of the mask, nearer to it than the width.
float ring(vec2 p) {
	ivec2 size = textureSize(mask, 0);
	ivec2 center = ivec2(p);
	float width = outline.w * zenith.w;
	int reach = int(ceil(width)) + 1;
	float nearest = 1e3;
	for (int y = -reach; y <= reach; y++) {
		for (int x = -reach; x <= reach; x++) {
			ivec2 q = clamp(center + ivec2(x, y), ivec2(0), size - 1);
			if (texelFetch(mask, q, 0).r > 0.5) nearest = min(nearest, length(vec2(x, y)));
		}
	}
	return nearest < 0.5 ? 0.0 : clamp(width + 0.5 - nearest, 0.0, 1.0);
}

void main() {
	color = vec4(outline.rgb, ring(uv * viewport.xy));
}
