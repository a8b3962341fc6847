package record

import (
	"tumble/physics/debug/steptime"
	"tumble/physics/drawing"
)

// Kind is the kind of an entry of a session in a journal. The numbers are part of the format.
type Kind uint16

const (
	// KindScene begins a scene: tick rate, seed, name, parameters. The ticks begin anew after it.
	KindScene Kind = 1 + iota
	// KindInput is an event that was applied in a tick.
	KindInput
	// KindTick is the end of a tick: its number and the digest of the state after it.
	KindTick
	// KindState says that the file is a saved state, no recording.
	KindState
	// KindNote is UTF-8 text for people.
	KindNote
	// KindResume comes after KindScene in a recording that begins while a scene is under way: the tick after which it
	// begins, and the state of the session beside the world. The ticks go on from there.
	KindResume
	// KindJump is that the session went back to the state after an earlier tick: the tick done next, and the earlier
	// one.
	KindJump
	// KindVoid is that the inputs of a tick so far do not count: the session was taken elsewhere before that tick.
	KindVoid
	// KindBranchName is the user's name of the branch that a tick is on: the tick, and the name.
	KindBranchName
	// KindApart comes between KindScene and KindResume in a recording that does not begin with the state in which the
	// one before ended, though after the same tick.
	KindApart

	kindCount
)

// KindDrawing is a drawing of the program that made the recording, see package drawing.
const KindDrawing = Kind(drawing.EntryKind)

// KindStepTimes are the times of a step of the program that made the recording, see package steptime.
const KindStepTimes = Kind(steptime.EntryKind)

func (k Kind) String() string {
	switch k {
	case KindDrawing:
		return "drawing"
	case KindStepTimes:
		return "step times"
	}
	if k == 0 || k >= kindCount {
		return "unknown"
	}
	return [...]string{"", "scene", "input", "tick", "state", "note", "resume", "jump", "void", "branch name",
		"apart"}[k]
}
