package save

import (
	"github.com/qmuntal/gltf"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

func nodeAt(name string, at vec.Transform) *gltf.Node {
	n := &gltf.Node{Name: name, Translation: vector64(at.P), Rotation: rotation64(within(at.Q)),
		Scale: gltf.DefaultScale, Matrix: gltf.DefaultMatrix}
	// the library leaves out values equal to the default, and −0 equals 0 but has other bits
	if at.P == (vec.Vec3{}) && !same(vec.Transform{P: at.P}, vec.Transform{}) ||
		at.Q == vec.QuatIdentity && !same(vec.Transform{Q: at.Q}, vec.TransformIdentity) || within(at.Q) != at.Q {
		extend(n, extension.Own, jsonvalue.Object{"at": append(vector(at.P), rotation(at.Q)...)})
	}
	return n
}

// within is a rotation without components beyond 1, which rounding has and the format forbids.
func within(q vec.Quat) vec.Quat {
	return vec.Quat{X: vec.Clamp(q.X, -1, 1), Y: vec.Clamp(q.Y, -1, 1), Z: vec.Clamp(q.Z, -1, 1),
		W: vec.Clamp(q.W, -1, 1)}
}

func extendOwn(n *gltf.Node, content jsonvalue.Object) { extend(n, extension.Own, content) }

// extend puts something into an extension of a node.
func extend(n *gltf.Node, name string, content jsonvalue.Object) {
	if len(content) == 0 {
		return
	}
	if n.Extensions == nil {
		n.Extensions = gltf.Extensions{}
	}
	if old, ok := n.Extensions[name].(jsonvalue.Object); ok {
		for k, v := range content {
			old[k] = v
		}
		return
	}
	n.Extensions[name] = content
}
