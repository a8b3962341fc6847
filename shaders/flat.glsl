// What lines, points, quads and triangles of one draw share: one array, because it is set in one call.
uniform vec4 flat_draw[2];

// width and height in pixels; for lines and points 1 when the coordinates are pixels, for the others a factor
// on them; for lines 1 when widths are metres
#define target flat_draw[0]
// factor on the opacity, share of the distance moved towards the camera, encode, factor on pixels
#define ink_of flat_draw[1]
