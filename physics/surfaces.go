package physics

import (
	"fmt"
)

// The triangles of a mesh and the cells of a height field carry numbers of surfaces. What the
// numbers mean is said by the shape, so that one mesh may be used with several sets of
// materials: 0 is the material of the shape, k > 0 is the k-th of its surfaces, and a number
// beyond them is the material of the shape again. Where a patch of contact reaches over several
// surfaces, its coefficients are the mean over its points.

// MaxSurfaces is the number of surfaces that a shape may have beside its material.
const MaxSurfaces = 1 << 12

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
	return *s.world.surfaceOf(s.index, uint16(number))
}

// Surfaces appends the surfaces of the shape to buf, see ShapeDef.Surfaces.
func (s Shape) Surfaces(buf []Material) []Material {
	r := s.record()
	if r == nil {
		return buf
	}
	return append(buf, s.world.surfaces[r.firstSurface:r.firstSurface+r.surfaceCount]...)
}

// SetSurfaces changes the surfaces of the shape, contacts that exist included.
func (s Shape) SetSurfaces(list []Material) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetSurfaces", s, list)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	w := s.world
	if checkSurfaces(list) != nil {
		return w.refuse()
	}
	w.removeSurfaces(s.index)
	w.addSurfaces(s.index, list)
	w.remixContacts(s.index)
	w.wakeShape(s.index)
	return true
}
