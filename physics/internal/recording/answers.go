package recording

import (
	"errors"
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/state"
)

// Hooks are code of the user, which a recording cannot hold; it holds what they decided. A replay sets hooks for the
// same questions, which give the same answers in the same order: a hook that was not set is not asked there, either.

// The first byte of an answer. A pre-solve that changed the contact is followed by the values that it may change.
const (
	answerNo byte = iota
	answerYes
	answerPanic
	answerSame
	answerChanged
)

// The bits of the hooks that are set in a step.
const (
	AskedFilter byte = 1 << iota
	AskedPreSolve
)

// codeSurface codes the values that a pre-solve may change.
func codeSurface(c *journal.Coder, s *state.Surface) {
	c.Float32(&s.Friction)
	c.Float32(&s.Restitution)
	c.Float32(&s.Rolling)
	c.Float32(&s.Velocity.X)
	c.Float32(&s.Velocity.Y)
	c.Float32(&s.Velocity.Z)
	c.Bool(&s.Disabled)
}

// Answers are the decisions of the hooks in a step.
type Answers struct {
	// Asked are the hooks that are set.
	Asked byte
	coder journal.Coder
}

// clear begins to write.
func (a *Answers) clear() { a.coder = journal.Coder{Data: a.coder.Data[:0]} }

func (a *Answers) kind(k byte) { journal.Code8(&a.coder, &k) }

// Filter notes the decision of a contact filter.
func (a *Answers) Filter(ok bool) {
	kind := answerNo
	if ok {
		kind = answerYes
	}
	a.kind(kind)
}

// PreSolve notes the surface that a pre-solve left.
func (a *Answers) PreSolve(before, after *state.Surface) {
	if *after == *before {
		a.kind(answerSame)
		return
	}
	a.kind(answerChanged)
	s := *after
	codeSurface(&a.coder, &s)
}

// Panic notes that a hook panicked with a value.
func (a *Answers) Panic(value any) {
	a.kind(answerPanic)
	text := fmt.Sprint(value)
	a.coder.String(&text)
}

var errAnswer = errors.New("a hook is asked otherwise than it was")

// next reads the first byte of the next answer. With ok false there is none.
func (a *Answers) next() (kind byte, ok bool) {
	if a.coder.Err == nil {
		journal.Code8(&a.coder, &kind)
	}
	return kind, a.coder.Err == nil
}

// NextFilter gives the decision of a contact filter; failed is the text of its panic, nil for none. After the last
// answer it agrees, and the replay diverges.
func (a *Answers) NextFilter() (agrees bool, failed any) {
	kind, ok := a.next()
	if !ok {
		return true, nil
	}
	switch kind {
	case answerNo:
		return false, nil
	case answerPanic:
		return true, a.text()
	case answerYes:
	default:
		a.coder.Fail(errAnswer)
	}
	return true, nil
}

// NextPreSolve changes a surface as the pre-solve did; failed is the text of its panic, nil for none.
func (a *Answers) NextPreSolve(s *state.Surface) (failed any) {
	kind, ok := a.next()
	if !ok {
		return nil
	}
	switch kind {
	case answerPanic:
		return a.text()
	case answerChanged:
		codeSurface(&a.coder, s)
	case answerSame:
	default:
		a.coder.Fail(errAnswer)
	}
	return nil
}

// text reads the text of a panic.
func (a *Answers) text() any {
	text := ""
	a.coder.String(&text)
	return text
}

// rest is an error if the step asked otherwise than it did when it was recorded.
func (a *Answers) rest() error {
	if a.coder.Err == nil && len(a.coder.Data) > 0 {
		return errAnswer
	}
	return a.coder.Err
}
