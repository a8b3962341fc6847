// The records of the packet, read by number: texels of 16 bytes for instances and quads, of 8 for lines and points.
#ifdef GL_ES
// OpenGL ES has no textures over a buffer: rows of 1024 texels follow each other
uniform highp usampler2D wide;
uniform highp usampler2D narrow;

uvec4 wide_at(int i) { return texelFetch(wide, ivec2(i & 1023, i >> 10), 0); }
uvec2 narrow_at(int i) { return texelFetch(narrow, ivec2(i & 1023, i >> 10), 0).xy; }

vec4 unpackUnorm4x8(uint v) { return vec4(v & 255u, v >> 8 & 255u, v >> 16 & 255u, v >> 24) / 255.0; }
#else
uniform usamplerBuffer wide;
uniform usamplerBuffer narrow;

uvec4 wide_at(int i) { return texelFetch(wide, i); }
uvec2 narrow_at(int i) { return texelFetch(narrow, i).xy; }
#endif
