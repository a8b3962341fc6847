package session

import (
	"errors"

	"tumble/physics"
)

// undoLog has the edits of the user in the session, to undo them and to do them again. The commands alone determine the
// log, so that a replay has the same log.
type undoLog struct {
	done, undone []*edit
	// current is the edit that a command in progress belongs to
	current *edit
	// held is the edit of the body in the hand, which lasts until the hand lets go
	held    *edit
	objects aliases
	states  stateStore
	trail   trail
	// again is set while commands are carried out again, which the log does not note
	again bool
	// ticks counts all steps of the session, also through jumps back in time
	ticks uint64
	// unsettled is the newest edit, while the log lacks the state after the edit
	unsettled *edit
	// scratch
	bodies []physics.Body
	joints []physics.Joint
	// newest is the order of the newest object before the command in progress
	newest uint64
}

var (
	errNothingToUndo = errors.New("app: there is nothing to undo")
	errNothingToRedo = errors.New("app: there is nothing to redo")
)

func lastLabel(list []*edit) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].label()
}

// age notes that a recording begins, which lacks the edits so far.
func (l *undoLog) age() {
	for _, list := range [][]*edit{l.done, l.undone} {
		for _, x := range list {
			x.old = true
		}
	}
}

func lastIsOld(list []*edit) bool { return len(list) > 0 && list[len(list)-1].old }

// trim moves the states of the oldest edits to the file when all take more than their budget.
func (t *stateStore) trim(list []*edit, of func(*edit) *keptState) {
	left := int64(stateBudget)
	var last *copied
	for i := len(list) - 1; i >= 0; i-- {
		k := of(list[i])
		if k == nil || k.world == nil || k.copied == last {
			continue
		}
		last = k.copied
		if left -= k.bytes; left < 0 {
			t.store(last)
		}
	}
}
