// The materials of the packet, the layout of renderer.Material.
struct Material {
	float roughness, metallic, specular, emission;
	vec3 tint;
	float checker;   // side of a field in metres, 0 none
	int pattern;     // a kind of patterns.glsl
	float size;      // of its cells in metres
	float variation; // its strength
	float bevel;     // radius in metres of the rounding that edges seem to have, 0 none
};

layout(std140) uniform Materials {
	Material materials[256];
};

// The flags of an instance, as renderer.InstanceFlags.
const uint SLEEPING = 1u, HOVERED = 2u, SELECTED = 4u, CHECKER = 8u, SENSOR = 16u;
