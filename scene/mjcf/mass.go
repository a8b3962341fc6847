package mjcf

import (
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// geomMass are the masses of geoms on a body, in its frame.
type geomMass struct {
	list []physics.MassData
	// exact says that some are not those of their shapes.
	exact bool
}

// add adds the mass of a geom that became some shapes of a density.
func (m *geomMass) add(shapes []model.Shape, f form, density float32) {
	if f.unit == nil || f.volume == 0 {
		m.list = append(m.list, massOf(slices.Clone(shapes)))
		return
	}
	m.exact = true
	m.list = append(m.list, massAt(*f.unit, f.local, density*volumeOf(f.parts)/f.volume))
}

// addMass notes the mass that a body element adds to its body: that of the file, or of its geoms.
func (r *reader) addMass(e *xmlscene.Element, o owner, masses geomMass) {
	i := e.First("inertial")
	p := part{name: o.name, given: i != nil && r.fromGeoms != "true"}
	if p.given {
		p.mass = r.inertial(i, o.at)
	} else {
		p.mass, p.given = model.CombinedMass(masses.list), masses.exact
	}
	if p.mass.Mass > 0 {
		r.parts[o.body] = append(r.parts[o.body], p)
	}
}

// massOf is the mass of shapes. It is that of heavier ones scaled down, since bodies lighter than the engine has them
// would get another mass.
func massOf(shapes []model.Shape) physics.MassData {
	if len(shapes) == 0 {
		return physics.MassData{}
	}
	densest := float32(0)
	for i := range shapes {
		densest = max(densest, shapes[i].Def.Density)
	}
	scale := max(1, model.WaterDensity/densest)
	for i := range shapes {
		shapes[i].Def.Density *= scale
	}
	b := model.Body{Def: physics.DefaultBodyDef(), Shapes: shapes}
	out, _ := b.ShapeMass()
	out.Mass, out.Inertia = out.Mass/scale, out.Inertia.Scale(1/scale)
	return out
}

func (r *reader) inertial(i *xmlscene.Element, at vec.Transform) physics.MassData {
	local := at.Mul(r.pose(i))
	out := physics.MassData{Mass: i.Number("mass", 0), Center: local.P}
	if out.Mass < 0 || out.Mass > 0 && out.Mass < physics.MinMass {
		i.Errorf("mass %g kg: must be 0 or at least %g kg", out.Mass, float32(physics.MinMass))
	}
	var x [6]float32
	m := vec.Mat3{}
	switch {
	case i.Numbers("fullinertia", x[:]) == 6:
		m = vec.Mat3{XX: x[0], YY: x[1], ZZ: x[2], XY: x[3], XZ: x[4], YZ: x[5]}
	case i.Numbers("diaginertia", x[:3]) == 3:
		m = vec.Diag(vec.V3(x[0], x[1], x[2]))
	default:
		i.Warnf("has no inertia: that of a ball of water is taken")
		m = vec.Diag(vec.V3(1, 1, 1)).Scale(0.4 * out.Mass * 0.01)
	}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	m = m.RotateTensor(local.Q)
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	out.Inertia = m
	return out
}

// settleMasses gives the bodies their masses when all geoms are known, scaled to the total of the
// compiler.
func (r *reader) settleMasses() {
	total := float32(0)
	masses := make([]physics.MassData, len(r.scene.Bodies))
	for i := range r.scene.Bodies {
		if r.scene.Bodies[i].Def.Type == physics.Dynamic {
			masses[i] = combined(r.parts[i])
			total += masses[i].Mass
		}
	}
	scale := float32(1)
	if r.totalMass > 0 && total > 0 {
		scale = r.totalMass / total
	}
	for i := range r.scene.Bodies {
		b := &r.scene.Bodies[i]
		if b.Def.Type != physics.Dynamic {
			continue
		}
		m := &masses[i]
		if m.Mass < physics.MinMass {
			r.f.Lossf("", "body %q moves and has hardly any mass: 1 g is taken", b.Def.Name)
			m.Mass, m.Inertia = 1e-3, vec.Diag(vec.V3(1e-6, 1e-6, 1e-6))
			r.parts[i] = append(r.parts[i], part{given: true})
		}
		if scale == 1 && len(r.parts[i]) == 1 && !r.parts[i][0].given && b.Mass.Inertia == nil {
			continue // the mass of the shapes
		}
		center, inertia := m.Center, m.Inertia.Scale(scale)
		if extra := b.Mass.Inertia; extra != nil {
			inertia = inertia.Add(*extra)
			inertia = possible(inertia)
		}
		b.Mass = model.Mass{Mass: m.Mass * scale, Center: &center, Inertia: &inertia}
	}
}

func combined(parts []part) physics.MassData {
	list := make([]physics.MassData, len(parts))
	for i := range parts {
		list[i] = parts[i].mass
	}
	return model.CombinedMass(list)
}

// possible is an inertia with as much more of it about all axes as a body needs: no moment is larger than the two
// others together. A rotor on a body that hardly weighs anything is a disc then. Without it the ant of Bullet, with a
// rotor of 1 kg·m² on legs of 40 g, bursts.
func possible(m vec.Mat3) vec.Mat3 {
	largest := largestMoment(&m)
	more := vec.Max(0, 2*largest-(m.XX+m.YY+m.ZZ))
	return m.Add(vec.Diag(vec.V3(more, more, more)))
}

// largestMoment is the largest principal moment, by iteration.
func largestMoment(m *vec.Mat3) float32 {
	v := vec.V3(1, 0.7, 0.4)
	for range 60 {
		v = m.MulVec(v).Norm()
	}
	return v.Dot(m.MulVec(v))
}
