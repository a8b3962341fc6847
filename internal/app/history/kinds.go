package history

import (
	"tumble/engine/input"
	"tumble/internal/app/session"
)

// Kinds are the kinds of events in a tick, one bit each.
type Kinds uint16

// The kinds of events in a tick.
const (
	// KindInput is that something was done by hand: held, pushed, thrown, steered.
	KindInput Kinds = 1 << iota
	// KindParameter is that a parameter was set.
	KindParameter
	// KindEdit is that a body was made, changed or removed by hand.
	KindEdit
	// KindRestart is that the scene was built anew.
	KindRestart
	// KindHit is that bodies hit each other hard, where the scene asks for such events.
	KindHit
	// KindHitch is that the frame took too long, KindBreak that a condition stopped time, KindSave that something was
	// saved.
	KindHitch
	KindBreak
	KindSave
	// kindUndo is that something was undone or done again, which cannot be carried out again: the state after the tick
	// is kept.
	kindUndo
	// KindMark is a moment that the recorded program has marked.
	KindMark
)

// kindNames are the names of the kinds, by their bits.
var kindNames = [...]string{
	"input", "parameter", "edit", "restart", "hit", "hitch", "breakpoint", "save", "undo", "mark",
}

// String returns the names of the kinds.
func (k Kinds) String() string {
	text := ""
	for i, name := range kindNames {
		if k>>i&1 == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += name
	}
	return text
}

// kindsOf says what the events of a tick do.
func kindsOf(events []input.Event) (k Kinds) {
	for i := range events {
		if events[i].Kind != input.EventCommand {
			continue
		}
		switch session.Command(events[i].Code) {
		case session.CommandSet:
			k |= KindParameter
		case session.CommandRestart:
			k |= KindRestart
		case session.CommandUndo, session.CommandRedo:
			k |= KindEdit | kindUndo
		case session.CommandGrab, session.CommandDrag, session.CommandRelease, session.CommandPush,
			session.CommandExplode,
			session.CommandWake, session.CommandControl, session.CommandRotate:
			k |= KindInput
		default:
			k |= KindEdit
		}
	}
	return k
}
