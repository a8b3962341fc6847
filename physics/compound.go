package physics

import "fmt"

// CreateShapes gives a body several shapes that move as one: the convex pieces of something hollow or
// bent. The mass, the centre and the inertia are those of all of them; where pieces overlap,
// matter counts twice. If one of them is refused, none is left and the error says which. The
// children of a Compound, which is for static bodies only, come from Compound.Children.
func (b Body) CreateShapes(geometries []Geometry, def ShapeDef) ([]Shape, error) {
	if r := b.world.recorder(); r != nil {
		return r.bodyCreateShapes(b, geometries, def)
	}
	shapes := make([]Shape, 0, len(geometries))
	for i, g := range geometries {
		s, err := b.CreateShape(g, def)
		if err != nil {
			for _, done := range shapes {
				done.Destroy()
			}
			return nil, fmt.Errorf("piece %d of %d: %w", i, len(geometries), err)
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}
