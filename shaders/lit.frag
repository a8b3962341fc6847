#include "surface.glsl"
#include "materials.glsl"
#ifdef PATTERNS
#include "patterns.glsl"
#endif

in vec3 world;
in vec3 normal;
in vec3 metres;
in vec3 edge;
flat in vec4 base;
flat in uint material;
flat in uint flags;
out vec4 color;

uniform vec4 style; // 1 edges + 2 flat faces, unlit, blended, opacity

// stripes is a square wave of +1 and -1 with the given half period, softened over a pixel.
vec3 stripes(vec3 p, float side) {
	vec3 x = p / side;
	vec3 d = max(fwidth(x), 1e-5);
	vec3 tent = abs(fract(x * 0.5 + 0.25) * 2.0 - 1.0) * 2.0 - 1.0;
	return clamp(tent / d, -1.0, 1.0) * clamp(2.0 - d, 0.0, 1.0);
}

// edge_ink is how much of the pixel an edge of the face covers; edges of things a few pixels
// large fade, or a far pile would turn black.
float edge_ink() {
	vec3 d = max(fwidth(edge), 1e-6);
	vec3 pixels = edge / d;
	float nearest = min(pixels.x, min(pixels.y, pixels.z));
	float size = 1.0 / max(d.x, max(d.y, d.z));
	return clamp(1.25 - nearest, 0.0, 1.0) * smoothstep(4.0, 24.0, size);
}

#ifdef PATTERNS
// bevelled leans a normal outwards near the edges of a face, as if these were rounded with a radius
// (m): they catch light as the edges of real things do. The distance to an edge follows from the
// barycentric coordinate that is zero along it, whose gradient in the face is taken from its steps
// on the screen. What is thinner than a pixel fades. The joint is 1 at the edge itself, where dust and shade gather.
vec3 bevelled(vec3 n, float radius, out float joint) {
	joint = 0.0;
	vec3 dx = dFdx(world), dy = dFdy(world);
	vec3 across = cross(dy, n), along = cross(n, dx);
	float area = dot(dx, across);
	if (abs(area) < 1e-20) return n;
	float pixel = sqrt(max(dot(dx, dx), dot(dy, dy)));
	vec3 lean = vec3(0.0);
	for (int i = 0; i < 3; i++) {
		vec3 gradient = (across * dFdx(edge[i]) + along * dFdy(edge[i])) / area;
		float steep = length(gradient);
		if (steep < 1e-6) continue;
		float inside = clamp(edge[i] / (steep * radius), 0.0, 1.0);
		float outside = (1.0 - inside) * (1.0 - inside);
		lean -= gradient / steep * outside;
		joint = max(joint, outside * outside);
	}
	float seen = clamp(2.0 * radius / pixel - 0.5, 0.0, 1.0);
	joint *= seen;
	return normalize(n + lean * seen);
}
#endif

void main() {
	shadow_tile = int(flags >> 8 & 3u);
	Material m = materials[material & 255u];
	vec3 n = normalize(normal) * (gl_FrontFacing ? 1.0 : -1.0);
	// seen from the side, and along wires, the triangle has no area on the screen
	vec3 facet = cross(dFdx(world), dFdy(world));
	float area = dot(facet, facet);
	facet = area > 1e-20 ? facet * inversesqrt(area) : n;
	if (dot(facet, n) < 0.0) facet = -facet;
	if (style.x > 1.5) n = facet;

	vec3 albedo = base.rgb * m.tint;
	float surface_roughness = m.roughness;
#ifdef PATTERNS
	float joint = 0.0;
	if (m.bevel > 0.0) n = bevelled(n, m.bevel, joint);
	// every thing is cut from another place of the material
	vec3 cut = fract(float(flags >> 16 & 255u) * vec3(0.6180340, 0.7548777, 0.5698403)) - 0.5;
	vec3 place = m.pattern == SECTORS ? metres : metres + cut * (12.0 * m.size);
	Texture grained = pattern_at(m.pattern, place, m.size, m.variation);
	// blocks of wood and stone differ a little in tone, and can be counted
	float tone = m.pattern == WOOD || m.pattern == STONE ? 0.24 * cut.x * m.variation : 0.0;
	albedo *= grained.tint * (1.0 + tone) * (1.0 - 0.3 * joint);
	surface_roughness = clamp(surface_roughness + grained.rough, 0.05, 1.0);
#endif
	float opacity = base.a * style.w;
	// without a side of its own the pattern has eight fields that meet in the centre
	float field = m.checker > 0.0 ? m.checker : (flags & CHECKER) != 0u ? 64.0 : 0.0;
	if (field > 0.0) {
		vec3 s = stripes(metres, field);
		albedo *= 0.86 + 0.14 * s.x * s.y * s.z;
	}
	if ((flags & SLEEPING) != 0u) {
		float grey = dot(albedo, vec3(0.2126, 0.7152, 0.0722));
		albedo = mix(albedo, vec3(grey), 0.45) * 0.72;
	}
	if ((flags & HOVERED) != 0u) albedo = mix(albedo, vec3(1.0), 0.18);
	if ((flags & SELECTED) != 0u) albedo = mix(albedo, vec3(1.0, 0.52, 0.06), 0.35);
	float ink = fract(style.x * 0.5) > 0.25 ? edge_ink() : 0.0;
	albedo *= 1.0 - 0.62 * ink;
	if ((flags & SENSOR) != 0u) {
		// a volume: its rim is denser than its middle
		float rim = 1.0 - abs(dot(n, towards_eye(world)));
		opacity *= clamp(0.18 + 0.5 * rim * rim + 0.6 * ink, 0.0, 1.0);
	}

	if (style.y > 0.5) {
		color = vec4(albedo, 0.0);
	} else {
		float roughness = filtered_roughness(surface_roughness, n);
		Light l = shade(Surface(world, n, facet, albedo, roughness, m.metallic, m.specular));
		l.direct += albedo * m.emission;
		color = finished(l, world);
	}
	// the alpha of the scene target is the share of ambient light; blended draws keep it
	if (style.z > 0.5) color.a = opacity;
}
