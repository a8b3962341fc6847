#include "surface.glsl"
#include "color.glsl"

in vec3 world;
in vec3 normal;
in vec3 local;
in vec3 edge;
flat in vec4 base;
flat in vec4 surface;
out vec4 color;

void main() {
	vec3 n = normalize(normal);
	vec3 facet = normalize(cross(dFdx(world), dFdy(world)));
	if (dot(facet, n) < 0.0) facet = -facet;
	vec3 albedo = base.rgb;
	float roughness = filtered_roughness(surface.x, n);
	vec3 c = shade(Surface(world, n, facet, albedo, roughness, surface.y, 0.5));
	c += albedo * surface.z;
	color = vec4(tone_map(fogged(c, world) * fog.y), base.a);
}
