package usd

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// given has the mass properties of a prim.
type given struct {
	mass, density float64 // kg, kg/m³; 0 for none
	center        *vec.Vec3
	inertia       *vec.Mat3
}

// none reports whether nothing is said but a density.
func (g *given) none() bool { return g.mass == 0 && g.center == nil && g.inertia == nil }

// mass reads the mass of a prim, in the frame of its body, which rel leads to from the prim.
func (r *reader) massOf(p *usdstage.Prim, rel *matrix) given {
	var g given
	if !p.Applied("PhysicsMassAPI") {
		return g
	}
	g.mass = math.Max(p.Number("physics:mass", 0), 0) * r.mass
	g.density = math.Max(p.Number("physics:density", 0), 0) * r.densityUnit()
	c := vector{math.Inf(-1)}
	if p.Tuple("physics:centerOfMass", c[:]) && !math.IsInf(c[0]+c[1]+c[2], 0) {
		at := rel.point(c).single()
		g.center = &at
	}
	var d vector
	if !p.Tuple("physics:diagonalInertia", d[:]) || d == (vector{}) {
		return g
	}
	tensor := vec.Diag(d.scale(r.mass * r.length * r.length).single())
	around, _, _ := rel.split()
	rotated := around.Q
	var axes quaternion
	if p.Tuple("physics:principalAxes", axes[:]) {
		if q, ok := axes.unit(); ok {
			rotated = rotated.Mul(q.single())
		}
	}
	tensor = tensor.RotateTensor(rotated.Norm())
	tensor.YX, tensor.ZX, tensor.ZY = tensor.XY, tensor.XZ, tensor.YZ
	if !model.PossibleInertia(&tensor) {
		p.Warnf("diagonalInertia (%g, %g, %g): must be positive: that of the shapes is taken", d[0], d[1], d[2])
		return g
	}
	g.inertia = &tensor
	return g
}

// densityUnit is a unit of density (kg/m³).
func (r *reader) densityUnit() float64 { return r.mass / (r.length * r.length * r.length) }

// maxDensity (kg/m³) is the largest that the engine takes.
const maxDensity = 1e9

// densities gives the colliders of a body their densities: their own, that of a prim between, of the body, of the
// material, or water's.
func (r *reader) densities(b *body) {
	for _, c := range b.colliders {
		c.surface = r.surfaceOf(c.prim)
		c.density = model.WaterDensity
		if c.surface != nil && c.surface.density > 0 {
			c.density = c.surface.density * r.densityUnit()
		}
		for at := c.prim; at != nil; at = at.Parent {
			if d := at.Number("physics:density", 0); d > 0 && at.Applied("PhysicsMassAPI") {
				c.density = d * r.densityUnit()
				break
			}
			if at == b.prim {
				break
			}
		}
		if !(c.density <= maxDensity) {
			c.prim.Warnf("a density of %g kg/m³: %g is taken", c.density, float32(maxDensity))
			c.density = maxDensity
		}
	}
}

// pointRadius (m) is that of a body without colliders, as the format's own library has it.
const pointRadius = 0.1

// setMass gives a body of the scene its mass; all its shapes are there, those that are switched off, too.
func (r *reader) setMass(b *body, out *model.Body) {
	at := b.inverse.mul(b.at)
	own := r.massOf(b.prim, &at)
	parts, simple := r.parts(b, out, own.center != nil && own.inertia == nil)
	if len(out.Shapes) == 0 {
		if own.mass == 0 {
			own.mass = r.mass
			b.prim.Warnf("has neither a mass nor a collider: %g kg is taken", own.mass)
		}
		if own.inertia == nil {
			x := float32(0.4 * own.mass * pointRadius * pointRadius)
			ball := vec.Diag(vec.V3(x, x, x))
			own.inertia = &ball
			b.prim.Warnf("has no collider and no inertia: that of a ball of %g m is taken", pointRadius)
		}
		if own.center == nil {
			own.center = &vec.Vec3{}
		}
	} else if !simple {
		own.fill(model.JoinedMass(parts))
	}
	if own.mass > 0 && own.mass < physics.MinMass {
		b.prim.Warnf("a mass of %g kg: at least %g is taken", own.mass, float32(physics.MinMass))
		own.mass = physics.MinMass
	}
	out.Mass = model.Mass{Mass: float32(own.mass), Center: own.center, Inertia: own.inertia}
	r.scene.Declared.Masses++
}

// fill takes values that a prim lacks from its shapes. About a centre that it has instead of theirs they have the
// parallel axis more, as for the format's own library and for PhysX: without it a cube with its centre far outside
// swings as if all of it were there.
func (g *given) fill(m model.Mass) {
	if g.mass == 0 {
		g.mass = float64(m.Mass)
	}
	if g.inertia == nil {
		t := m.Inertia.Scale(float32(g.mass) / m.Mass)
		g.inertia = &t
		if g.center != nil {
			moved := model.ParallelAxis(t, float32(g.mass), g.center.Sub(*m.Center))
			// thousands of sizes away, rounding takes more than the moment about the line to there
			if model.PossibleInertia(&moved) {
				g.inertia = &moved
			}
		}
	}
	if g.center == nil {
		g.center = m.Center
	}
}

// parts are the masses of the colliders of a body. simple says that they follow from the shapes alone, which is not so
// of a body that is moved: the file has another centre, but no inertia about it.
func (r *reader) parts(b *body, out *model.Body, moved bool) (list []model.PartMass, simple bool) {
	simple = !moved
	said, exact := make([]given, len(b.colliders)), make([]physics.MassData, len(b.colliders))
	for i, c := range b.colliders {
		if c.prim != b.prim {
			said[i] = r.massOf(c.prim, &c.rel)
		}
		var uneven bool
		exact[i], uneven = c.stretched(out.Shapes[c.first : c.first+c.count])
		simple = simple && said[i].none() && c.enabled && !uneven
	}
	if simple {
		return nil, true
	}
	for i, c := range b.colliders {
		shapes := model.Body{Def: physics.DefaultBodyDef(), Shapes: out.Shapes[c.first : c.first+c.count]}
		data, ok := exact[i], exact[i].Mass > 0
		if !ok {
			data, ok = shapes.ShapeMass()
		}
		if !ok || data.Mass <= 0 {
			continue
		}
		g := said[i]
		g.fill(model.Mass{Mass: data.Mass, Center: &data.Center, Inertia: &data.Inertia})
		list = append(list, model.PartMass{Mass: float32(g.mass), Center: *g.center, Inertia: g.inertia})
	}
	return list, len(list) == 0
}
