package look

import "tumble/renderer"

// Coat is the colour and the material of a thing.
type Coat struct {
	Color    renderer.Color
	Material renderer.Material
}

// The functions below are the materials. size is the size of the thing in metres, which sets the coarseness of the
// grain and the radius of rounded edges.

// surface is a material without metal.
func surface(roughness float32) renderer.Material {
	m := renderer.DefaultMaterial()
	m.Roughness = roughness
	return m
}

func patterned(m renderer.Material, p renderer.Pattern, size, variation float32) renderer.Material {
	m.Pattern, m.Size, m.Variation = p, size, variation
	return m
}

// bevelled rounds the edges by a share of the size of the thing.
func bevelled(m renderer.Material, size float32) renderer.Material {
	m.Bevel = 0.035 * size
	return m
}

// plain is matt paint without rounded edges, for thin and small things.
func plain(roughness float32) renderer.Material { return surface(roughness) }

func plastic(size float32) renderer.Material { return bevelled(surface(0.34), size) }

func wood(size float32) renderer.Material {
	return bevelled(patterned(surface(0.55), renderer.PatternWood, 0.06*size, 0.8), 1.1*size)
}

// boards is wood without edges, for bodies built of several pieces.
func boards(size float32) renderer.Material {
	return patterned(surface(0.45), renderer.PatternWood, 0.06*size, 0.7)
}

func stone(size float32) renderer.Material {
	return bevelled(patterned(surface(0.85), renderer.PatternStone, 0.08*size, 0.9), 1.3*size)
}

func plaster(size float32) renderer.Material {
	return bevelled(patterned(surface(0.92), renderer.PatternPlaster, 0.2*size, 0.7), 0.5*size)
}

func rubber(size float32) renderer.Material {
	return patterned(surface(0.9), renderer.PatternRubber, 0.1*size, 1)
}

func metal(roughness float32) renderer.Material {
	m := surface(roughness)
	m.Metallic = 1
	return m
}

func steel(size float32) renderer.Material {
	return bevelled(patterned(metal(0.42), renderer.PatternBrushed, 0.2*size, 0.8), 0.5*size)
}

func chrome() renderer.Material { return metal(0.12) }

func carPaint() renderer.Material {
	m := surface(0.22)
	m.Specular = 0.06
	return m
}

// Glass is smooth and mirrors a little.
func Glass() renderer.Material {
	m := surface(0.1)
	m.Specular = 0.08
	return m
}

// striped has light and dark quarters around the axis: on bodies that roll and spin.
func striped(roughness float32) renderer.Material {
	return patterned(surface(roughness), renderer.PatternSectors, 1, 0.42)
}

func checkered(side float32) renderer.Material {
	m := surface(0.5)
	m.Checker = side
	return m
}

func glowing(m renderer.Material, emission float32) renderer.Material {
	m.Emission = emission
	return m
}
