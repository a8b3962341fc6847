package physics

import (
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
	"tumble/physics/internal/shape"
)

// coder writes the values of a call, or reads them: one method for each type serves both ways. Those of structs and
// geometries are generated. A handle is a tag (which world), its slot and its generation; hulls, meshes, height fields
// and compounds are numbers in the table of shapes.
type coder struct {
	journal.Coder
	// world is the one of the call. Handles of other worlds become handles of foreign when they are read.
	world, foreign *World
	shapes         *recording.Shapes
	packer         *journal.Packer
}

// theWorld is the world of the call, which takes no bytes.
func (cd *coder) theWorld(v **World) { *v = cd.world }

// handleTag says which world a handle names.
type handleTag byte

const (
	zeroHandle handleTag = iota
	ownHandle
	foreignHandle
)

func (cd *coder) handle(world **World, index *int32, generation *uint32) {
	tag := foreignHandle
	switch *world {
	case nil:
		tag = zeroHandle
	case cd.world:
		tag = ownHandle
	}
	journal.Code8(&cd.Coder, &tag)
	journal.Code32(&cd.Coder, index)
	journal.Code32(&cd.Coder, generation)
	if !cd.Reading {
		return
	}
	switch tag {
	case zeroHandle:
		*world = nil
	case ownHandle:
		*world = cd.world
	case foreignHandle:
		*world = cd.foreign
	default:
		cd.Fail(fmt.Errorf("handle of world %d", tag))
	}
}

func (cd *coder) body(v *Body)   { cd.handle(&v.world, &v.index, &v.generation) }
func (cd *coder) shape(v *Shape) { cd.handle(&v.world, &v.index, &v.generation) }
func (cd *coder) joint(v *Joint) { cd.handle(&v.world, &v.index, &v.generation) }

// built codes a geometry that refers to data of its own.
func (cd *coder) built(g *shape.Geometry) { cd.shapes.Code(&cd.Coder, g) }

// form codes the tag of a geometry.
func (cd *coder) form(tag byte) byte {
	journal.Code8(&cd.Coder, &tag)
	return tag
}

// snapshot codes a state, compressed.
func (cd *coder) snapshot(v **Snapshot) {
	if cd.Reading {
		*v = &Snapshot{}
	}
	if *v == nil {
		recording.CodeState(&cd.Coder, nil, cd.packer, nil)
		return
	}
	recording.CodeState(&cd.Coder, &(*v).held, cd.packer, checkSettings)
}
