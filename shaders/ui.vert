layout(location = 0) in vec2 in_position; // pixels from the upper left corner
layout(location = 1) in vec2 in_uv;
layout(location = 2) in vec4 in_color;    // sRGB and opacity

uniform vec4 screen; // 2/width, -2/height, -1, 1

out vec2 uv;
out vec4 ink;

void main() {
	uv = in_uv;
	ink = in_color;
	gl_Position = vec4(in_position * screen.xy + screen.zw, 0.0, 1.0);
}
