package affine

import (
	"math"

	"tumble/physics/vec"
)

// Transforms of nodes compose in double precision and are rounded once. A node that rotates and
// translates, and has no scaled ancestor, keeps the very bits of the file.

// Space is the transform of a node: translation P, rotation Q, and a scale S that may mirror and shear.
type Space struct {
	P Vec3
	Q Quat
	S Mat3
}

var Origin = Space{Q: UnitQuat, S: UnitMat3}

// Within returns a transform given in the space o in the parent space of o.
func (o *Space) Within(t *Space) Space {
	if *o == Origin {
		return *t
	}
	rotation := o.Q.mat()
	full := rotation
	if o.S != UnitMat3 {
		full = rotation.mul(&o.S)
	}
	moved := full.apply(t.P)
	out := Space{Q: o.Q.mul(t.Q), S: t.S}
	for i := range moved {
		out.P[i] = o.P[i] + moved[i]
	}
	if o.S != UnitMat3 {
		// the scale of the parent, seen from the axes of the child: Rᵀ·S·R·s
		r := t.Q.mat()
		back := t.Q.conj().mat()
		m := o.S.mul(&r)
		m = m.mul(&t.S)
		out.S = back.mul(&m)
	}
	return out
}

// Scale returns the lengths of the three axes and whether they are still at right angles.
func (o *Space) Scale() (size Vec3, straight bool) {
	for i := range size {
		size[i] = math.Sqrt(o.S[i][0]*o.S[i][0] + o.S[i][1]*o.S[i][1] + o.S[i][2]*o.S[i][2])
	}
	largest := math.Max(size[0], math.Max(size[1], size[2]))
	straight = true
	for i := range size {
		for k := range size {
			if i != k && math.Abs(o.S[i][k]) > 1e-4*largest {
				straight = false
			}
		}
	}
	return size, straight
}

// Scaled applies the scale alone to a point or direction.
func (o *Space) Scaled(v vec.Vec3) vec.Vec3 {
	if o.S == UnitMat3 {
		return v
	}
	return o.S.apply(Wide(v)).Single()
}

// Transform is the translation and rotation, without the scale.
func (o *Space) Transform() vec.Transform {
	return vec.Transform{P: o.P.Single(), Q: o.Q.Unit().Single()}
}

// Finite reports whether the transform fits single precision.
func (o *Space) Finite() bool {
	sum := o.P[0] + o.P[1] + o.P[2] + o.Q.Len2()
	for i := range o.S {
		sum += o.S[i][0] + o.S[i][1] + o.S[i][2]
	}
	return !math.IsNaN(sum) && math.Abs(sum) < math.MaxFloat32
}
