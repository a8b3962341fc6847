#include "frame.glsl"

// haze is the colour at the horizon in a direction: what fog and the far ground fade to.
vec3 haze(vec3 dir) {
	float toward = max(dot(normalize(vec3(dir.x, 1e-4, dir.z)), sun.xyz), 0.0);
	return horizon.rgb + sun_color.rgb * (0.03 * toward * toward * toward);
}

// sky is the radiance from a direction, without the disc of the sun.
vec3 sky(vec3 dir) {
	float up = max(dir.y, 0.0);
	// the optical depth of air grows towards the horizon, so the gradient is steep there
	vec3 c = mix(haze(dir), zenith.rgb, 1.0 - exp2(-5.0 * up));
	// below the horizon lies the ground, for cameras and mirrors that look past the plane
	c = mix(c, nadir.rgb, smoothstep(0.0, 0.35, -dir.y));
	float toward = max(dot(dir, sun.xyz), 0.0);
	float glow = 0.03 * pow(toward, 12.0) + 0.06 * pow(toward, 90.0);
	return c + sun_color.rgb * (glow * smoothstep(-0.05, 0.05, dir.y));
}

// even_light is the light of the whole sky, times up, and of the ground, times down, on a surface with
// normal n, divided by pi: a fit of the integral over the hemisphere.
vec3 even_light(vec3 n, float up, float down) {
	vec3 above = mix(horizon.rgb, zenith.rgb, 0.6);
	// the air between scatters the light of all directions: shadows are less blue than the zenith
	above = mix(vec3(dot(above, vec3(0.2126, 0.7152, 0.0722))), above, 0.6);
	vec3 c = mix(nadir.rgb * down, above * up, 0.5 + 0.5 * n.y);
	// a wall sees more of the band of the horizon, where that is brighter
	return c + max(horizon.rgb - zenith.rgb, 0.0) * (0.18 * up * (1.0 - n.y * n.y));
}

vec3 sky_irradiance(vec3 n) { return even_light(n, 1.0, 1.0); }
