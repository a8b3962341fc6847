package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// heightField reads a height field, which other programs see as a mesh.
func heightField(d *document.Document, v, own jsonvalue.Value, at vec.Transform) (physics.Geometry, bool) {
	v.Only("columns", "rows", "spacing", "origin", "heights", "holes")
	if at != vec.TransformIdentity {
		v.Warnf("its node is not where the body is: it counts as a mesh")
		return nil, false
	}
	def := physics.HeightFieldDef{
		Columns: v.At("columns").Integer(0, 2, 1<<20), Rows: v.At("rows").Integer(0, 2, 1<<20),
		Spacing: v.At("spacing").Vector(vec.V3(1, 1, 1), extension.MaxLength), Origin: v.At("origin").Vector(vec.Vec3{},
			extension.MaxLength),
		TwoSided: own.At("twoSided").Flag(false), Surfaces: d.Shorts(own.At("surfaces")),
	}
	i := v.At("heights").Index(len(d.GLTF.Accessors), "accessors")
	if i < 0 {
		v.Errorf("has no heights")
		return nil, false
	}
	var err error
	if def.Heights, err = d.Floats(i, 1); err == nil {
		for _, x := range d.Shorts(v.At("holes")) {
			def.Holes = append(def.Holes, x != 0)
		}
		var field physics.HeightField
		if field, err = physics.NewHeightField(def); err == nil {
			return field, true
		}
	}
	v.Errorf("%v", err)
	return nil, false
}
