package load

import (
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/model"
)

// readCopies reads the places of equal static bodies: those of the instances of a node, of which the
// first is the body itself.
func (d *bodyReader) readCopies(n *node, b *model.Body) {
	v := n.own.At("copies")
	if !v.IsObject() {
		return
	}
	v.Only("translation", "rotation")
	if n.khr.At("motion").IsObject() || !n.own.At("static").Flag(false) {
		v.Errorf("only a static body has copies")
		return
	}
	read := func(name string, components int) []float32 {
		i := v.At(name).Index(len(d.GLTF.Accessors), "accessors")
		if i < 0 {
			return nil
		}
		x, err := d.Floats(i, components)
		if err != nil {
			v.At(name).Errorf("%v", err)
		}
		return x
	}
	positions, rotations := read("translation", 3), read("rotation", 4)
	count := len(positions) / 3
	if d.copies += count; count == 0 || rotations != nil && len(rotations) != 4*count || d.copies > model.MaxCopies {
		v.Errorf("%d places with %d turns: must be as many, and at most %d in a file", count, len(rotations)/4,
			model.MaxCopies)
		return
	}
	for i := range count {
		at := affine.Space{P: affine.Wide(vec.V3(positions[3*i], positions[3*i+1], positions[3*i+2])),
			Q: affine.UnitQuat, S: affine.UnitMat3}
		if rotations != nil {
			at.Q = affine.Quat{float64(rotations[4*i]), float64(rotations[4*i+1]), float64(rotations[4*i+2]),
				float64(rotations[4*i+3])}
		}
		full := n.world
		full.S = affine.UnitMat3
		full = full.Within(&at)
		if l := at.Q.Len2(); !full.Finite() || l < 0.25 || l > 4 ||
			full.P.Single().Abs().MaxComponent() > extension.MaxLength {
			v.Errorf("copy %d is at %v, turned by %v: must be within %g m and turned by a unit quaternion", i, at.P,
				at.Q, float32(extension.MaxLength))
			return
		}
		pose := full.Transform()
		if i == 0 {
			b.Def.Position, b.Def.Rotation = pose.P, pose.Q
			continue
		}
		b.Copies = append(b.Copies, pose)
	}
}
