// What every shader of a frame knows. The layout is that of the Go struct frameBlock in
// package gl. Lengths are in metres, colours linear, directions of length one.
layout(std140) uniform Frame {
	mat4 view_proj;
	mat4 inv_view_proj;
	mat4 shadow[4];      // world to the texture space of each cascade
	vec4 cascade_far;    // view depth at which each cascade ends
	vec4 cascade_texel;  // side of a shadow texel of each cascade
	vec4 cascade_depth;  // metres from the near to the far plane of each cascade
	vec4 eye;            // w: number of cascades
	vec4 forward;        // where the camera looks; w: 1 when orthographic
	vec4 viewport;       // width, height, 1/width, 1/height of the scene in pixels
	vec4 sun;            // towards the sun; w: exposure
	vec4 sun_color;      // light of the sun; w: factor on the light of the sky
	vec4 lamp;           // towards the light that casts shadows; w: factor on its highlights
	vec4 lamp_color;     // its light; w: factor on the even light from above
	vec4 share;          // factors on the light from below, on what is mirrored, on the sum of samples; w: tangent of the radius of the sun
	vec4 plane;          // opacity of the grid and of the axes; distances between which the ground becomes the sky
	vec4 zenith;         // w: pixels of the scene per pixel of the window
	vec4 horizon;
	vec4 nadir;          // w: scale of the projection along y
	vec4 ground;         // colour of the plane; w: its height
	vec4 grid_line;      // colour of the lines; w: side of a cell
	vec4 grid_strong;    // colour of every tenth line; w: distance at which the grid has gone
	vec4 fog;            // density in 1/m, near and far; w: rotation of the noise of shadows, a share of a circle
	vec4 outline;        // sRGB colour; w: width in pixels, 0 none
	uvec4 slab;          // first texels of instances, quads, lines and points in the buffer
	vec4 pane[4];        // factors and offsets from the view to its parts of the picture, x and y
	uvec4 pane_lines;    // first lines of the second, third and fourth part; w: number of parts
	uvec4 pane_points;   // the same of points
};

const float PI = 3.14159265359;

// view_depth is the distance in front of the camera plane.
float view_depth(vec3 world) { return dot(world - eye.xyz, forward.xyz); }

// towards_eye is the direction from a point to the camera.
vec3 towards_eye(vec3 world) {
	return forward.w > 0.5 ? -forward.xyz : normalize(eye.xyz - world);
}

// in_pane moves a point of the view into a part of the picture.
vec4 in_pane(vec4 p, int i) { return vec4(p.xy * pane[i].xy + pane[i].zw * p.w, p.zw); }

// pane_at is the part of the picture at a place from left to right.
int pane_at(float x) {
	int i = 0;
	for (int k = 1; k < int(pane_lines.w); k++) i += x >= pane[k].z - pane[k].x ? 1 : 0;
	return i;
}

// unproject is the world point at normalised device coordinates of the picture.
vec3 unproject(vec3 ndc) {
	vec4 m = pane[pane_at(ndc.x)];
	ndc.xy = (ndc.xy - m.zw) / m.xy;
	vec4 h = inv_view_proj * vec4(ndc, 1.0);
	return h.xyz / h.w;
}
