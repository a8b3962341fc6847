package app

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// Command is what a user can do to the world. The values are part of the recording format:
// never renumber them.
type Command int32

// The commands; the fields of the event that each one uses are in brackets.
const (
	// CommandGrab takes the dynamic body that the ray from P along D hits [P, D].
	CommandGrab Command = iota + 1
	// CommandDrag moves the point by which a body is held to P [P].
	CommandDrag
	// CommandRelease lets go of the held body.
	CommandRelease
	// CommandShoot throws a ball from P with velocity D and radius S [P, D, S].
	CommandShoot
	// CommandSpawn puts a new body of kind ID and size S at P [ID, P, S].
	CommandSpawn
	// CommandDelete removes the dynamic body that the ray from P along D hits [P, D].
	CommandDelete
	// CommandExplode pushes all bodies within S metres of P away with an impulse of X N·s
	// per kilogram at the centre [P, S, X].
	CommandExplode
	// CommandPush gives the body that the ray hits a speed of S m/s along the ray [P, D, S].
	CommandPush
	// CommandRestart builds the scene anew.
	CommandRestart
	// CommandSet writes the parameter with the hash ID to X [ID, X].
	CommandSet
	// CommandWake wakes every body.
	CommandWake
	// CommandEdit writes the property Y of the body ID to X, or to P and S where it has more
	// than one number [ID, Y, X, P, S].
	CommandEdit
	// CommandControl moves the axis ID of the scene to X [ID, X].
	CommandControl
)

var commandNames = [...]string{
	CommandGrab: "grab", CommandDrag: "drag", CommandRelease: "release", CommandShoot: "shoot", CommandSpawn: "spawn",
	CommandDelete: "delete", CommandExplode: "explode", CommandPush: "push", CommandRestart: "restart", CommandSet: "set",
	CommandWake: "wake", CommandEdit: "edit", CommandControl: "control",
}

// commandSet is a set of kinds of command, one bit each.
type commandSet uint32

// commandsOf are the kinds of command among events.
func commandsOf(events []input.Event) (s commandSet) {
	for i := range events {
		if e := &events[i]; e.Kind == input.EventCommand && e.Code > 0 && int(e.Code) < len(commandNames) {
			s |= 1 << e.Code
		}
	}
	return s
}

// appendNames appends the names of the commands with + between.
func (s commandSet) appendNames(b []byte) []byte {
	first := true
	for c, name := range commandNames {
		if s>>c&1 == 0 {
			continue
		}
		if !first {
			b = append(b, '+')
		}
		b, first = append(b, name...), false
	}
	return b
}

// command makes the event of a command.
func command(c Command) input.Event {
	return input.Event{Kind: input.EventCommand, Code: int32(c)}
}

// GrabCommand takes the body under a ray; translation reaches as far as the ray goes (m).
func GrabCommand(origin, translation vec.Vec3) input.Event {
	e := command(CommandGrab)
	e.P, e.D = origin, translation
	return e
}

// DragCommand moves the held point to target.
func DragCommand(target vec.Vec3) input.Event {
	e := command(CommandDrag)
	e.P = target
	return e
}

// ReleaseCommand lets go.
func ReleaseCommand() input.Event { return command(CommandRelease) }

// ShootCommand throws a ball.
func ShootCommand(origin, velocity vec.Vec3, radius float32) input.Event {
	e := command(CommandShoot)
	e.P, e.D, e.S = origin, velocity, radius
	return e
}

// SpawnCommand puts a new body somewhere.
func SpawnCommand(kind SpawnKind, at vec.Vec3, size float32) input.Event {
	e := command(CommandSpawn)
	e.ID, e.P, e.S = uint64(kind), at, size
	return e
}

// DeleteCommand removes the body under a ray.
func DeleteCommand(origin, translation vec.Vec3) input.Event {
	e := command(CommandDelete)
	e.P, e.D = origin, translation
	return e
}

// ExplodeCommand pushes everything away from a point.
func ExplodeCommand(center vec.Vec3, radius, speed float32) input.Event {
	e := command(CommandExplode)
	e.P, e.S, e.X = center, radius, float64(speed)
	return e
}

// PushCommand gives the body under a ray a speed along it.
func PushCommand(origin, translation vec.Vec3, speed float32) input.Event {
	e := command(CommandPush)
	e.P, e.D, e.S = origin, translation, speed
	return e
}

// RestartCommand builds the scene anew.
func RestartCommand() input.Event { return command(CommandRestart) }

// WakeCommand wakes every body.
func WakeCommand() input.Event { return command(CommandWake) }

// SetCommand writes a parameter.
func SetCommand(key string, value float64) input.Event {
	e := command(CommandSet)
	e.ID, e.X = keyHash(key), value
	return e
}

// ControlCommand moves an axis of the scene to a position from −1 to 1.
func ControlCommand(axis int, position float64) input.Event {
	e := command(CommandControl)
	e.ID, e.X = uint64(axis), position
	return e
}

// apply carries out one command.
func (s *Session) apply(e *input.Event) {
	w := s.Run.World
	switch Command(e.Code) {
	case CommandGrab:
		s.grab.release()
		s.note(s.grab.take(w, e.P, e.D))
	case CommandDrag:
		s.grab.target = e.P
	case CommandRelease:
		s.grab.release()
	case CommandShoot:
		s.note(s.shoot(e.P, e.D, e.S))
	case CommandSpawn:
		s.note(s.spawn(SpawnKind(e.ID), e.P, e.S))
	case CommandDelete:
		if b, _, ok := pick(w, e.P, e.D); ok && b.Type() == physics.Dynamic {
			if s.grab.body == b {
				s.grab.release()
			}
			b.Destroy()
		}
	case CommandExplode:
		s.explode(e.P, e.S, float32(e.X))
	case CommandPush:
		if b, p, ok := pick(w, e.P, e.D); ok && b.Type() == physics.Dynamic {
			b.ApplyImpulse(e.D.Norm().Mul(float32(e.S*b.Mass())), p)
		}
	case CommandRestart:
		s.note(s.rebuild())
	case CommandSet:
		s.setParam(e.ID, e.X)
	case CommandWake:
		for _, b := range w.Bodies(nil) {
			b.SetAwake(true)
		}
	case CommandEdit:
		s.note(s.edit(e))
	case CommandControl:
		if !s.Run.SetControl(int(e.ID), e.X) {
			s.notice = fmt.Sprintf("the scene has no axis %d that can be moved to %g", e.ID, e.X)
		}
	default:
		s.notice = fmt.Sprintf("command %d is not known to this program", e.Code)
	}
}

func (s *Session) note(err error) {
	if err != nil {
		s.notice = err.Error()
	}
}
