#include "frame.glsl"

// What is drawn for a part of the picture is cut off at its edges. Where the picture has one part these
// distances are not used.
out float gl_ClipDistance[4];

// place puts a vertex into a part of the picture.
void place(vec4 p, int i) {
	vec4 m = pane[i];
	gl_Position = p;
	gl_ClipDistance[0] = p.x - (m.z - m.x) * p.w;
	gl_ClipDistance[1] = (m.z + m.x) * p.w - p.x;
	gl_ClipDistance[2] = p.y - (m.w - m.y) * p.w;
	gl_ClipDistance[3] = (m.w + m.y) * p.w - p.y;
}

// place_anywhere puts a vertex onto the picture as a whole.
void place_anywhere(vec4 p) {
	gl_Position = p;
	for (int k = 0; k < 4; k++) gl_ClipDistance[k] = 1.0;
}

// pane_of is the part of an entry of a slab that begins anew with every part.
int pane_of(uint entry, uvec4 first) {
	return (entry >= first.x ? 1 : 0) + (entry >= first.y ? 1 : 0) + (entry >= first.z ? 1 : 0);
}
