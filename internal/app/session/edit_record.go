package session

import (
	"fmt"
	"strings"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/scene/model"
)

// edit is an action of a user, with the data to undo and redo it.
type edit struct {
	// what describes the edit, of one object or of count objects
	what, name string
	count      int
	command    Command
	target     uint64
	time       int64 // of the last command of it, ns
	// first and last are the numbers of its commands, among all that the session has taken: a session and its fork
	// count alike
	first, last uint64
	bodies      []bodyChange
	index       map[uint64]int32 // of bodies by their keys, nil for few
	joints      []jointChange
	params      []paramChange
	tunings     []jointTuning
	wakes       bool        // a change of params wakes the world
	spawners    *[2]spawner // before and after
	flows       *[2][]flow
	// before is the state before the edit, after that before it was taken back, ticks when that was
	before, after *keptState
	ticks         uint64
	// whole edits are taken back by the state alone
	whole bool
	// old edits are from before the recording that goes on
	old bool
}

// bodyChange is a body that an edit made, removed or changed: nil where it does not exist. It is named by the key that
// it had first.
type bodyChange struct {
	key           uint64
	parts         bodyParts // that were changed, none for a body made or removed
	before, after *model.Body
}

// jointChange is a joint that an edit made or removed, with the keys of its bodies, 0 for the world. It is named by the
// order that it had first.
type jointChange struct {
	order, a, b   uint64
	before, after physics.JointDef // joint definitions
}

// paramChange is a parameter that an edit set.
type paramChange struct {
	key           uint64
	before, after float64
}

// set notes a parameter that the edit has set; nil notes nothing.
func (x *edit) set(key uint64, before, after float64) {
	if x == nil {
		return
	}
	for i := range x.params {
		if x.params[i].key == key {
			x.params[i].after = after
			return
		}
	}
	if !sameValue(before, after) {
		x.params = append(x.params, paramChange{key, before, after})
	}
}

// fewBodies is how many are found without an index.
const fewBodies = 32

// add notes a body.
func (x *edit) add(c bodyChange) {
	x.bodies = append(x.bodies, c)
	switch n := len(x.bodies); {
	case x.index != nil:
		x.index[c.key] = int32(n - 1)
	case n > fewBodies:
		x.index = make(map[uint64]int32, 2*n)
		for i := range x.bodies {
			x.index[x.bodies[i].key] = int32(i)
		}
	}
}

// change is the noted change of a body, nil for none.
func (x *edit) change(key uint64) *bodyChange {
	if x.index != nil {
		if i, ok := x.index[key]; ok {
			return &x.bodies[i]
		}
		return nil
	}
	for i := range x.bodies {
		if x.bodies[i].key == key {
			return &x.bodies[i]
		}
	}
	return nil
}

// sameGesture (ns) is how long after a command another of its kind on the same thing is part of the same edit: a slider
// that is dragged, a key that repeats.
const sameGesture = timestep.Second / 2

// label is the text for a menu.
func (x *edit) label() string {
	if x.count > 1 {
		return fmt.Sprintf("%s %d times", x.what, x.count)
	}
	return strings.TrimSpace(x.what + " " + x.name)
}

// isEdit reports whether a command is something to take back. Moving the hand and driving are not.
func (c Command) isEdit() bool {
	switch c {
	case CommandDrag, CommandRelease, CommandWake, CommandControl, CommandAnchor, CommandAlso, CommandRotate,
		CommandUndo, CommandRedo:
		return false
	}
	return c > 0 && int(c) < len(commandNames)
}

// repeats reports whether a command makes something each time, so that several in a row are counted.
func (c Command) repeats() bool {
	return c == CommandShoot || c == CommandThrow || c == CommandSpawn || c == CommandPush || c == CommandExplode
}

// targetOf is the object of a command, for telling gestures apart: the body and the kind of property, the parameter.
func targetOf(e *input.Event) uint64 {
	switch Command(e.Code) {
	case CommandEdit:
		return e.ID<<8 | uint64(Property(e.Y).group())
	case CommandSet:
		return e.ID
	case CommandTune:
		axis, f, _ := tuneCode(e)
		return e.ID<<9 | uint64(axis*fieldsAnAxis+int(f))
	}
	return 0
}

// joins reports whether a command goes on with the edit x.
func (x *edit) joins(e *input.Event) bool {
	c := Command(e.Code)
	if x.old || x.command != c || x.target != targetOf(e) || e.Time == 0 || e.Time-x.time > sameGesture {
		return false
	}
	return c.repeats() || c == CommandEdit || c == CommandSet || c == CommandTune
}

// call names an edit, unless it has a name.
func (x *edit) call(what string, b physics.Body) {
	if x.what == "" {
		x.what, x.name = what, bodyname.Of(b)
	}
}

// callAll names an edit of several bodies, unless it has a name.
func (x *edit) callAll(what string, bodies []physics.Body) {
	switch {
	case x == nil || len(bodies) == 0:
	case len(bodies) == 1:
		x.call(what, bodies[0])
	case x.what == "":
		x.what, x.name = what, fmt.Sprintf("%d bodies", len(bodies))
	}
}
