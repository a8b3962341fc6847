package physics

import (
	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
	"tumble/physics/internal/shape"
)

// coder writes the values of a call, or reads them: one method for each type serves both ways. The methods of structs
// and geometries are generated. Hulls, meshes, height fields and compounds are numbers in the table of shapes.
type coder struct {
	journal.Coder
	// world is the one of the call. Handles of other worlds become handles of foreign when they are read.
	world, foreign *World
	shapes         *recording.Shapes
	packer         *journal.Packer
}

// theWorld is the world of the call, which takes no bytes.
func (cd *coder) theWorld(v **World) { *v = cd.world }

func (cd *coder) handle(world **World, index *int32, generation *uint32) {
	tag := journal.TagOf(*world == nil, *world == cd.world)
	cd.Handle(&tag, index, generation)
	if cd.Reading {
		*world = [...]*World{journal.OwnHandle: cd.world, journal.ForeignHandle: cd.foreign}[tag]
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
