package physics

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/forces"
	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
)

// Shielding names the obstacles that keep an explosion from a shape.
type Shielding uint8

const (
	// ShieldNone: everything in reach is pushed.
	ShieldNone = Shielding(forces.ShieldNone)
	// ShieldStatic: bodies behind a static shape are not.
	ShieldStatic = Shielding(forces.ShieldStatic)
	// ShieldAll: bodies behind any other body are not.
	ShieldAll = Shielding(forces.ShieldAll)
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
	if d.Shielding >= Shielding(forces.ShieldingCount) {
		return fmt.Errorf("physics: explosion shielding %d: is unknown", d.Shielding)
	}
	return cmp.Or(
		checkMade(d.made, "explosion", "DefaultExplosionDef"),
		state.CheckVector("explosion position", d.Position, MaxPosition),
		state.CheckRange("explosion radius", d.Radius, 0, MaxPosition),
		state.CheckRange("explosion falloff", d.Falloff, 0, MaxPosition),
		state.CheckRange("explosion impulse", d.Impulse, -maxForceInput, maxForceInput),
	)
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
	return w.forces.Explode(&forces.Explosion{
		Position: def.Position, Radius: def.Radius, Falloff: def.Falloff, Impulse: def.Impulse,
		Shielding: forces.Shielding(def.Shielding), Filter: query.Filter(def.Filter),
	}), nil
}
