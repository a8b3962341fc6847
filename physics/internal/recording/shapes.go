package recording

import (
	"fmt"
	"unsafe"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/journal"
	"tumble/physics/internal/shape"
)

// Shapes numbers the hulls, meshes, height fields and compounds of a recording, from 1. Those that share their data
// have one number.
type Shapes struct {
	list []shape.Geometry
	// numbers and fresh are for writing: fresh are those that the journal has not got yet.
	numbers map[unsafe.Pointer]uint32
	fresh   []shape.Geometry
}

// number returns that of a geometry, 0 for the zero value.
func (t *Shapes) number(g *shape.Geometry) uint32 {
	var key unsafe.Pointer
	switch {
	case g.Poly != nil:
		key = unsafe.Pointer(g.Poly)
	case g.Mesh != nil:
		key = unsafe.Pointer(g.Mesh)
	case g.Field != nil:
		key = unsafe.Pointer(g.Field)
	case g.Children != nil:
		key = unsafe.Pointer(g.Children)
	default:
		return 0
	}
	n, ok := t.numbers[key]
	if !ok {
		if t.numbers == nil {
			t.numbers = make(map[unsafe.Pointer]uint32)
		}
		n = uint32(len(t.numbers) + 1)
		t.numbers[key] = n
		t.fresh = append(t.fresh, *g)
	}
	return n
}

// Code codes the number of a geometry.
func (t *Shapes) Code(c *journal.Coder, g *shape.Geometry) {
	n := uint32(0)
	if !c.Reading {
		n = t.number(g)
	}
	journal.Code32(c, &n)
	if !c.Reading || n == 0 {
		return
	}
	if uint64(n) > uint64(len(t.list)) {
		c.Fail(fmt.Errorf("geometry %d of %d", n, len(t.list)))
		return
	}
	*g = t.list[n-1]
}

// codeShapes writes or reads geometries with the shapes that they refer to.
func codeShapes(c *flat.Coder, list *[]shape.Geometry) error {
	shape.Code(c, "shapes", list)
	for i := range *list {
		if err := c.Err(); err != nil || !c.Reading {
			return err
		}
		if err := (*list)[i].Check(); err != nil {
			return fmt.Errorf("shape %d: %w", i, err)
		}
	}
	return c.Err()
}
