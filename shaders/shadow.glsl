#include "frame.glsl"

uniform sampler2DArrayShadow shadow_map;

// shadow_tile is the part of the picture that is shaded; each has a quarter of the map.
int shadow_tile = 0;

#ifndef PCF
#define PCF 2
#endif

// tent is the weight of a texel whose centre is d texels from the sample.
float tent(float d) {
	return max(float(PCF) - abs(d), 0.0);
}

// filtered_shadow weights the texels around a point with a tent of PCF texels to each side, so
// that edges are smooth and stand still. Of the 2·PCF texels of an axis each pair (w0 at d, w1
// at d + 1) is one bilinear comparison: at d + w1/(w0 + w1), with the weight w0 + w1. The weights
// of an axis add up to PCF².
float filtered_shadow(vec3 s, float layer) {
#if PCF == 1
	return texture(shadow_map, vec4(s.xy, layer, s.z));
#else
	vec2 size = vec2(textureSize(shadow_map, 0).xy);
	// the first pair begins PCF − 1 texels before the one whose centre is at or below the point
	vec2 texel = s.xy * size - 0.5;
	vec2 whole = floor(texel);
	vec2 first = whole - texel - float(PCF - 1);
	float sum = 0.0;
	for (int j = 0; j < PCF; j++) {
		float dy = first.y + float(2 * j);
		float y0 = tent(dy), y1 = tent(dy + 1.0), wy = y0 + y1;
		for (int i = 0; i < PCF; i++) {
			float dx = first.x + float(2 * i);
			float x0 = tent(dx), x1 = tent(dx + 1.0), wx = x0 + x1;
			vec2 at = s.xy + vec2(dx + x1 / wx, dy + y1 / wy) / size;
			sum += wx * wy * texture(shadow_map, vec4(at, layer, s.z));
		}
	}
	return sum / float(PCF * PCF * PCF * PCF);
#endif
}

#ifdef SOFT
uniform sampler2DArray shadow_depth; // the same map, without a comparison

// spot_turn (rad) turns the places of a pixel. In a frame they are the same for all pixels, so that nothing shimmers; in the
// samples of a picture they differ from pixel to pixel and from sample to sample, and the mean has no steps.
float spot_turn = 0.0;

// spot is place k of n in the disc of radius 1, even over its area: the spiral of sunflowers (Vogel 1979).
vec2 spot(int k, int n) {
	float a = float(k) * 2.39996323 + spot_turn;
	return sqrt((float(k) + 0.5) / float(n)) * vec2(cos(a), sin(a));
}

// soft_shadow is the light of a sun with an area (Fernando, Percentage-closer soft shadows, SIGGRAPH 2005): the mean
// distance of what is in front of the point sets the width of the filter. The comparison follows the plane of the
// surface, so that wide filters do not shade it by itself.
float soft_shadow(vec3 s, vec3 normal, int i, float texel, float reach) {
#ifdef LINEAR
	// the samples of a picture add theirs up
	const int SEARCH = 8, TAPS = 8;
	spot_turn = 2.0 * PI * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))) + fog.w);
#else
	const int SEARCH = 12, TAPS = 20;
#endif
	vec3 across = normalize(vec3(shadow[i][0][0], shadow[i][1][0], shadow[i][2][0]));
	vec3 up = cross(lamp.xyz, across);
	float facing = max(dot(normal, lamp.xyz), 0.05);
	// change of depth, in depths of the map, with a metre across and up
	vec2 slope = vec2(dot(normal, across), dot(normal, up)) / (facing * cascade_depth[i]);
	float side = 1.0 / (texel * float(textureSize(shadow_map, 0).x)); // of a metre, in the map
	if (pane_lines.w > 1u) side *= 0.5;
	vec2 lo = vec2(0.0), hi = vec2(1.0);
	if (pane_lines.w > 1u) {
		lo = vec2(shadow_tile & 1, shadow_tile >> 1) * 0.5;
		hi = lo + 0.5;
	}
	float far = 0.0, found = 0.0;
	for (int k = 0; k < SEARCH; k++) {
		vec2 d = spot(k, SEARCH) * reach;
		float gap = s.z + dot(slope, d) - texture(shadow_depth, vec3(clamp(s.xy + d * side, lo, hi), float(i))).r;
		if (gap > 0.0) {
			far += gap;
			found += 1.0;
		}
	}
	if (found == 0.0) return 1.0;
	float radius = clamp(far / found * cascade_depth[i] * share.w, 2.0 * texel, reach);
	float sum = 0.0;
	for (int k = 0; k < TAPS; k++) {
		vec2 d = spot(k, TAPS) * radius;
		sum += texture(shadow_map, vec4(clamp(s.xy + d * side, lo, hi), float(i), s.z + dot(slope, d)));
	}
	return sum / float(TAPS);
}
#endif

float cascade_shadow(vec3 world, vec3 normal, int i) {
	// the comparison is made a little outside the surface: further at low angles of the sun,
	// because a texel then spans more depth. The map is drawn with a slope bias as well.
	float cosine = clamp(dot(normal, lamp.xyz), 0.0, 1.0);
	float sine = sqrt(1.0 - cosine * cosine);
	vec3 p = world + (normal * (1.6 * sine) + lamp.xyz * 0.35) * cascade_texel[i];
	vec3 s = (shadow[i] * vec4(p, 1.0)).xyz;
	if (pane_lines.w > 1u) s.xy = (s.xy + vec2(shadow_tile & 1, shadow_tile >> 1)) * 0.5;
#ifdef SOFT
#ifdef LINEAR
	// what is further away than a fifth of the view distance darkens no corner
	float reach = 0.2 * share.w;
#else
	// a penumbra is at most a fortieth of the view distance wide: some twenty texels
	float reach = 0.012;
#endif
	return soft_shadow(vec3(s.xy, min(s.z, 1.0)), normal, i, cascade_texel[i], reach * max(view_depth(world), 1e-3));
#else
	return filtered_shadow(vec3(s.xy, min(s.z, 1.0)), float(i));
#endif
}

// sunlight is the share of the lamp, the sun, that reaches a surface point.
float sunlight(vec3 world, vec3 normal) {
	float depth = view_depth(world);
	int count = int(eye.w);
	if (count == 0 || depth > cascade_far[count - 1]) return 1.0;
#ifdef LINEAR
	// the first map covers the subject of the picture, the last one everything
	vec2 p = abs((shadow[0] * vec4(world, 1.0)).xy - 0.5);
	return cascade_shadow(world, normal, max(p.x, p.y) < 0.48 ? 0 : count - 1);
#endif
	int i = 0;
	for (int k = 0; k < count - 1; k++) i += depth > cascade_far[k] ? 1 : 0;
	float lit = cascade_shadow(world, normal, i);
	// the last tenth of a cascade blends into the next, and the last one into daylight
	float near = i == 0 ? 0.0 : cascade_far[i - 1];
	float blend = clamp((depth - near) / (cascade_far[i] - near) * 10.0 - 9.0, 0.0, 1.0);
	if (blend > 0.0) {
		float next = i + 1 < count ? cascade_shadow(world, normal, i + 1) : 1.0;
		lit = mix(lit, next, blend);
	}
	return lit;
}
