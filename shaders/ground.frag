#include "surface.glsl"
#include "ground.glsl"

in vec3 world;
out vec4 color;

void main() {
	vec3 up = vec3(0, 1, 0);
	Light l = shade(Surface(world, up, up, ground_albedo(world), 0.9, 0.0, 0.03));
	color = finished(l, world);
	color.rgb += dither(gl_FragCoord.xy);
}
