package physics

import (
	"fmt"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
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

// addSurfaces appends the surfaces of a shape that has none.
func (w *World) addSurfaces(index int32, list []Material) {
	s := &w.shapes[index]
	s.firstSurface, s.surfaceCount = 0, int32(len(list))
	if len(list) > 0 {
		s.firstSurface = int32(len(w.surfaces))
		w.surfaces = append(w.surfaces, list...)
	}
}

// removeSurfaces takes the surfaces of a shape out of the list.
func (w *World) removeSurfaces(index int32) {
	s := &w.shapes[index]
	first, count := s.firstSurface, s.surfaceCount
	s.firstSurface, s.surfaceCount = 0, 0
	if count == 0 {
		return
	}
	w.surfaces = append(w.surfaces[:first], w.surfaces[first+count:]...)
	for i := range w.shapes {
		if o := &w.shapes[i]; o.surfaceCount > 0 && o.firstSurface > first {
			o.firstSurface -= count
		}
	}
}

// surfaceOf returns the material behind the number of a triangle, cell or child of a shape.
func (w *World) surfaceOf(index int32, number uint16) *Material {
	s := &w.shapes[index]
	if number == 0 || int32(number) > s.surfaceCount {
		return &s.material
	}
	return &w.surfaces[s.firstSurface+int32(number)-1]
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

// mixFriction and mixRestitution apply the rules of two materials.
func mixFriction(a, b *Material) float32 {
	return combine(a.Friction, b.Friction, a.FrictionRule, b.FrictionRule, CombineGeometricMean)
}

func mixRestitution(a, b *Material) float32 {
	return combine(a.Restitution, b.Restitution, a.RestitutionRule, b.RestitutionRule, CombineMaximum)
}

// mixRolling returns the lever (m) of rolling resistance: the rounder of the two shapes rolls.
func (w *World) mixRolling(c *contact, a, b *Material) float32 {
	if a.RollingResistance == 0 && b.RollingResistance == 0 {
		return 0
	}
	radius := vec.Max(rollingRadius(&w.geometries[c.shapeA]), rollingRadius(&w.geometries[c.shapeB]))
	return float32(vec.Max(a.RollingResistance, b.RollingResistance) * radius)
}

// mixPatch gives a patch with a mesh or height field, which is shape A, the mean of the surfaces
// at its points.
func (w *World) mixPatch(m *solve.Manifold, c *contact, local *collide.MeshManifold, a, b *solve.Sim) {
	if local.Count == 0 {
		return
	}
	other := &w.shapes[c.shapeB].material
	var friction, restitution, rolling float32
	var belt Vec3
	for i := range local.Points[:local.Count] {
		surface := w.surfaceOf(c.shapeA, local.Materials[i])
		friction += mixFriction(surface, other)
		restitution += mixRestitution(surface, other)
		rolling += w.mixRolling(c, surface, other)
		belt = belt.Add(surface.SurfaceVelocity)
	}
	share := 1 / float32(local.Count)
	m.Friction = float32(share * friction)
	m.SlidingFriction = m.Friction
	m.Restitution, m.RollingResistance = float32(share*restitution), float32(share*rolling)
	m.SurfaceVelocity = a.Transform.Q.Rotate(belt.Mul(share)).Sub(b.Transform.Q.Rotate(other.SurfaceVelocity))
}

// checkSurfaceRuns refuses lists of a file whose runs do not make up the whole.
func (s *simulation) checkSurfaceRuns() error {
	taken := make([]bool, len(s.surfaces))
	left := len(s.surfaces)
	for i := range s.shapes {
		r := &s.shapes[i]
		first, count := int(r.firstSurface), int(r.surfaceCount)
		if first < 0 || count < 0 || count > left || first > len(s.surfaces)-count || count > 0 && !r.alive() {
			return fmt.Errorf("shape %d: surfaces %d to %d of %d", i, first, first+count, len(s.surfaces))
		}
		for k := first; k < first+count; k++ {
			if taken[k] {
				return fmt.Errorf("shape %d: surface %d is that of another shape, too", i, k)
			}
			taken[k] = true
		}
		left -= count
	}
	if left > 0 {
		return fmt.Errorf("%d surfaces belong to no shape", left)
	}
	for i := range s.surfaces {
		if err := s.surfaces[i].check(); err != nil {
			return fmt.Errorf("%w: surface %d", err, i)
		}
	}
	return nil
}
