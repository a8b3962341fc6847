#include "frame.glsl"

// Metallic-roughness surface: Lambert under a GGX microfacet layer
// (Walter 2007; height-correlated Smith term after Heitz 2014, as approximated by Hammon 2017).

float ggx(float nh, float a2) {
	float d = (nh * a2 - nh) * nh + 1.0;
	return a2 / (PI * d * d);
}

float smith(float nl, float nv, float a) {
	return 0.5 / mix(2.0 * nl * nv, nl + nv, a);
}

vec3 schlick(vec3 f0, float vh) {
	float f = 1.0 - vh;
	float f2 = f * f;
	return f0 + (1.0 - f0) * (f2 * f2 * f);
}

// environment_brdf is the integral of the microfacet layer over an even surrounding
// (Karis 2014, "Physically based shading on mobile").
vec3 environment_brdf(vec3 f0, float roughness, float nv) {
	vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
	float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
	vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
	return f0 * ab.x + ab.y;
}

// filtered_roughness widens the highlight where the normal turns within a pixel, so that
// it does not sparkle (Tokuyoshi and Kaplanyan 2019).
float filtered_roughness(float roughness, vec3 n) {
	vec3 dx = dFdx(n), dy = dFdy(n);
	float variance = 0.25 * (dot(dx, dx) + dot(dy, dy));
	float a2 = roughness * roughness;
	a2 = a2 * a2;
	return sqrt(sqrt(min(a2 + min(2.0 * variance, 0.18), 1.0)));
}
