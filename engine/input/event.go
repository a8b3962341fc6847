package input

import "tumble/physics/vec"

// EventKind is the kind of an Event and tells which of its fields have a meaning.
type EventKind uint8

// The kinds of events. The values are part of the recording format: never
// renumber them.
const (
	// EventNone is the zero event; it is ignored.
	EventNone EventKind = iota
	// EventKey: Code is the Key, Action and Mods are set.
	EventKey
	// EventChar: Code is the Unicode code point of typed text.
	EventChar
	// EventMouseButton: Code is the MouseButton, X, Y the cursor, Action and Mods are set.
	EventMouseButton
	// EventMouseMove: X, Y is the cursor in screen coordinates from the upper left corner.
	EventMouseMove
	// EventScroll: X, Y is the scroll offset in lines, Y positive away from the user.
	EventScroll
	// EventCursorEnter: Action is Press on entering the window and Release on leaving it.
	EventCursorEnter
	// EventFocus: Action is Press when the window gains the focus, Release when it loses it.
	EventFocus
	// EventResize: X, Y is the framebuffer size in pixels.
	EventResize
	// EventContentScale: X, Y is the ratio of pixels to a 96 dpi screen.
	EventContentScale
	// EventMinimise: Action is Press when minimised, Release when restored.
	EventMinimise
	// EventClose: the user asked to close the window.
	EventClose
	// EventDrop: files were dropped; Window.Dropped has their names.
	EventDrop
	// EventCommand: a command to the world in world units, made by the program from
	// other events. Code says which; ID, P, D and S are its arguments. Commands
	// are stored by recordings, so that a replay needs neither camera nor window.
	EventCommand
	// EventTickLength: from this tick on a tick is S seconds long. It is written to
	// recordings by the loop when the rate changes or the step is not of fixed length.
	EventTickLength

	eventKindCount
)

// Known reports whether the kind is the kind of an event; EventNone is not.
func (k EventKind) Known() bool { return k != EventNone && k < eventKindCount }

// Action is the action of a key or button.
type Action uint8

// The actions. The values are part of the recording format.
const (
	Release Action = iota
	Press
	Repeat
)

// Mods is the set of modifier keys held during an event.
type Mods uint8

// The modifiers, values as in GLFW.
const (
	ModShift Mods = 1 << iota
	ModControl
	ModAlt
	ModSuper
	ModCapsLock
	ModNumLock
)

// Event is one input event. It has no pointers, so that rings of events cost the
// collector nothing and a recording can store it as it is.
type Event struct {
	// Time is the arrival of the event (ns of the loop's clock).
	Time int64
	// X, Y is a cursor position, scroll offset, size or scale: see the kind.
	X, Y float64
	// ID names the object of a command, for example a body.
	ID uint64
	// P and D are a point and a direction of a command (metres, world axes).
	P, D vec.Vec3
	// S is a further argument of a command.
	S float32
	// Code is a Key, MouseButton, code point or command number.
	Code int32
	// Physical is the key of a US keyboard at the place of the pressed key, 0 if unknown. Code follows the layout.
	Physical Key
	Kind     EventKind
	Action   Action
	Mods     Mods
}
