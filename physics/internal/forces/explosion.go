package forces

import (
	"slices"

	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// Shielding names the obstacles that keep an explosion from a shape, see physics.Shielding.
type Shielding uint8

const (
	ShieldNone Shielding = iota
	ShieldStatic
	ShieldAll
	ShieldingCount
)

// Explosion pushes away from a point, see physics.ExplosionDef.
type Explosion struct {
	Position                 vec.Vec3
	Radius, Falloff, Impulse float32
	Shielding                Shielding
	Filter                   query.Filter
}

// Explode gives the shapes of dynamic bodies in reach their impulses, each by the area of its outline seen from the
// explosion and by the distance of its nearest point, and wakes them. It returns how many were pushed.
func (f *Forces) Explode(e *Explosion) int {
	reach := e.Radius + e.Falloff
	area := vec.AABB{Min: e.Position, Max: e.Position}.Expand(reach)
	found := f.broad.Trees[state.Dynamic].Query(area, tree.AllCategories, nil)
	slices.Sort(found)
	pushed := 0
	for _, index := range found {
		s := &f.Shapes[index]
		if s.Sensor || !e.Filter.Accepts(s) {
			continue
		}
		distance := f.queries.Closest(index, e.Position).Distance
		strength := e.Impulse
		if distance > e.Radius {
			if distance >= reach {
				continue
			}
			strength = float32(strength*(reach-distance)) / e.Falloff
		}
		if f.blast(index, e, strength) {
			pushed++
		}
	}
	return pushed
}

// blast pushes one shape with a strength in N·s/m².
func (f *Forces) blast(index int32, e *Explosion, strength float32) bool {
	s := &f.Shapes[index]
	pose := f.Sims[s.Body].Transform
	g := &f.Geometries[index]
	middle := pose.Apply(g.Centroid())
	dir, distance := middle.Sub(e.Position).NormLen()
	if distance < 1e-6 || e.Shielding != ShieldNone && f.shielded(index, e, middle) {
		return false
	}
	outline := g.Projection(pose.Q.InvRotate(dir))
	impulse := state.ClampVector(dir.Mul(float32(strength*outline.Area)), state.MaxForceInput)
	point := pose.Apply(outline.Center)
	if f.Bodies[s.Body].Out() || !state.ValidVector(impulse, state.MaxForceInput) ||
		!state.ValidVector(point, 2*state.MaxPosition) {
		return false
	}
	f.Push(s.Body, impulse, point)
	return true
}

// Push wakes a dynamic body and changes its velocity at once by an impulse (N·s) at a world point (m).
func (f *Forces) Push(body int32, impulse, point vec.Vec3) {
	f.islands.Wake(body)
	sim, s := &f.Sims[body], f.StateOf(&f.Bodies[body])
	r := point.Sub(sim.Center)
	s.V = state.ClampVector(s.V.MulAdd(sim.InvMass, impulse), state.MaxSpeedInput)
	s.W = state.ClampVector(s.W.Add(sim.InvInertia.MulVec(r.Cross(impulse))), state.MaxSpeedInput)
}

// shielded reports whether something stands between an explosion and the middle of a shape. Shapes that hold the
// explosion itself do not count.
func (f *Forces) shielded(index int32, e *Explosion, middle vec.Vec3) bool {
	ray := middle.Sub(e.Position)
	own := f.Shapes[index].Body
	var cast tree.Cast
	for kind := range f.broad.Trees {
		if state.BodyType(kind) != state.Static && e.Shielding == ShieldStatic {
			continue
		}
		cast.RayCast(&f.broad.Trees[kind], e.Position, ray, 1, tree.AllCategories)
		for cast.Next() {
			other := cast.User()
			if s := &f.Shapes[other]; s.Body == own || !e.Filter.Accepts(s) || s.Sensor {
				continue
			}
			if h, ok := f.queries.RayCast(other, e.Position, ray, 1); ok && h.Normal != (vec.Vec3{}) {
				return true
			}
		}
	}
	return false
}
