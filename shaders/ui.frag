in vec2 uv;
in vec4 ink;
out vec4 color;

uniform sampler2D atlas; // coverage

void main() {
	color = vec4(ink.rgb, ink.a * texture(atlas, uv).r);
}
