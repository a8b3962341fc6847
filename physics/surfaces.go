package physics

import (
	"fmt"
	"tumble/physics/internal/state"
)

// The triangles of a mesh and the cells of a height field carry numbers of surfaces. The
// shape gives the numbers a meaning, so that one mesh may be used with several sets of
// materials: 0 is the material of the shape, k > 0 is the k-th of its surfaces, and a number
// beyond them is the material of the shape again. Where a manifold reaches over several
// surfaces, its coefficients are the mean over its points.

// MaxSurfaces is the number of surfaces that a shape may have beside its material.
const MaxSurfaces = 1 << 12

// resolveMaterials returns materials as plain values.
func resolveMaterials(list []Material) []state.Material {
	if len(list) == 0 {
		return nil
	}
	values := make([]state.Material, len(list))
	for i := range list {
		values[i] = state.Material(list[i])
	}
	return values
}

func checkSurfaces(list []Material) error {
	if len(list) > MaxSurfaces {
		return fmt.Errorf("physics: %d surfaces: must be at most %d", len(list), MaxSurfaces)
	}
	for i := range list {
		if err := list[i].check(); err != nil {
			return fmt.Errorf("%w: surface %d", err, i+1)
		}
	}
	return nil
}

// Surface returns the material behind a surface number of the shape, see ShapeDef.Surfaces.
func (s Shape) Surface(number int) Material {
	if s.record() == nil || number < 0 || number > MaxSurfaces {
		return Material{}
	}
	return Material(*s.world.state.SurfaceOf(s.index, uint16(number)))
}

// Surfaces appends the surfaces of the shape to buf, see ShapeDef.Surfaces.
func (s Shape) Surfaces(buf []Material) []Material {
	r := s.record()
	if r == nil {
		return buf
	}
	for _, m := range s.world.state.Surfaces[r.FirstSurface : r.FirstSurface+r.SurfaceCount] {
		buf = append(buf, Material(m))
	}
	return buf
}

// SetSurfaces changes the surfaces of the shape, contacts that exist included.
func (s Shape) SetSurfaces(list []Material) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetSurfaces(s, list)
	}
	if _, err := s.writable(); err != nil {
		return err
	}
	w := s.world
	if err := checkSurfaces(list); err != nil {
		return w.refuse(err)
	}
	w.state.RemoveSurfaces(s.index)
	w.state.AddSurfaces(s.index, resolveMaterials(list))
	w.narrow.RemixContacts(s.index)
	w.islands.WakeShape(s.index)
	return nil
}
