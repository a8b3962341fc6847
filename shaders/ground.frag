#include "surface.glsl"
#include "ground.glsl"

in vec3 world;
flat in int part;
out vec4 color;

void main() {
	shadow_tile = part;
	color = finished(shade_matt(world, vec3(0.0, 1.0, 0.0), ground_albedo(world)), world);
	color.rgb += dither(gl_FragCoord.xy);
}
