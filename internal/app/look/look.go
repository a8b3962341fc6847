package look

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Part is one drawn part of a body: a geometry of colliders, or a mesh.
type Part struct {
	// Local places the part on the body.
	Local    vec.Transform
	Geometry physics.Geometry
	Mesh     *scenes.DrawMesh
	Coat     Coat
	// Fixed says that Local is the placement in the world: a stand does not move with the body that it holds.
	Fixed bool
}

// Look is how a scene is dressed.
type Look struct {
	mood Mood
	// azimuth and elevation of the sun (degrees).
	azimuth, elevation float64
	// ground is the colour of the plane, or of the backdrop of a studio, and level its height (m) if sunk is set.
	ground renderer.Color
	level  float32
	sunk   bool
	// palette are the colours of moving bodies.
	palette []renderer.Color
	// size (m) is the usual size of the things of the scene, for their materials.
	size float32
	// fluid is the colour of sensors, 0 for the common one.
	fluid renderer.Color
	// coat paints a shape of a body; ok is false for shapes with the coat of their role.
	coat func(l *Look, b physics.Body, g physics.Geometry) (c Coat, ok bool)
	// dress gives the parts drawn in place of the shapes of a body; ok is false for bodies that are drawn as their
	// shapes.
	dress func(l *Look, w *physics.World, b physics.Body) (parts []Part, ok bool)

	meshes map[string]*scenes.DrawMesh
}

// Of returns the look of a scene, made anew: meshes are shared by the bodies of one look.
func Of(scene *scenes.Scene) *Look {
	l := Look{mood: Daylight, azimuth: -52, elevation: 38, ground: renderer.Hex(0xa9a295), palette: toys, size: 1}
	if own, ok := looks[scene.Name]; ok {
		own(&l)
	}
	l.meshes = map[string]*scenes.DrawMesh{}
	return &l
}

// Ground is the height of the ground of the picture (m), if the look sets it.
func (l *Look) Ground() (height float32, ok bool) { return l.level, l.sunk }

// Fluid is the colour of sensors, if the look sets it.
func (l *Look) Fluid() (c renderer.Color, ok bool) { return l.fluid, l.fluid != 0 }

// Parts returns the parts drawn in place of the shapes of a body; ok is false where the shapes are drawn.
func (l *Look) Parts(w *physics.World, b physics.Body) (parts []Part, ok bool) {
	// the look does not know a body that was made later in the slot of another body
	if l.dress == nil || b.Generation() != 1 {
		return nil, false
	}
	return l.dress(l, w, b)
}

// Coat is the colour and material of a shape of a body.
func (l *Look) Coat(b physics.Body, g physics.Geometry) Coat {
	if l.coat != nil {
		if c, ok := l.coat(l, b, g); ok {
			return c
		}
	}
	switch {
	case b.Type() == physics.Static:
		return Coat{limestone, plaster(l.size)}
	case b.Type() == physics.Kinematic:
		return Coat{navy, plastic(l.size)}
	case b.Bullet():
		return Coat{graphite, steel(l.size)}
	}
	return l.moving(scattered(l.palette, b.Index()), g)
}

// moving is the coat of a moving body: marks on round bodies show how they roll.
func (l *Look) moving(c renderer.Color, g physics.Geometry) Coat {
	switch g.(type) {
	case physics.Sphere, physics.Cylinder, physics.Cone:
		return Coat{c, striped(0.34)}
	}
	return Coat{c, plastic(l.size)}
}

// mesh returns the mesh of a name, made when it is first asked for.
func (l *Look) mesh(name string, build func(m *mesher)) *scenes.DrawMesh {
	if m, ok := l.meshes[name]; ok {
		return m
	}
	var m mesher
	build(&m)
	m.mesh.Label = name
	drawn := m.mesh
	l.meshes[name] = &drawn
	return &drawn
}
