package physics

import (
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// CreateBody adds a body to the world.
func (w *World) CreateBody(def BodyDef) (Body, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateBody(w, def)
	}
	if w.locked.Load() {
		return Body{}, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return Body{}, err
	}
	if w.state.BodyCount >= w.state.Limits.Bodies {
		return Body{}, fmt.Errorf("physics: %d bodies: %w", w.state.BodyCount, ErrLimit)
	}
	index := w.step.AddBody(state.Body{
		Kind: def.Type, AllowSleep: def.AllowSleep, Bullet: def.Bullet, Locks: def.Locks, Disabled: !def.Enabled,
		SleepSpeed: def.SleepSpeed, UserTag: def.UserTag,
	}, solve.Sim{
		Transform: Transform{P: def.Position, Q: def.Rotation.Unit()}, Flags: solve.Flags(def.Locks),
		LinearDamping: def.LinearDamping, AngularDamping: def.AngularDamping, GravityScale: def.GravityScale,
	}, def.Name)
	if def.Type != Static && def.Awake && def.Enabled {
		w.islands.AppendAwake(index)
		s := w.state.StateOf(&w.state.Bodies[index])
		s.V, s.W = def.LinearVelocity, def.AngularVelocity
	}
	return w.bodyHandle(index), nil
}

// Destroy removes the body with its shapes and joints. Bodies in touch with it wake up.
func (b Body) Destroy() error {
	if r := b.world.recorder(); r != nil {
		return r.bodyDestroy(b)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	if r.FirstShape != state.None {
		b.world.revision++
	}
	b.world.step.RemoveBody(b.index)
	return nil
}

// BodyCount returns the number of bodies.
func (w *World) BodyCount() int { return int(w.state.BodyCount) }

// BodyCapacity returns one more than the largest Body.Index in use so far.
func (w *World) BodyCapacity() int { return len(w.state.Bodies) }

// BodyAt returns the body in a slot, 0 ≤ index < BodyCapacity.
func (w *World) BodyAt(index int) (Body, bool) {
	if index < 0 || index >= len(w.state.Bodies) || !w.state.Bodies[index].Alive() {
		return Body{}, false
	}
	return w.bodyHandle(int32(index)), true
}

// Bodies appends all bodies in the order of their indices to buf.
func (w *World) Bodies(buf []Body) []Body {
	for i := range w.state.Bodies {
		if w.state.Bodies[i].Alive() {
			buf = append(buf, w.bodyHandle(int32(i)))
		}
	}
	return buf
}

// Body returns the body of a name, of several the one that was made first; ok is false for none, and for the empty
// name. It looks at all bodies: a program that asks in every step keeps the handle instead.
func (w *World) Body(name string) (b Body, ok bool) {
	for i, n := range w.state.Names {
		if n == name && n != "" && (!ok || w.state.Bodies[i].Order < b.Order()) {
			b, ok = w.bodyHandle(int32(i)), true
		}
	}
	return b, ok
}

// Type returns how the body moves.
func (b Body) Type() BodyType { return b.read().Kind }

// Name returns the name given at creation or by SetName.
func (b Body) Name() string {
	if b.record() == nil {
		return ""
	}
	return b.world.state.Names[b.index]
}

// SetName changes the name, which only people use. BodyDef.Name lists the names that are refused.
func (b Body) SetName(name string) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetName(b, name)
	}
	if _, err := b.writable(); err != nil {
		return err
	}
	if err := state.CheckName("body", name); err != nil {
		return b.world.refuse(err)
	}
	b.world.state.Rename(b.index, name)
	return nil
}

// UserTag returns the number kept for the user.
func (b Body) UserTag() uint64 { return b.read().UserTag }

// SetUserTag changes the number kept for the user.
func (b Body) SetUserTag(tag uint64) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetUserTag(b, tag)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	r.UserTag = tag
	return nil
}

// Transform returns where the body's origin is and how it is turned; the identity for a
// stale handle.
func (b Body) Transform() Transform { return b.sim().Transform }

// Position returns the place of the body's origin (m).
func (b Body) Position() Vec3 { return b.Transform().P }

// Rotation returns the orientation.
func (b Body) Rotation() Quat { return b.Transform().Q }

// WorldCenter returns the place of the centre of mass (m).
func (b Body) WorldCenter() Vec3 { return b.sim().Center }

// LocalCenter returns the centre of mass in the body's frame (m).
func (b Body) LocalCenter() Vec3 { return b.sim().LocalCenter }

// LinearVelocity returns the velocity of the centre of mass (m/s).
func (b Body) LinearVelocity() Vec3 { return b.velocities().V }

// AngularVelocity returns the angular velocity (rad/s).
func (b Body) AngularVelocity() Vec3 { return b.velocities().W }

// PointVelocity returns the velocity (m/s) of the material point of the body at p (m).
func (b Body) PointVelocity(p Vec3) Vec3 {
	return b.LinearVelocity().Add(b.AngularVelocity().Cross(p.Sub(b.WorldCenter())))
}

// Awake reports whether the body takes part in the simulation now.
func (b Body) Awake() bool { return b.read().AwakeIndex != state.None }

// Frozen reports whether the body was quarantined: its state had become unusable and it was
// stopped. SetTransform brings it back.
func (b Body) Frozen() bool { return b.read().Frozen }

// Bounds returns the box (m) around the shapes of the body.
func (b Body) Bounds() AABB {
	if b.read().FirstShape == state.None {
		return AABB{Min: b.Position(), Max: b.Position()}
	}
	return b.world.state.BodyBounds(b.index)
}

// ShapeCount returns the number of shapes of the body.
func (b Body) ShapeCount() int { return int(b.read().ShapeCount) }

// Shapes appends the shapes of the body to buf, in the order of their creation.
func (b Body) Shapes(buf []Shape) []Shape {
	for s := b.read().FirstShape; s != state.None; s = b.world.state.Shapes[s].Next {
		buf = append(buf, b.world.shapeHandle(s))
	}
	return buf
}

// A disabled body is out of the simulation until it is enabled again, without losing anything but
// its velocity. It has no contacts, no query of the world finds it, no sensor sees it and its own
// sensors see nothing, its joints hold nothing. Bodies in touch with it get their end events and wake up.
// Questions put to the body or its shapes are answered as before: they have a place and a form.

// Enabled reports whether the body takes part in the simulation, see SetEnabled.
func (b Body) Enabled() bool { r := b.record(); return r != nil && !r.Disabled }

// SetEnabled takes the body out of the simulation, or puts it back.
//
// Out of it the body keeps its pose, shapes, joints, mass and settings and loses its velocity. Its
// contacts end with their end events in the next step, as do the overlaps with sensors, and what
// it touched or held wakes up. It does not move, is not found by queries of the world, and refuses
// velocities, forces and impulses; SetTransform places it elsewhere. Back in it the body is awake and
// at rest, its joints hold again, and contacts and overlaps begin anew with their events.
func (b Body) SetEnabled(enabled bool) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetEnabled(b, enabled)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	if enabled == !r.Disabled {
		return nil
	}
	w := b.world
	w.revision++
	if enabled {
		w.step.Enable(b.index)
	} else {
		w.step.Disable(b.index)
	}
	return nil
}
