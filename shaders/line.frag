noperspective in float across;
flat in float half_width;
in vec4 ink;
out vec4 color;

void main() {
	color = vec4(ink.rgb, ink.a * clamp(half_width + 0.5 - abs(across), 0.0, 1.0));
}
