package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/internal/shapes"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// AlsoCommand lets the next command act on another body, too: RemoveCommand, DuplicateCommand, MirrorCommand,
// EditCommand.
func AlsoCommand(b physics.Body) input.Event { return onBody(CommandAlso, b) }

// RemoveCommand removes a body with its joints.
func RemoveCommand(b physics.Body) input.Event { return onBody(CommandRemove, b) }

// DuplicateCommand makes a body again, away from it by some metres. Joints between bodies that are made again are, too.
func DuplicateCommand(b physics.Body, away vec.Vec3) input.Event {
	e := onBody(CommandDuplicate, b)
	e.P = away
	return e
}

// MirrorCommand makes a body again, mirrored in the plane through a point (m) with a normal.
func MirrorCommand(b physics.Body, point, normal vec.Vec3) input.Event {
	e := onBody(CommandMirror, b)
	e.P, e.D = point, normal
	return e
}

func onBody(c Command, b physics.Body) input.Event {
	e := command(c)
	e.ID = BodyKey(b)
	return e
}

// targets are the bodies that a command acts on: that of its key and those of CommandAlso before it.
func (s *Session) targets(key uint64) ([]physics.Body, error) {
	defer func() { s.also = s.also[:0] }()
	var list []physics.Body
	for _, k := range append(s.also, key) {
		b, ok := bodyOf(s.World(), k)
		if !ok {
			return nil, fmt.Errorf("body %d/%d: there is no such body", uint32(k), k>>32)
		}
		list = append(list, b)
	}
	return list, nil
}

// onTargets carries out the commands that remove bodies and make them again.
func (s *Session) onTargets(e *input.Event) error {
	bodies, err := s.targets(e.ID)
	if err != nil {
		return fmt.Errorf("app: %s: %w", commandNames[e.Code], err)
	}
	switch Command(e.Code) {
	case CommandRemove:
		s.remove(bodies)
		return nil
	case CommandDuplicate:
		s.log.current.callAll("duplicate", bodies)
		return s.copy(bodies, func(d *model.Body) error {
			d.Def.Position = d.Def.Position.Add(e.P)
			return nil
		}, nil)
	}
	s.log.current.callAll("mirror", bodies)
	m, err := shapes.NewMirror(e.P, e.D)
	if err != nil {
		return fmt.Errorf("app: %w", err)
	}
	return s.copy(bodies, m.Body, m.Joint)
}

// remove removes bodies.
func (s *Session) remove(bodies []physics.Body) {
	s.log.current.callAll("delete", bodies)
	s.removes(bodies)
	for _, b := range bodies {
		s.forget(b)
		b.Destroy()
	}
}

// forget releases a body that is about to be destroyed.
func (s *Session) forget(b physics.Body) {
	if s.grab.body == b {
		s.grab.release()
	}
}

// copy makes bodies again, changed, and the joints between them. changeJoint may be nil.
func (s *Session) copy(bodies []physics.Body, change func(*model.Body) error,
	changeJoint func(*physics.JointFrames)) error {
	w, made := s.World(), map[physics.Body]physics.Body{}
	s.copies = nil
	for _, b := range bodies {
		d := model.CaptureBody(b)
		if err := change(&d); err != nil {
			return fmt.Errorf("app: copy: %w", err)
		}
		c, err := model.MakeBody(w, &d)
		if err != nil {
			return fmt.Errorf("app: copy: %w", err)
		}
		made[b] = c
		s.copies = append(s.copies, c)
		s.spawned.bodies = append(s.spawned.bodies, c)
	}
	for _, j := range w.Joints(nil) {
		a, b := j.Bodies()
		if !made[a].Valid() || !made[b].Valid() {
			continue
		}
		def := j.Def()
		if def == nil {
			continue
		}
		if changeJoint != nil {
			changeJoint(def.Ends())
		}
		if _, err := model.MakeJoint(w, def, made[a], made[b]); err != nil {
			return fmt.Errorf("app: copy: %w", err)
		}
	}
	return nil
}
