#include "surface.glsl"
#include "ground.glsl"

in vec3 world;
flat in int part;
out vec4 color;

void main() {
	shadow_tile = part;
	color = finished(shade_matt(world, vec3(0.0, 1.0, 0.0), ground_albedo(world)), world);
	if (plane.w > 0.0) {
		// no edge between the ground and the background
		vec3 to = world - eye.xyz;
		float far = length(to);
		color = mix(color, vec4(display(haze(to / far) * sun.w), 0.0), smoothstep(plane.z, plane.w, far));
	}
	color.rgb += dither(gl_FragCoord.xy);
}
