package save

import (
	"fmt"

	"tumble/physics"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// filterOf writes a filter with one system for each bit that is in use.
func (e *encoder) filterOf(f physics.Filter) jsonvalue.Object {
	used := uint64(0)
	for i := range e.scene.Bodies {
		for k := range e.scene.Bodies[i].Shapes {
			used |= e.scene.Bodies[i].Shapes[k].Def.Filter.Category
		}
	}
	names := func(bits uint64) []string {
		var list []string
		for bit := range 62 {
			if bits>>bit&1 != 0 {
				list = append(list, fmt.Sprintf("system%d", bit))
			}
		}
		return list
	}
	out := jsonvalue.Object{}
	if list := names(f.Category & used); list != nil {
		out["collisionSystems"] = list
	}
	if list := names(used &^ f.Mask); list != nil {
		out["notCollideWithSystems"] = list
	}
	own := jsonvalue.Object{"category": hexadecimal(f.Category), "mask": hexadecimal(f.Mask)}
	if f.Group != 0 {
		own["group"] = f.Group
	}
	out["extensions"] = jsonvalue.Object{extension.Own: own}
	return out
}
