#include "frame.glsl"

// What is drawn for a part of the picture is cut off at its edges. Where the picture has one part these
// distances are not used.
#ifdef GL_ES
#ifdef GL_ANGLE_clip_cull_distance
out highp float gl_ClipDistance[4];
#define cut gl_ClipDistance
#else
float cut[4];
#endif
#else
out float gl_ClipDistance[4];
#define cut gl_ClipDistance
#endif

// place puts a vertex into a part of the picture.
void place(vec4 p, int i) {
	vec4 m = pane[i];
	gl_Position = p;
	cut[0] = p.x - (m.z - m.x) * p.w;
	cut[1] = (m.z + m.x) * p.w - p.x;
	cut[2] = p.y - (m.w - m.y) * p.w;
	cut[3] = (m.w + m.y) * p.w - p.y;
}

// place_anywhere puts a vertex onto the picture as a whole.
void place_anywhere(vec4 p) {
	gl_Position = p;
	for (int k = 0; k < 4; k++) cut[k] = 1.0;
}

// pane_of is the part of an entry of a slab that begins anew with every part.
int pane_of(uint entry, uvec4 first) {
	return (entry >= first.x ? 1 : 0) + (entry >= first.y ? 1 : 0) + (entry >= first.z ? 1 : 0);
}
