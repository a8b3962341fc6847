#include "frame.glsl"

in vec2 uv;
out vec4 color;

#if SAMPLES > 1
uniform sampler2DMS depth;
#else
uniform sampler2D depth;
#endif

const int TAPS = 14;

vec3 point_at(ivec2 p) {
	p = clamp(p, ivec2(0), ivec2(viewport.xy) - 1);
	float z = texelFetch(depth, p, 0).r;
	return unproject(vec3((vec2(p) + 0.5) * viewport.zw, z) * 2.0 - 1.0);
}

vec3 nearer(vec3 a, vec3 b) { return dot(a, a) < dot(b, b) ? a : b; }

// The open share of the sky above a point from the depth of its surroundings (McGuire,
// Mara and Luebke 2012, "Scalable ambient obscurance"), at half the resolution.
void main() {
	ivec2 p = ivec2(gl_FragCoord.xy * 2.0);
	vec3 c = point_at(p);
	float z = view_depth(c);
	// the normal of the surface from the neighbours that lie nearest, so that it holds at edges
	vec3 dx = nearer(point_at(p + ivec2(1, 0)) - c, c - point_at(p - ivec2(1, 0)));
	vec3 dy = nearer(point_at(p + ivec2(0, 1)) - c, c - point_at(p - ivec2(0, 1)));
	vec3 n = normalize(cross(dx, dy));
	float radius = clamp(0.05 * z, 0.3, 2.0);
	// pixels that the radius covers here
	float pixel = max(length(dx), length(dy)) / max(abs(dot(n, towards_eye(c))), 0.2);
	pixel = min(pixel, min(length(dx), length(dy)) * 4.0);
	float reach = clamp(radius / max(pixel, 1e-5), 4.0, 160.0);
	float turn = 2.0 * PI * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
	float sum = 0.0;
	for (int i = 0; i < TAPS; i++) {
		float r = (float(i) + 0.5) / float(TAPS);
		float a = float(i) * 2.39996323 + turn;
		vec3 v = point_at(p + ivec2(vec2(cos(a), sin(a)) * (r * reach) + sign(cos(a)))) - c;
		float vv = dot(v, v);
		float vn = dot(v, n) - 0.002 * z;
		float f = max(1.0 - vv / (radius * radius), 0.0);
		sum += f * f * f * max(vn, 0.0) * radius / (vv + 0.01 * radius * radius);
	}
	// a corner is never black: light comes out of it again
	float open = exp(-sum * (3.4 / float(TAPS)));
	color = vec4(z > 0.9 / max(fog.x, 1e-4) ? 1.0 : open, z, 0.0, 1.0);
}
