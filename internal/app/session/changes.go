package session

import (
	"slices"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/scene/model"
)

// begin notes the state before a command.
func (s *Session) begin(e *input.Event) {
	l := s.log
	l.newest = l.newestOrder(s.World())
	if n := len(l.done); n > 0 && len(l.undone) == 0 && l.done[n-1].joins(e) {
		l.current = l.done[n-1]
		l.current.time, l.current.last = e.Time, s.applied
		return
	}
	s.settle()
	l.current = &edit{command: Command(e.Code), target: targetOf(e), time: e.Time, first: s.applied, last: s.applied,
		before: s.keepState()}
	switch Command(e.Code) {
	case CommandRestart:
		l.current.whole, l.current.what = true, "restart"
	case CommandMend:
		l.current.whole, l.current.what, l.current.target = true, "mend", e.ID
	}
}

// finish notes the changes of a command. One that changed nothing is no edit.
func (s *Session) finish() {
	l, x := s.log, s.log.current
	l.current = nil
	s.made(x)
	if len(x.bodies)+len(x.joints)+len(x.params)+len(x.tunings) == 0 && x.spawners == nil && x.flows == nil &&
		!x.whole {
		return
	}
	if x.command.repeats() {
		x.count++
	}
	l.undone = nil
	if x.command == CommandGrab {
		l.held = x
	} else if x.settled() {
		l.unsettled = x
	} else {
		s.capture(x)
	}
	if n := len(l.done); n == 0 || l.done[n-1] != x {
		l.done = append(l.done, x)
	}
	l.states.trim(l.done, func(x *edit) *keptState { return x.before })
}

// made adds the bodies and joints that were made since the state before the last command.
func (s *Session) made(x *edit) {
	w := s.World()
	l := s.log
	if before := l.newest; x.whole || before == l.newestOrder(w) {
		return
	}
	for _, b := range l.bodies {
		if b.Order() > s.log.newest {
			d := model.CaptureBody(b)
			x.add(bodyChange{key: s.log.objects.name(b), after: &d})
			x.call(defaultVerb[x.command], b)
		}
	}
	for _, j := range l.joints {
		if j.Order() > l.newest && j.Kind() != physics.KindMouse {
			x.joints = append(x.joints, s.jointMade(j))
		}
	}
}

// defaultVerb says of commands that make things how that is called.
var defaultVerb = map[Command]string{CommandShoot: "shoot", CommandThrow: "throw", CommandSpawn: "drop",
	CommandDuplicate: "duplicate"}

// newestOrder is the largest order of the objects of a world. It leaves them in bodies and joints.
func (l *undoLog) newestOrder(w *physics.World) (newest uint64) {
	l.bodies, l.joints = w.Bodies(l.bodies[:0]), w.Joints(l.joints[:0])
	for _, b := range l.bodies {
		newest = max(newest, b.Order())
	}
	for _, j := range l.joints {
		newest = max(newest, j.Order())
	}
	return newest
}

func (s *Session) jointMade(j physics.Joint) jointChange {
	c := s.describeJoint(j)
	c.before, c.after = nil, c.before
	return c
}

// describeJoint describes a joint that is there as one that is to be removed.
func (s *Session) describeJoint(j physics.Joint) jointChange {
	a, b := j.Bodies()
	c := jointChange{order: s.log.objects.nameJoint(j), b: s.log.objects.name(b), before: j.Def()}
	if a.Valid() {
		c.a = s.log.objects.name(a)
	}
	return c
}

// changes notes the state of a body that a command is about to change.
func (s *Session) changes(b physics.Body, parts bodyParts) {
	if s.log.again || s.log.current == nil {
		return
	}
	x, key := s.log.current, s.log.objects.name(b)
	if c := x.change(key); c != nil {
		// bodies that the edit itself made are described as a whole
		if c.before != nil {
			c.parts |= parts
		}
		return
	}
	d := model.CaptureBody(b)
	x.add(bodyChange{key: key, parts: parts, before: &d})
}

// removes notes bodies that a command is about to remove, with their joints.
func (s *Session) removes(bodies []physics.Body) {
	x := s.log.current
	if s.log.again || x == nil {
		return
	}
	gone := make(map[physics.Body]bool, len(bodies))
	for _, b := range bodies {
		gone[b] = true
		if b.Order() > s.log.newest {
			// the command itself has made it: before the edit it was not there, and after it, it is not either
			continue
		}
		key := s.log.objects.name(b)
		if c := x.change(key); c != nil {
			// the edit itself has made or changed it
			c.after, c.parts = nil, 0
			continue
		}
		d := model.CaptureBody(b)
		x.add(bodyChange{key: key, before: &d})
	}
	for _, j := range s.World().Joints(nil) {
		if p, q := j.Bodies(); gone[p] || gone[q] {
			s.cuts(j)
		}
	}
}

// cuts notes a joint that a command is about to remove.
func (s *Session) cuts(j physics.Joint) {
	x := s.log.current
	if s.log.again || x == nil || j.Kind() == physics.KindMouse || j.Order() > s.log.newest {
		return
	}
	c := s.describeJoint(j)
	if !slices.ContainsFunc(x.joints, func(o jointChange) bool { return o.order == c.order }) {
		x.joints = append(x.joints, c)
	}
}

// settled reports whether time does not touch what the edit has changed: it can be described when the next edit begins.
func (x *edit) settled() bool {
	for i := range x.bodies {
		if x.bodies[i].parts&^(partSurface|partMass|partDamping|partBullet) != 0 {
			return false
		}
	}
	return true
}

// settle describes how things are after an edit that waits for that.
func (s *Session) settle() {
	if x := s.log.unsettled; x != nil {
		s.log.unsettled = nil
		s.capture(x)
	}
}

// capture notes how the changed bodies are after an edit.
func (s *Session) capture(x *edit) {
	for i := range x.bodies {
		c := &x.bodies[i]
		if c.parts == 0 {
			continue
		}
		if b, ok := s.log.objects.body(s.World(), c.key); ok {
			d := model.CaptureBody(b)
			c.after = &d
		}
	}
}
