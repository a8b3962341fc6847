package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// infinite is how much more than the largest finite moment of inertia one about an axis is that a
// file calls infinite.
const infinite = 1e5

// readMass reads mass, centre and inertia; 0 means infinite.
func readMass(n *node, b *model.Body, m jsonvalue.Value) {
	if b.Def.Type != physics.Dynamic || n.own.IsObject() && n.own.At("shapeMass").Flag(false) {
		return
	}
	mass := m.At("mass")
	if !mass.Missing() {
		b.Mass.Mass = mass.Single(1, 0, physics.MaxMass)
		if b.Mass.Mass == 0 {
			b.Def.Locks |= physics.LockLinearX | physics.LockLinearY | physics.LockLinearZ
		} else if b.Mass.Mass < physics.MinMass {
			mass.Errorf("%g kg: must be 0 for infinite, or at least %g kg", b.Mass.Mass, float32(physics.MinMass))
		}
	}
	if c := m.At("centerOfMass"); !c.Missing() {
		center := n.world.Scaled(c.Vector(vec.Vec3{}, extension.MaxLength))
		if own := n.own; own.IsObject() {
			center = own.At("centerOfMass").Vector(center, extension.MaxLength)
		}
		b.Mass.Center = &center
	}
	diagonal := m.At("inertiaDiagonal")
	if diagonal.Missing() || b.Mass.Inertia != nil {
		// the whole tensor of the extension is exact
		return
	}
	x := [3]float32{}
	if !diagonal.Singles(x[:], 1e24) {
		return
	}
	largest := vec.Max(x[0], vec.Max(x[1], x[2]))
	if vec.Min(x[0], vec.Min(x[1], x[2])) < 0 {
		diagonal.Errorf("%v: moments of inertia must be positive, or 0 for infinite", x)
		return
	}
	inertia := vec.Mat3{}
	if largest > 0 {
		for i := range x {
			if x[i] == 0 {
				x[i] = infinite * largest
			}
		}
		inertia = vec.Diag(vec.V3(x[0], x[1], x[2])).RotateTensor(m.At("inertiaOrientation").Rotation(vec.QuatIdentity))
		// rounding must not make it asymmetric
		inertia.YX, inertia.ZX, inertia.ZY = inertia.XY, inertia.XZ, inertia.YZ
	}
	b.Mass.Inertia = &inertia
}
