#include "brdf.glsl"
#include "shadow.glsl"
#include "sky.glsl"

#ifdef AO
uniform sampler2D occlusion_map; // red: open share of the sky, green: view depth

// openness is the share of the sky that the surroundings leave open, taken from the half-size
// map where the depth agrees with this fragment's.
float openness(vec3 world) {
	vec2 size = vec2(textureSize(occlusion_map, 0));
	vec2 p = gl_FragCoord.xy * viewport.zw * size - 0.5;
	vec2 f = fract(p);
	ivec2 i = ivec2(floor(p));
	ivec2 top = ivec2(size) - 1;
	float depth = view_depth(world);
	float sum = 0.0, weight = 1e-4;
	for (int k = 0; k < 4; k++) {
		ivec2 o = ivec2(k & 1, k >> 1);
		vec2 s = texelFetch(occlusion_map, clamp(i + o, ivec2(0), top), 0).rg;
		vec2 b = mix(1.0 - f, f, vec2(o));
		float w = b.x * b.y / (1e-3 + abs(s.g - depth) / depth);
		sum += s.r * w;
		weight += w;
	}
	return mix(1.0, (sum + 1e-4) / weight, fog.w);
}
#else
float openness(vec3 world) { return 1.0; }
#endif

struct Surface {
	vec3 world;
	vec3 normal;
	vec3 facet;     // normal of the flat triangle, for shadows
	vec3 albedo;
	float roughness;
	float metallic;
	float reflectance; // 0.5 is 4 % head-on, that of plastic
};

// shade is the light that a surface sends to the camera.
vec3 shade(Surface s) {
	vec3 n = s.normal;
	vec3 v = towards_eye(s.world);
	float nv = max(dot(n, v), 1e-3);
	vec3 f0 = mix(vec3(0.16 * s.reflectance * s.reflectance), s.albedo, s.metallic);
	vec3 diffuse = s.albedo * (1.0 - s.metallic);

	// the sun; sun_color is irradiance, so Lambert is albedo/pi and pi goes into the colour
	vec3 h = normalize(v + sun.xyz);
	float nl = max(dot(n, sun.xyz), 0.0);
	float nh = max(dot(n, h), 0.0);
	float vh = max(dot(v, h), 0.0);
	float a = s.roughness * s.roughness;
	vec3 fresnel = schlick(f0, vh);
	vec3 specular = fresnel * (PI * ggx(nh, a * a) * smith(nl, nv, a));
	vec3 c = vec3(0.0);
	if (nl > 0.0) c = (diffuse * (1.0 - fresnel) + specular) * sun_color.rgb * (nl * sunlight(s.world, s.facet));

	// the sky: even light for the diffuse part, the mirrored direction for the layer above it
	float open = openness(s.world);
	vec3 r = reflect(-v, n);
	vec3 around = sky_irradiance(n);
	vec3 mirrored = mix(sky(r), sky_irradiance(r), s.roughness);
	// light between the two surfaces of a crease takes on their colour (Jimenez 2016)
	vec3 tinted = max(vec3(open), ((open * (2.0404 * s.albedo - 0.3324) + (-4.7951 * s.albedo + 0.6417)) * open +
		(2.7552 * s.albedo + 0.6903)) * open);
	float glossy = clamp(pow(nv + open, exp2(-16.0 * s.roughness - 1.0)) - 1.0 + open, 0.0, 1.0);
	c += diffuse * around * tinted;
	c += environment_brdf(f0, s.roughness, nv) * mirrored * glossy;
	return c;
}
