package physics

import (
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// Shielding names the obstacles that keep an explosion from a shape.
type Shielding uint8

const (
	// ShieldNone: everything in reach is pushed.
	ShieldNone Shielding = iota
	// ShieldStatic: what stands behind a static shape is not.
	ShieldStatic
	// ShieldAll: what stands behind any other body is not.
	ShieldAll
	shieldingCount
)

// ExplosionDef describes an explosion. Make it with DefaultExplosionDef.
type ExplosionDef struct {
	made bool

	// Position of the explosion (m).
	Position Vec3
	// Radius (m) up to which it has its full strength, and Falloff (m) over which that goes down to
	// nothing, in proportion to the distance.
	Radius, Falloff float32
	// Impulse is the momentum (N·s) that each m² of a shape's outline gets, as seen from the
	// explosion. Negative ones pull.
	Impulse float32
	// Shielding looks for shapes on the way from the explosion to the middle of a shape. Shapes that
	// hold the explosion itself do not count.
	Shielding Shielding
	Filter    QueryFilter
}

// DefaultExplosionDef returns one of full strength within 1 m that reaches 5 m.
func DefaultExplosionDef() ExplosionDef {
	return ExplosionDef{
		made: true, Radius: 1, Falloff: 4, Impulse: 1000, Shielding: ShieldStatic, Filter: DefaultQueryFilter(),
	}
}

func (d *ExplosionDef) check() error {
	if !d.made {
		return errors.New("physics: explosion definition was not made by DefaultExplosionDef")
	}
	if err := state.CheckVector("explosion position", d.Position, MaxPosition); err != nil {
		return err
	}
	if err := state.CheckRange("explosion radius", d.Radius, 0, MaxPosition); err != nil {
		return err
	}
	if err := state.CheckRange("explosion falloff", d.Falloff, 0, MaxPosition); err != nil {
		return err
	}
	if err := state.CheckRange("explosion impulse", d.Impulse, -maxForceInput, maxForceInput); err != nil {
		return err
	}
	if d.Shielding >= shieldingCount {
		return fmt.Errorf("physics: explosion shielding %d: is unknown", d.Shielding)
	}
	return nil
}

// Explode pushes the shapes of dynamic bodies away from a point, each by the area of its outline seen
// from there and by the distance of its nearest point, and wakes them. It returns how many
// shapes were pushed.
func (w *World) Explode(def ExplosionDef) (int, error) {
	if r := w.recorder(); r != nil {
		return r.worldExplode(w, def)
	}
	if w.locked.Load() {
		return 0, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return 0, err
	}
	reach := def.Radius + def.Falloff
	area := AABB{Min: def.Position, Max: def.Position}.Expand(reach)
	found := w.broad.Trees[Dynamic].Query(area, tree.AllCategories, nil)
	slices.Sort(found)
	pushed := 0
	for _, index := range found {
		s := &w.state.Shapes[index]
		if s.Sensor || !def.Filter.accepts(s) {
			continue
		}
		distance := w.closestOn(index, def.Position).Distance
		strength := def.Impulse
		if distance > def.Radius {
			if distance >= reach {
				continue
			}
			strength = float32(strength*(reach-distance)) / def.Falloff
		}
		if w.blast(index, &def, strength) {
			pushed++
		}
	}
	return pushed, nil
}

// blast pushes one shape with a strength in N·s/m².
func (w *World) blast(index int32, def *ExplosionDef, strength float32) bool {
	s := &w.state.Shapes[index]
	pose := w.state.Sims[s.Body].Transform
	g := &w.state.Geometries[index]
	middle := pose.Apply(g.Centroid())
	dir, distance := middle.Sub(def.Position).NormLen()
	if distance < 1e-6 || def.Shielding != ShieldNone && w.shielded(index, def, middle) {
		return false
	}
	facing := g.Projection(pose.Q.InvRotate(dir))
	impulse := dir.Mul(float32(strength * facing.Area))
	return w.bodyHandle(s.Body).ApplyImpulse(state.ClampVector(impulse, maxForceInput), pose.Apply(facing.Center))
}

// shielded reports whether something stands between an explosion and the middle of a shape.
func (w *World) shielded(index int32, def *ExplosionDef, middle Vec3) bool {
	ray := middle.Sub(def.Position)
	own := w.state.Shapes[index].Body
	var cast tree.Cast
	for kind := range w.broad.Trees {
		if BodyType(kind) != Static && def.Shielding == ShieldStatic {
			continue
		}
		cast.RayCast(&w.broad.Trees[kind], def.Position, ray, 1, tree.AllCategories)
		for cast.Next() {
			other := cast.User()
			if w.state.Shapes[other].Body == own || !def.Filter.accepts(&w.state.Shapes[other]) || w.state.Shapes[other].Sensor {
				continue
			}
			if h, ok := w.rayCastShape(other, def.Position, ray, 1); ok && h.Normal != (Vec3{}) {
				return true
			}
		}
	}
	return false
}
