package model

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// PartMass is the mass of a part of a body, in a frame of its own.
type PartMass struct {
	Mass   float32
	Center vec.Vec3
	// Inertia (kg·m²) about the center, nil if the file has none that is possible.
	Inertia *vec.Mat3
}

// WaterDensity (kg/m³) is about that of robots.
const WaterDensity = 1000

// PossibleInertia reports whether a body can have a tensor: it is positive definite (Sylvester's criterion), by more
// than rounding, and no less than that of the lightest body.
func PossibleInertia(m *vec.Mat3) bool {
	largest := vec.Max(m.XX, vec.Max(m.YY, m.ZZ))
	if !(largest > leastInertia) {
		return false
	}
	n := m.Scale(1 / largest)
	return definite(&n)
}

// leastInertia (kg·m²) is that of the lightest body, 10 µm across.
const leastInertia = physics.MinMass * 1e-9

// definite reports whether a tensor with a largest moment of 1 is positive definite.
func definite(m *vec.Mat3) bool {
	xx, yy, zz := float64(m.XX), float64(m.YY), float64(m.ZZ)
	xy, xz, yz := float64(m.XY), float64(m.XZ), float64(m.YZ)
	return xx > 0 && yy > 0 && zz > 0 && xx*yy-xy*xy > 1e-6 && xx*(yy*zz-yz*yz)-xy*(xy*zz-yz*xz)+xz*(xy*yz-yy*xz) > 1e-6
}

// In moves a mass into the frame in which its own is at.
func (m *PartMass) In(at vec.Transform) PartMass {
	out := PartMass{Mass: m.Mass, Center: at.Apply(m.Center)}
	if m.Inertia != nil {
		t := m.Inertia.RotateTensor(at.Q)
		t.YX, t.ZX, t.ZY = t.XY, t.XZ, t.YZ
		out.Inertia = &t
	}
	return out
}

// Estimate gives a part without inertia that of its shapes, or that of a ball of water without any.
func (m *PartMass) Estimate(shapes []Shape) {
	if m.Inertia != nil {
		return
	}
	b := Body{Def: physics.DefaultBodyDef(), Shapes: shapes}
	if data, ok := b.ShapeMass(); ok && data.Mass > 0 {
		if t := data.Inertia.Scale(m.Mass / data.Mass); PossibleInertia(&t) {
			m.Inertia = &t
			return
		}
	}
	r := math.Cbrt(3 * float64(m.Mass) / (4 * math.Pi * WaterDensity))
	x := float32(0.4 * float64(m.Mass) * r * r)
	t := vec.Diag(vec.V3(x, x, x))
	m.Inertia = &t
}

// JoinedMass joins parts that move as one, all in one frame and with their inertia.
func JoinedMass(list []PartMass) Mass {
	parts := make([]physics.MassData, len(list))
	for i := range list {
		parts[i] = physics.MassData{Mass: list[i].Mass, Center: list[i].Center, Inertia: *list[i].Inertia}
	}
	data := CombinedMass(parts)
	return Mass{Mass: data.Mass, Center: &data.Center, Inertia: &data.Inertia}
}
