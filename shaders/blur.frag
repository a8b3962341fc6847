// Smooths the occlusion along one direction without crossing edges of depth.
in vec2 uv;
out vec4 color;

uniform sampler2D source; // red: value, green: view depth
uniform vec2 direction;   // in texels

void main() {
	ivec2 p = ivec2(gl_FragCoord.xy), top = textureSize(source, 0) - 1;
	vec2 c = texelFetch(source, p, 0).rg;
	float sum = c.r, weight = 1.0;
	for (int i = 1; i <= 4; i++) {
		float fall = 1.0 - float(i) / 5.5;
		for (int k = -1; k <= 1; k += 2) {
			vec2 s = texelFetch(source, clamp(p + ivec2(direction) * (i * k), ivec2(0), top), 0).rg;
			float w = fall * max(0.0, 1.0 - abs(s.g - c.g) / (0.02 * c.g) );
			sum += s.r * w;
			weight += w;
		}
	}
	color = vec4(sum / weight, c.g, 0.0, 1.0);
}
