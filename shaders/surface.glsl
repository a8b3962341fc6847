#include "brdf.glsl"
#include "shadow.glsl"
#include "sky.glsl"
#include "color.glsl"

struct Surface {
	vec3 world;
	vec3 normal;
	vec3 facet;     // normal of the flat triangle, for shadows
	vec3 albedo;
	float roughness;
	float metallic;
	float specular; // reflectance head-on of what is no metal
};

// Light is what a surface sends to the camera: from the sun and itself, and from the sky. They stay
// apart because ambient occlusion darkens the second only.
struct Light {
	vec3 direct;
	vec3 ambient;
};

// shade answers the light of sun and sky.
Light shade(Surface s) {
	vec3 n = s.normal;
	vec3 v = towards_eye(s.world);
	float nv = max(dot(n, v), 1e-3);
	vec3 f0 = mix(vec3(s.specular), s.albedo, s.metallic);
	vec3 diffuse = s.albedo * (1.0 - s.metallic);

	// sun_color is irradiance over pi, so a Lambert surface returns albedo and the
	// microfacet layer is multiplied by pi
	vec3 h = normalize(v + sun.xyz);
	float nl = max(dot(n, sun.xyz), 0.0);
	float nh = max(dot(n, h), 0.0);
	float vh = max(dot(v, h), 0.0);
	float a = max(s.roughness * s.roughness, 2e-3);
	vec3 fresnel = schlick(f0, vh);
	vec3 specular = fresnel * (PI * ggx(nh, a * a) * smith(nl, nv, a));
	Light l = Light(vec3(0.0), vec3(0.0));
	if (nl > 0.0) l.direct = (diffuse * (1.0 - fresnel) + specular) * sun_color.rgb * (nl * sunlight(s.world, s.facet));

	// even light of the sky on the diffuse part, the mirrored direction on the layer above it
	vec3 r = reflect(-v, n);
	vec3 mirrored = mix(sky(r), sky_irradiance(r), s.roughness);
	l.ambient = (diffuse * sky_irradiance(n) + environment_brdf(f0, s.roughness, nv) * mirrored) * sun_color.w;
	return l;
}

// finished is what goes into the scene target: the display colour, and in alpha how much of it
// ambient occlusion may take away.
vec4 finished(Light l, vec3 world) {
	vec3 c = l.direct + l.ambient;
	float open = dot(l.ambient, vec3(0.3, 0.6, 0.1)) / max(dot(c, vec3(0.3, 0.6, 0.1)), 1e-4);
	float r = length(world - eye.xyz) * fog.x;
	return vec4(tone_map(fogged(c, world) * sun.w), clamp(open, 0.0, 1.0) * exp2(-r * r));
}
