// Smooths the occlusion without crossing edges of depth: five by five texels, over which the noise
// of the taps is even.
in vec2 uv;
out vec4 color;

uniform sampler2D source; // red: value, green: view depth

void main() {
	ivec2 p = ivec2(gl_FragCoord.xy), top = textureSize(source, 0) - 1;
	vec2 c = texelFetch(source, p, 0).rg;
	float sum = 0.0, weight = 1e-4;
	for (int y = -2; y <= 2; y++) {
		for (int x = -2; x <= 2; x++) {
			vec2 s = texelFetch(source, clamp(p + ivec2(x, y), ivec2(0), top), 0).rg;
			float w = max(0.0, 1.0 - abs(s.g - c.g) / (0.02 * c.g));
			sum += s.r * w;
			weight += w;
		}
	}
	color = vec4((sum + 1e-4) / weight, c.g, 0.0, 1.0);
}
