package session

import (
	"cmp"
	"fmt"

	"tumble/physics"
	"tumble/scene/model"
)

// revise takes an edit back, or does it again, in the world as it is now. It does as much as possible; the error names
// the rest.
func (s *Session) revise(x *edit, back bool) error {
	var failed error
	keep := func(err error) {
		if err != nil && failed == nil {
			failed = fmt.Errorf("app: %s: %w", x.label(), err)
		}
	}
	w := s.World()
	for i := range x.joints {
		c := &x.joints[i]
		if to := pick(back, c.before, c.after); to == nil {
			if j, ok := s.log.objects.joint(w, c.order); ok {
				j.Destroy()
			}
		}
	}
	for i := range x.bodies {
		c := &x.bodies[i]
		to := pick(back, c.before, c.after)
		b, ok := s.log.objects.body(w, c.key)
		switch {
		case to == nil && c.parts == 0 && ok:
			s.forget(b)
			b.Destroy()
		case to != nil && c.parts == 0 && !ok:
			keep(s.makeAgain(c.key, to))
		case to != nil && ok:
			keep(s.writeParts(b, to, c.parts))
		}
	}
	for i := range x.joints {
		c := &x.joints[i]
		if to := pick(back, c.before, c.after); to != nil {
			keep(s.joinAgain(c, to))
		}
	}
	keep(s.tuneAgain(x, back))
	for i := range x.params {
		c := &x.params[i]
		p, value := s.keys[c.key], pick(back, c.before, c.after)
		switch {
		case p == nil:
		case x.command == CommandSet:
			keep(setParam(p, value, s.Config, s.Run))
		default:
			// the body or joint of the setting has its number again
			keep(p.SetValue(value))
		}
	}
	if x.wakes {
		s.wake()
	}
	if x.spawners != nil {
		s.spawner = pick(back, x.spawners[0], x.spawners[1])
	}
	if x.flows != nil {
		s.flows = pick(back, x.flows[0], x.flows[1])
	}
	return failed
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// makeAgain makes a body that was removed.
func (s *Session) makeAgain(key uint64, d *model.Body) error {
	b, err := model.MakeBody(s.World(), d)
	if err != nil {
		return err
	}
	was := key
	if now, ok := s.log.objects.bodies[key]; ok {
		was = now
	}
	s.log.objects.rename(key, b)
	// a scene that steers the body finds it again
	for _, list := range [][]physics.Body{s.Run.Bodies, s.Run.Movers, s.spawned.bodies} {
		for i := range list {
			if BodyKey(list[i]) == was {
				list[i] = b
			}
		}
	}
	return nil
}

// joinAgain makes a joint that was removed.
func (s *Session) joinAgain(c *jointChange, def physics.JointDef) error {
	if _, ok := s.log.objects.joint(s.World(), c.order); ok {
		return nil
	}
	var a physics.Body
	b, ok := s.log.objects.body(s.World(), c.b)
	if c.a != 0 && ok {
		a, ok = s.log.objects.body(s.World(), c.a)
	}
	if !ok {
		return fmt.Errorf("a body of a joint is gone")
	}
	j, err := model.MakeJoint(s.World(), def, a, b)
	if err != nil {
		return err
	}
	s.log.objects.renameJoint(c.order, j)
	return nil
}

// writeParts writes parts of a body as they were described. It does as much as possible; the error says why the first
// of the rest was refused.
func (s *Session) writeParts(b physics.Body, d *model.Body, parts bodyParts) error {
	var failed error
	keep := func(errs ...error) { failed = cmp.Or(failed, cmp.Or(errs...)) }
	if parts&partType != 0 && b.Type() != d.Def.Type {
		keep(b.SetType(d.Def.Type))
	}
	if parts&partShapes != 0 {
		if err := reshape(b, d); err != nil {
			return err
		}
	}
	if parts&partMotion != 0 {
		keep(b.SetTransform(physics.Transform{P: d.Def.Position, Q: d.Def.Rotation}))
		if b.Type() != physics.Static {
			keep(b.SetLinearVelocity(d.Linear), b.SetAngularVelocity(d.Angular))
		}
	}
	if parts&(partSurface|partMass) != 0 {
		for i, shape := range b.Shapes(nil) {
			if i < len(d.Shapes) {
				keep(shape.SetMaterial(d.Shapes[i].Def.Material), shape.SetDensity(d.Shapes[i].Def.Density))
			}
		}
		if m := &d.Mass; m.Center != nil && m.Inertia != nil {
			keep(b.SetMassData(physics.MassData{Mass: m.Mass, Center: *m.Center, Inertia: *m.Inertia}))
		}
	}
	if parts&partDamping != 0 {
		keep(b.SetLinearDamping(d.Def.LinearDamping), b.SetAngularDamping(d.Def.AngularDamping),
			b.SetGravityScale(d.Def.GravityScale))
	}
	if parts&partBullet != 0 {
		keep(b.SetBullet(d.Def.Bullet))
	}
	if parts&partSleep != 0 {
		keep(b.SetAllowSleep(d.Def.AllowSleep))
		if b.Type() != physics.Static {
			b.SetAwake(d.Def.Awake)
		}
	}
	if failed != nil {
		return fmt.Errorf("body %d: %w", b.Index(), failed)
	}
	return nil
}
