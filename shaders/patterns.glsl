// Procedural surfaces: colour and roughness that vary with the place on the body, in metres, so
// that things have a scale and their rotation can be seen. Nothing is stored; what is finer than a
// pixel fades to its mean.

// The kinds of renderer.Pattern.
const int PLAIN = 0, WOOD = 1, BRUSHED = 2, STONE = 3, PLASTER = 4, RUBBER = 5, SECTORS = 6;

// Texture is what a pattern does to a surface.
struct Texture {
	vec3 tint;   // multiplies the albedo
	float rough; // is added to the roughness
};

// scatter is a well-mixed number from 0 to 1 that belongs to a cell of space.
float scatter(ivec3 cell) {
	uvec3 q = uvec3(cell) * uvec3(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du);
	uint h = q.x ^ (q.y << 7 | q.y >> 25) ^ (q.z << 16 | q.z >> 16);
	h = (h ^ h >> 15) * 0x2C1B3C6Du;
	h = (h ^ h >> 12) * 0x297A2D39u;
	return float(h ^ h >> 15) * (1.0 / 4294967296.0);
}

// noise goes smoothly through the numbers of the cells, mean one half (value noise).
float noise(vec3 p) {
	vec3 f = floor(p);
	ivec3 c = ivec3(f);
	f = p - f;
	vec3 w = f * f * (3.0 - 2.0 * f);
	vec4 near = vec4(scatter(c), scatter(c + ivec3(1, 0, 0)), scatter(c + ivec3(0, 1, 0)), scatter(c + ivec3(1, 1, 0)));
	vec4 far = vec4(scatter(c + ivec3(0, 0, 1)), scatter(c + ivec3(1, 0, 1)), scatter(c + ivec3(0, 1, 1)), scatter(c + ivec3(1, 1, 1)));
	vec4 z = mix(near, far, w.z);
	vec2 y = mix(z.xy, z.zw, w.y);
	return mix(y.x, y.y, w.x);
}

// grain is noise around zero, from −1 to 1, that has faded where a cell is smaller than the step d
// from pixel to pixel.
float grain(vec3 p, vec3 d) {
	float seen = clamp(1.5 - 2.0 * max(d.x, max(d.y, d.z)), 0.0, 1.0);
	return seen > 0.0 ? (2.0 * noise(p) - 1.0) * seen : 0.0;
}

// wood has rings around an axis beside the body, along y, and fibres along it.
Texture wood(vec3 p, vec3 d, float variation) {
	vec3 bent = p + 0.35 * vec3(grain(p * vec3(0.9, 0.25, 0.9), d), 0.0, grain(p * vec3(0.9, 0.25, 0.9) + 17.0, d));
	float radius = length(bent.xz - vec2(3.1, -2.3));
	float step = max(fwidth(radius), 1e-5);
	float ring = fract(radius);
	// early wood is light and ends abruptly in the late wood of the year
	float late = smoothstep(0.35, 0.95, ring) * (1.0 - smoothstep(0.95, 1.0, ring));
	late = mix(late, 0.32, clamp(2.5 * step - 0.5, 0.0, 1.0));
	float fibre = grain(p * vec3(14.0, 0.6, 14.0), d * vec3(14.0, 0.6, 14.0));
	float dark = variation * (0.38 * late + 0.15 * fibre);
	return Texture(1.0 - dark * vec3(0.75, 1.0, 1.2), 0.12 * late - 0.05 * fibre);
}

// brushed metal has streaks along x.
Texture brushed(vec3 p, vec3 d, float variation) {
	float coarse = grain(p * vec3(0.3, 6.0, 6.0), d * vec3(0.3, 6.0, 6.0));
	float fine = grain(p * vec3(0.9, 23.0, 23.0), d * vec3(0.9, 23.0, 23.0));
	return Texture(vec3(1.0 + variation * (0.10 * coarse + 0.08 * fine)), variation * (0.16 * coarse + 0.10 * fine));
}

// stone is speckled with dark and light grains.
Texture stone(vec3 p, vec3 d, float variation) {
	float cloud = grain(p, d) + 0.5 * grain(p * 2.3 + 5.0, d * 2.3);
	float speck = grain(p * 9.0, d * 9.0);
	float light = variation * (0.16 * cloud + 0.30 * max(speck - 0.25, 0.0) - 0.45 * max(-speck - 0.35, 0.0));
	return Texture(vec3(1.0 + light), variation * 0.1 * speck);
}

// plaster and concrete have clouds and pores.
Texture plaster(vec3 p, vec3 d, float variation) {
	float cloud = 0.6 * grain(p * 0.7, d * 0.7) + 0.4 * grain(p * 2.1 + 9.0, d * 2.1);
	float pore = max(grain(p * 7.0, d * 7.0) - 0.55, 0.0);
	return Texture(vec3(1.0 + variation * (0.12 * cloud - 0.5 * pore)), variation * 0.08 * cloud);
}

// rubber is dull, and worn in places.
Texture rubber(vec3 p, vec3 d, float variation) {
	float worn = grain(p, d) + 0.4 * grain(p * 4.0, d * 4.0);
	return Texture(vec3(1.0 + variation * 0.10 * worn), variation * 0.12 * worn);
}

// sectors are light and dark wedges around the y axis: the marks of wheels and balls.
Texture sectors(vec3 p, float variation) {
	vec2 d = max(fwidth(p.xz), 1e-6);
	vec2 side = clamp(p.xz / d, -1.0, 1.0);
	return Texture(vec3(1.0 - variation * (0.5 - 0.5 * side.x * side.y)), 0.0);
}

// pattern_at is the pattern of a kind at a place (m), whose cells have the given size (m).
Texture pattern_at(int kind, vec3 metres, float size, float variation) {
	if (kind == PLAIN) return Texture(vec3(1.0), 0.0);
	vec3 p = metres / max(size, 1e-4);
	vec3 d = fwidth(p);
	switch (kind) {
	case WOOD: return wood(p, d, variation);
	case BRUSHED: return brushed(p, d, variation);
	case STONE: return stone(p, d, variation);
	case PLASTER: return plaster(p, d, variation);
	case RUBBER: return rubber(p, d, variation);
	case SECTORS: return sectors(p, variation);
	}
	return Texture(vec3(1.0), 0.0);
}
