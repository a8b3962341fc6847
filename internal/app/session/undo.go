package session

import (
	"tumble/engine/input"
)

// UndoCommand takes back the last edit of the user. exact goes back to the state before the edit, also in time;
// otherwise the command takes back the edit alone and time goes on [X].
func UndoCommand(exact bool) input.Event { return exactCommand(CommandUndo, exact) }

// RedoCommand does the edit again that was taken back last; see UndoCommand.
func RedoCommand(exact bool) input.Event { return exactCommand(CommandRedo, exact) }

func exactCommand(c Command, exact bool) input.Event {
	e := command(c)
	if exact {
		e.X = 1
	}
	return e
}

// UndoLabel names the edit that is undone next, as "delete crate", empty for none.
func (s *Session) UndoLabel() string { return lastLabel(s.log.done) }

// RedoLabel names the edit that is done again next, empty for none.
func (s *Session) RedoLabel() string { return lastLabel(s.log.undone) }

// UndoesOld reports whether the edit that is undone next is older than the recording in progress, whose input cannot
// lead to the state before this edit.
func (s *Session) UndoesOld() bool { return s.recording != nil && lastIsOld(s.log.done) }

// RedoesOld reports whether the edit that is done again next is older than the recording in progress.
func (s *Session) RedoesOld() bool { return s.recording != nil && lastIsOld(s.log.undone) }

// ForgetEdits empties the lists of edits to undo and to do again: the session goes on from another moment.
func (s *Session) ForgetEdits() {
	s.log.states.close()
	s.log = &undoLog{ticks: s.log.ticks}
}

// GoesBackWith reports whether the undos and redos of a tick have the same effect in the session and in its fork f,
// which are at the same step. The state before an edit belongs to another step, and the last edits differ where one of
// the two has edits that the other lacks.
func (s *Session) GoesBackWith(f *Session, events []input.Event) bool {
	edited := false
	for i := range events {
		e := &events[i]
		if e.Kind != input.EventCommand {
			continue
		}
		var own, forked []*edit
		switch c := Command(e.Code); c {
		case CommandUndo:
			own, forked = s.log.done, f.log.done
		case CommandRedo:
			own, forked = s.log.undone, f.log.undone
		default:
			edited = edited || c.isEdit()
			continue
		}
		if !edited && len(own) == 0 && len(forked) == 0 {
			continue
		}
		// an edit in the same tick is not in the lists yet
		if edited || e.X != 0 || len(own) == 0 || len(forked) == 0 {
			return false
		}
		x, y := own[len(own)-1], forked[len(forked)-1]
		if x.whole || x.first != y.first || x.last != y.last {
			return false
		}
		edited = true
	}
	return true
}

// undo takes the last edit back.
func (s *Session) undo(exact bool) error {
	s.letGoFirst()
	s.settle()
	l := s.log
	if len(l.done) == 0 {
		return errNothingToUndo
	}
	x := l.done[len(l.done)-1]
	l.done = l.done[:len(l.done)-1]
	x.after = nil
	var err error
	if exact || x.whole {
		x.after, x.ticks = s.keepState(), l.ticks
		err = s.giveState(x.before)
	} else {
		err = s.revise(x, true)
		l.trail = trail{}
	}
	l.undone = append(l.undone, x)
	l.states.trim(l.undone, func(x *edit) *keptState { return x.after })
	if err == nil {
		s.notice = "undone: " + x.label()
	}
	return err
}

// redo does the edit again that was taken back last: on the state before the edit where nothing has moved since,
// otherwise on the present state.
func (s *Session) redo(exact bool) error {
	s.letGoFirst()
	s.settle()
	l := s.log
	if len(l.undone) == 0 {
		return errNothingToRedo
	}
	x := l.undone[len(l.undone)-1]
	l.undone = l.undone[:len(l.undone)-1]
	var err error
	switch {
	case exact && x.after != nil && x.ticks == l.ticks:
		err = s.giveState(x.after)
	case x.whole:
		x.before = s.keepState()
		if x.command == CommandMend {
			err = s.mend(x.target)
		} else {
			err = s.rebuild()
		}
		l.trail = trail{}
	default:
		x.before = s.keepState()
		err = s.revise(x, false)
		l.trail = trail{}
	}
	x.after = nil
	l.done = append(l.done, x)
	if err == nil {
		s.notice = "done again: " + x.label()
	}
	return err
}
