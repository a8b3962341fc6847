package session

import (
	"slices"

	"tumble/engine/input"
	"tumble/internal/scenefile"
	"tumble/physics"
)

// begin notes the state before a command.
func (s *Session) begin(e *input.Event) {
	l := s.log
	l.newest = newestOrder(s.World())
	if n := len(l.done); n > 0 && len(l.undone) == 0 && l.done[n-1].joins(e) {
		l.current = l.done[n-1]
		l.current.time, l.current.last = e.Time, s.applied
		return
	}
	l.current = &edit{command: Command(e.Code), target: targetOf(e), time: e.Time, first: s.applied, last: s.applied, before: s.keepState()}
	switch Command(e.Code) {
	case CommandRestart:
		l.current.whole, l.current.what = true, "restart"
	case CommandMend:
		l.current.whole, l.current.what, l.current.target = true, "mend", e.ID
	}
}

// finish notes what a command has changed. One that changed nothing is no edit.
func (s *Session) finish() {
	l, x := s.log, s.log.current
	l.current = nil
	s.made(x)
	if len(x.bodies)+len(x.joints)+len(x.params) == 0 && x.spawners == nil && !x.whole {
		return
	}
	if x.command.repeats() {
		x.count++
	}
	l.undone = nil
	if x.command == CommandGrab {
		l.held = x
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
	if x.whole || s.log.newest == newestOrder(w) {
		return
	}
	for _, b := range w.Bodies(nil) {
		if b.Order() > s.log.newest {
			d := scenefile.CaptureBody(b)
			x.bodies = append(x.bodies, bodyChange{key: s.log.objects.name(b), after: &d})
			x.call(defaultVerb[x.command], b)
		}
	}
	for _, j := range w.Joints(nil) {
		if j.Order() > s.log.newest && j.Kind() != physics.MouseJoint {
			x.joints = append(x.joints, s.jointMade(j))
		}
	}
}

// defaultVerb says of commands that make things how that is called.
var defaultVerb = map[Command]string{CommandShoot: "shoot", CommandThrow: "throw", CommandSpawn: "drop", CommandDuplicate: "duplicate"}

// newestOrder is the largest order of the objects of a world.
func newestOrder(w *physics.World) (newest uint64) {
	for _, b := range w.Bodies(nil) {
		newest = max(newest, b.Order())
	}
	for _, j := range w.Joints(nil) {
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
	c := jointChange{order: s.log.objects.nameJoint(j), b: s.log.objects.name(b), before: scenefile.CaptureJoint(j)}
	if a.Valid() {
		c.a = s.log.objects.name(a)
	}
	return c
}

// changes notes the state of a body that a command is about to change.
func (s *Session) changes(b physics.Body, parts bodyParts) {
	x, key := s.log.current, s.log.objects.name(b)
	if x == nil {
		return
	}
	if i := slices.IndexFunc(x.bodies, func(c bodyChange) bool { return c.key == key }); i >= 0 {
		// what the edit itself has made is described as a whole
		if x.bodies[i].before != nil {
			x.bodies[i].parts |= parts
		}
		return
	}
	d := scenefile.CaptureBody(b)
	x.bodies = append(x.bodies, bodyChange{key: key, parts: parts, before: &d})
}

// removes notes a body that a command is about to remove, with its joints.
func (s *Session) removes(b physics.Body) {
	x := s.log.current
	if x == nil {
		return
	}
	d := scenefile.CaptureBody(b)
	x.bodies = append(x.bodies, bodyChange{key: s.log.objects.name(b), before: &d})
	for _, j := range s.World().Joints(nil) {
		if p, q := j.Bodies(); p == b || q == b {
			s.cuts(j)
		}
	}
}

// cuts notes a joint that a command is about to remove.
func (s *Session) cuts(j physics.Joint) {
	x := s.log.current
	if x == nil || j.Kind() == physics.MouseJoint {
		return
	}
	c := s.describeJoint(j)
	if !slices.ContainsFunc(x.joints, func(o jointChange) bool { return o.order == c.order }) {
		x.joints = append(x.joints, c)
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
			d := scenefile.CaptureBody(b)
			c.after = &d
		}
	}
}
