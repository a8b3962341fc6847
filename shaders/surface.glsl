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

	// lamp_color is irradiance over pi, so a Lambert surface returns albedo and the
	// microfacet layer is multiplied by pi
	vec3 h = normalize(v + lamp.xyz);
	float nl = max(dot(n, lamp.xyz), 0.0);
	float nh = max(dot(n, h), 0.0);
	float vh = max(dot(v, h), 0.0);
	float a = max(s.roughness * s.roughness, 2e-3);
	vec3 fresnel = schlick(f0, vh);
	vec3 specular = fresnel * (PI * ggx(nh, a * a) * smith(nl, nv, a));
	Light l = Light(vec3(0.0), vec3(0.0));
	if (nl > 0.0) l.direct = (diffuse * (1.0 - fresnel) + specular * lamp.w) * lamp_color.rgb * (nl * sunlight(s.world, s.facet));

	// even light of the sky on the diffuse part, the mirrored direction on the layer above it
	vec3 r = reflect(-v, n);
	vec3 mirrored = sky_irradiance(r);
	float sharp = 1.0 - s.roughness / 0.55;
	if (sharp > 0.0) mirrored = mix(mirrored, mirrored_sky(r), sharp);
	vec3 layer = environment_brdf(f0, s.roughness, nv);
	l.ambient = (diffuse * (1.0 - layer) * even_light(n, lamp_color.w, share.x) + layer * mirrored * share.y) * sun_color.w;
	return l;
}

// shade_matt is shade for a surface without a microfacet layer.
Light shade_matt(vec3 world, vec3 n, vec3 albedo) {
	float nl = max(dot(n, lamp.xyz), 0.0);
	Light l = Light(vec3(0.0), albedo * even_light(n, lamp_color.w, share.x) * sun_color.w);
	if (nl > 0.0) l.direct = albedo * lamp_color.rgb * (nl * sunlight(world, n));
	return l;
}

// finished is what goes into the scene target: the display colour, faded into the haze with the
// distance, and in alpha how much of it ambient occlusion may take away.
vec4 finished(Light l, vec3 world) {
	const vec3 bright = vec3(0.2126, 0.7152, 0.0722);
	vec3 c = l.direct + l.ambient;
	float open = dot(l.ambient, bright) / max(dot(c, bright), 1e-4);
	vec3 to = world - eye.xyz;
	float r2 = dot(to, to) * fog.x * fog.x;
	// nearer, less than a thousandth would be lost
	if (r2 > 1e-3) {
		float clear = exp2(-r2);
		c = mix(haze(to * inversesqrt(dot(to, to))), c, clear);
		open *= clear;
	}
	return vec4(display(c * sun.w), clamp(open, 0.0, 1.0));
}
