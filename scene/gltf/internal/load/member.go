package load

import (
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// orderOf reads the number by which things are created.
func orderOf(v jsonvalue.Value) uint64 { return uint64(v.At("order").Integer(0, 1, 1<<30)) }

// readBounds reads the broad-phase bounds of a shape, nil without them.
func readBounds(v jsonvalue.Value) *vec.AABB {
	var x [6]float32
	if !v.Singles(x[:], 2*extension.MaxLength) {
		return nil
	}
	b := vec.AABB{Min: vec.V3(x[0], x[1], x[2]), Max: vec.V3(x[3], x[4], x[5])}
	if !b.IsValid() {
		v.Errorf("(%g, %g, %g) is above (%g, %g, %g)", x[0], x[1], x[2], x[3], x[4], x[5])
		return nil
	}
	return &b
}
