#include "surface.glsl"
#include "ground.glsl"
#include "color.glsl"

in vec3 world;
out vec4 color;

void main() {
	vec3 albedo = ground_albedo(world, ground_color.rgb);
	vec3 c = shade(Surface(world, vec3(0, 1, 0), vec3(0, 1, 0), albedo, 0.85, 0.0, 0.3));
	color = vec4(tone_map(fogged(c, world) * fog.y), 1.0);
}
