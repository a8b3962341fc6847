package save

import (
	"tumble/scene/gltf/internal/jsonvalue"
)

func putOrder(own jsonvalue.Object, order uint64) {
	if order > 0 {
		own["order"] = order
	}
}

func putTag(own jsonvalue.Object, tag uint64) {
	if tag != 0 {
		own["tag"] = hexadecimal(tag)
	}
}
