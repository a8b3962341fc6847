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

// environment_brdf is the share of an even surrounding that the microfacet layer mirrors; a white one loses nothing. With
// Schlick's term taken apart, f0·(albedo − edge) + edge, where albedo is the integral of the
// layer with f0 = 1 and edge that of its part (1 − v·h)^5. Both were integrated numerically (GGX
// with the height-correlated Smith term, importance sampling with 2304 samples) for roughness r
// from 0.2 to 1 and cosines x from 0.014 to 1, and fitted by least squares with bicubic
// polynomials in r and s = √x, edge after division by (1 − x)³, with which it vanishes at x = 1:
// RMS error 0.008 and 0.002. Column j of a matrix holds the coefficients of s^j.
vec3 environment_brdf(vec3 f0, float roughness, float nv) {
	const mat4 albedo_fit = mat4(
		0.3327, 3.7441, -6.4422, 3.4295,
		3.6428, -26.8616, 50.1143, -27.9739,
		-5.2694, 46.2061, -94.1063, 53.4331,
		2.0307, -21.2662, 46.8118, -27.5266);
	const mat4 edge_fit = mat4(
		0.9114, -2.1153, 1.5663, -0.3029,
		2.2405, -12.9260, 21.8454, -11.3507,
		-3.3142, 25.9178, -50.1716, 27.9438,
		-2.0294, -1.6882, 15.1322, -11.6257);
	float r = max(roughness, 0.2), s = clamp(sqrt(nv), 0.12, 1.0);
	vec4 rs = vec4(1.0, r, r * r, r * r * r), ss = vec4(1.0, s, s * s, s * s * s);
	float lift = 1.0 - s * s;
	float albedo = clamp(dot(rs * albedo_fit, ss), 0.0, 1.0);
	float edge = clamp(dot(rs * edge_fit, ss) * lift * lift * lift, 0.0, albedo);
	// light that leaves one facet towards another comes out after all, coloured once more by f0 (Turquin 2019)
	return (f0 * (albedo - edge) + edge) * (1.0 + f0 * (1.0 / max(albedo, 0.05) - 1.0));
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
