// What every shader of a frame knows. The layout is that of the Go struct frameBlock in
// package gl; lengths are in metres, colours linear, directions of length one.
layout(std140) uniform Frame {
	mat4 view_proj;
	mat4 inv_view_proj;
	mat4 shadow[4];      // world to the texture space of each cascade
	vec4 cascade_far;    // view depth at which each cascade ends
	vec4 cascade_texel;  // side of a shadow texel of each cascade
	vec4 eye;            // w: tangent of half the vertical field of view
	vec4 forward;        // where the camera looks; w: 1 when orthographic
	vec4 viewport;       // width, height, 1/width, 1/height in pixels
	vec4 sun;            // towards the sun; w: share of the shadow that shows, 0 or 1
	vec4 sun_color;      // irradiance on a surface that faces the sun
	vec4 sky_zenith;
	vec4 sky_horizon;
	vec4 sky_ground;     // what lies below the horizon
	vec4 ground_color;   // the ground plane; w: its height
	vec4 grid_color;     // w: opacity of the lines
	vec4 grid;           // side of a cell, cells in a thick cell, end of the fade, 1 when shown
	vec4 fog;            // inverse range, exposure, time in seconds, ambient occlusion strength
};

const float PI = 3.14159265359;

// view_depth is the distance in front of the camera plane.
float view_depth(vec3 world) { return dot(world - eye.xyz, forward.xyz); }

// towards_eye is the direction from a point to the camera.
vec3 towards_eye(vec3 world) {
	return forward.w > 0.5 ? -forward.xyz : normalize(eye.xyz - world);
}
