package session

import (
	"math"

	"tumble/engine/input"
	"tumble/physics/vec"
)

// Command is a change that a user makes to the world. The values are part of the recording format:
// never renumber them.
type Command int32

// The commands; the fields of the event that each one uses are in brackets.
const (
	// CommandGrab takes the dynamic body that the ray from P along D hits; where X is not 0 the ray hits the body ID
	// only [P, D, ID, X].
	CommandGrab Command = iota + 1
	// CommandDrag moves the point by which a body is held to P [P].
	CommandDrag
	// CommandRelease releases the held body.
	CommandRelease
	// CommandShoot throws a ball from P with velocity D and radius S [P, D, S].
	CommandShoot
	// CommandSpawn puts a new body of kind ID and size S at P [ID, P, S].
	CommandSpawn
	// CommandDelete removes the dynamic body that the ray from P along D hits, as CommandGrab [P, D, ID, X].
	CommandDelete
	// CommandExplode pushes all bodies within S metres of P away with an impulse of X N·s
	// per kilogram at the centre [P, S, X].
	CommandExplode
	// CommandPush gives the body that the ray hits, as CommandGrab, a speed of S m/s along the ray [P, D, S, ID, X].
	CommandPush
	// CommandRestart builds the scene anew.
	CommandRestart
	// CommandSet writes the parameter with the hash ID to X, or takes its value away where S is not 0; where Y is
	// not 0 a changed value wakes all bodies [ID, X, Y, S].
	CommandSet
	// CommandWake wakes every body.
	CommandWake
	// CommandEdit writes the property Y of the body ID to X, or to P and S where it has more
	// than one number [ID, Y, X, P, S].
	CommandEdit
	// CommandControl moves the axis ID of the scene to X [ID, X].
	CommandControl
	// CommandSpawner makes ten bodies of kind ID and size S in a simulated second at P; S = 0 ends it [ID, P, S].
	CommandSpawner
	// CommandUndo takes the last edit back: where X is not 0 with all that came after it, otherwise the edit alone [X].
	CommandUndo
	// CommandRedo does the edit again that was undone last [X].
	CommandRedo
	// CommandAlso lets the next CommandEdit, CommandRemove, CommandDuplicate, CommandMirror or CommandPaint act on
	// the body ID, too [ID].
	CommandAlso
	// CommandRemove removes the body ID [ID].
	CommandRemove
	// CommandDuplicate makes the body ID again, away from it by P [ID, P].
	CommandDuplicate
	// CommandMirror makes the body ID again, mirrored in the plane through P with the normal D [ID, P, D].
	CommandMirror
	// CommandAnchor chooses the first end of the next joint: the point P of the body ID, or of the world for NoBody.
	// Where S is not 0 a hinge or slider is limited from X to Y (rad, m) [ID, P, X, Y, S].
	CommandAnchor
	// CommandJoin makes a joint of the kind X from the anchor to the point P of the body ID, about or along D [ID,
	// P, D, X, S].
	CommandJoin
	// CommandCut removes the joint of the order ID [ID].
	CommandCut
	// CommandThrow throws a body of kind ID, size S and mass X kg (0 for the mass of this size) from P with velocity D
	// [ID, P, D, S, X].
	CommandThrow
	// CommandMend mends what the examination of the world finds under the code with the hash ID [ID].
	CommandMend
	// CommandWind lets a wind with velocity D blow in the box around P with the half sides S, X, Y; D = 0 ends all
	// winds [P, D, S, X, Y].
	CommandWind
	// CommandWater fills the box around P with the half sides D with a fluid of the density S; D = 0 removes all fluids
	// [P, D, S].
	CommandWater
	// CommandPaint gives the body ID the friction, restitution and rolling resistance P and the density S, 0 for its
	// own [ID, P, S].
	CommandPaint
	// CommandRotate turns the held body by the rotation vector D; X = 0 lets it swing again [D, X].
	CommandRotate
	// CommandTune writes a number X of the joint of the order ID; Y is 64 times its axis and the JointField [ID, Y, X].
	CommandTune
)

// NoBody stands for the world where a command names a body.
const NoBody = ^uint64(0)

var commandNames = [...]string{
	CommandGrab: "grab", CommandDrag: "drag", CommandRelease: "release", CommandShoot: "shoot", CommandSpawn: "spawn",
	CommandDelete: "delete", CommandExplode: "explode", CommandPush: "push", CommandRestart: "restart",
	CommandSet:  "set",
	CommandWake: "wake", CommandEdit: "edit", CommandControl: "control", CommandSpawner: "spawner",
	CommandUndo: "undo", CommandRedo: "redo", CommandAlso: "also", CommandRemove: "remove",
	CommandDuplicate: "duplicate",
	CommandMirror:    "mirror", CommandAnchor: "anchor", CommandJoin: "join", CommandCut: "cut", CommandThrow: "throw",
	CommandMend: "mend", CommandWind: "wind", CommandWater: "water", CommandPaint: "paint", CommandRotate: "rotate",
	CommandTune: "tune",
}

// CommandKinds is a set of kinds of command, one bit each.
type CommandKinds uint64

// CommandKindsOf are the kinds of command among events.
func CommandKindsOf(events []input.Event) (s CommandKinds) {
	for i := range events {
		if e := &events[i]; e.Kind == input.EventCommand && e.Code > 0 && int(e.Code) < len(commandNames) {
			s |= 1 << e.Code
		}
	}
	return s
}

// AppendNames appends the names of the commands with + between.
func (s CommandKinds) AppendNames(b []byte) []byte {
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

// ThrowCommand throws a body of a kind and a mass (kg), 0 for the mass of its size.
func ThrowCommand(kind SpawnKind, origin, velocity vec.Vec3, size, mass float32) input.Event {
	e := command(CommandThrow)
	e.ID, e.P, e.D, e.S, e.X = uint64(kind), origin, velocity, size, float64(mass)
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

// ControlCommand moves an axis of the scene to a position from −1 to 1.
func ControlCommand(axis int, position float64) input.Event {
	e := command(CommandControl)
	e.ID, e.X = uint64(axis), position
	return e
}

// SetCommand writes a parameter. A changed value wakes the world: a sleeping world would not show the effect.
// Recordings of programs that let the world sleep lack the mark Y, so that a replay lets it sleep, too.
func SetCommand(key string, value float64) input.Event {
	e := command(CommandSet)
	e.ID, e.X, e.Y = keyHash(key), value, 1
	if math.IsNaN(value) {
		// recordings have finite numbers only
		e.X, e.S = 0, 1
	}
	return e
}

// Sets reports whether an event writes the parameter of a key.
func Sets(e *input.Event, key string) bool { return SetsAny(e) && e.ID == keyHash(key) }

// SetsAny reports whether an event writes a parameter.
func SetsAny(e *input.Event) bool {
	return e.Kind == input.EventCommand && Command(e.Code) == CommandSet
}

// Restarts reports whether an event builds the scene anew.
func Restarts(e input.Event) bool {
	return e.Kind == input.EventCommand && Command(e.Code) == CommandRestart
}
