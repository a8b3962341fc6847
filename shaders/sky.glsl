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

// mirrored_sky is what polished surfaces mirror: the sky with the lamps of a studio around the sun, a wide one where it stands
// and a strip to its right, and with a dark band over the horizon, the far side of the room. Without such contrast metal looks like
// paint. All of it goes with the sun: in even light alone it is the sky.
vec3 mirrored_sky(vec3 dir) {
	vec3 across = normalize(vec3(sun.z, 0.0, -sun.x) + vec3(1e-4, 0.0, 0.0));
	vec3 up = cross(sun.xyz, across);
	vec3 p = vec3(dot(dir, across), dot(dir, up), dot(dir, sun.xyz));
	vec2 a = abs(p.xy) / max(p.z, 1e-3);
	float box = p.z > 0.0 ? (1.0 - smoothstep(0.42, 0.52, a.x)) * (1.0 - smoothstep(0.26, 0.36, a.y)) : 0.0;
	float side = dir.x * across.x + dir.z * across.z;
	float strip = smoothstep(0.86, 0.9, side) * smoothstep(0.0, 0.06, dir.y) * (1.0 - smoothstep(0.5, 0.6, dir.y));
	float band = smoothstep(-0.12, 0.02, dir.y) * (1.0 - smoothstep(0.16, 0.42, dir.y)) * clamp(4.0 * sun_color.g, 0.0, 1.0);
	// the room is less coloured than the backdrop: gold before blue would be green
	vec3 c = sky(dir);
	c = mix(vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), c, 0.4);
	return c * (1.0 - 0.62 * band) + sun_color.rgb * (0.55 * box + 0.3 * strip);
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
