package physics

import (
	"fmt"
)

// Hooks are code of the user, which a recording cannot hold; it holds what they decided. While a world is recorded its
// hooks are wrapped by ones that write their answers down. A replay sets hooks for the same questions, which give the same
// answers in the same order: a hook that was not set is not asked there, either.

// The first byte of an answer. Of a PreSolve that let the contact be nothing follows; else what
// may be changed follows.
const (
	answerNo byte = iota
	answerYes
	answerPanic
	answerSame
	answerChanged
)

// The bits of the hooks that are set in a step.
const (
	askedFilter byte = 1 << iota
	askedPreSolve
)

// answers are the decisions of the hooks in a step.
type answers struct {
	out   []byte // written
	in    coder  // to be given
	asked byte
	world *World
	// filter and preSolve are the hooks of the user; ask and give are the methods below as values, made once.
	filter            ContactFilter
	preSolve          PreSolve
	wrapped, recorded struct {
		filter   ContactFilter
		preSolve PreSolve
	}
}

// set gives the world hooks for the questions asked.
func (a *answers) set(w *World, filter ContactFilter, preSolve PreSolve) {
	if a.asked&askedFilter == 0 {
		filter = nil
	}
	if a.asked&askedPreSolve == 0 {
		preSolve = nil
	}
	w.hooks.set(filter, preSolve)
}

// wrap puts itself between the world and its hooks.
func (a *answers) wrap(w *World) {
	if a.wrapped.filter == nil {
		a.wrapped.filter, a.wrapped.preSolve = a.askFilter, a.askPreSolve
	}
	a.world, a.out, a.asked = w, a.out[:0], 0
	if a.filter = w.hooks.filter; a.filter != nil {
		a.asked |= askedFilter
	}
	if a.preSolve = w.hooks.preSolve; a.preSolve != nil {
		a.asked |= askedPreSolve
	}
	if a.asked != 0 {
		a.set(w, a.wrapped.filter, a.wrapped.preSolve)
	}
}

// unwrap gives the world its hooks back.
func (a *answers) unwrap() {
	if a.asked != 0 {
		a.world.hooks.set(a.filter, a.preSolve)
	}
}

func (a *answers) askFilter(x, y Shape) bool {
	defer a.panicked()
	ok := a.filter(x, y)
	if ok {
		a.out = append(a.out, answerYes)
	} else {
		a.out = append(a.out, answerNo)
	}
	return ok
}

// panicked writes down that a hook panicked and lets the panic go on.
func (a *answers) panicked() {
	if v := recover(); v != nil {
		c := coder{data: append(a.out, answerPanic)}
		text := fmt.Sprint(v)
		c.string(&text)
		a.out = c.data
		panic(v)
	}
}

func (a *answers) askPreSolve(u *ContactUpdate) {
	defer a.panicked()
	before := *u
	a.preSolve(u)
	if *u == before {
		a.out = append(a.out, answerSame)
		return
	}
	c := coder{data: append(a.out, answerChanged)}
	c.contactUpdate(u)
	a.out = c.data
}

// contactUpdate codes what a PreSolve may change.
func (cd *coder) contactUpdate(u *ContactUpdate) {
	cd.float32(&u.Friction)
	cd.float32(&u.Restitution)
	cd.float32(&u.Rolling)
	cd.vec3(&u.SurfaceVelocity)
	cd.bool(&u.Disabled)
}

// next is the first byte of the next answer.
func (a *answers) next() (kind byte) {
	code8(&a.in, &kind)
	return kind
}

// fail ends the hooks of the step as the panic of one did.
func (a *answers) fail(hook string) {
	text := ""
	a.in.string(&text)
	a.world.hooks.failed = &HookError{Hook: hook, Value: text}
}

// giveFilter is the ContactFilter of a replay. It agrees after the last answer, and the replay diverges.
func (a *answers) giveFilter(Shape, Shape) bool {
	if a.in.err != nil {
		return true
	}
	switch a.next() {
	case answerPanic:
		a.fail("contact filter")
	case answerNo:
		return a.in.err != nil
	case answerYes:
	default:
		a.in.fail(errAnswer)
	}
	return true
}

// givePreSolve is the PreSolve of a replay.
func (a *answers) givePreSolve(u *ContactUpdate) {
	if a.in.err != nil {
		return
	}
	switch a.next() {
	case answerPanic:
		a.fail("pre-solve")
	case answerChanged:
		a.in.contactUpdate(u)
	case answerSame:
	default:
		a.in.fail(errAnswer)
	}
}

var errAnswer = fmt.Errorf("a hook is asked otherwise than it was")

// give sets the hooks of a replay for a step.
func (a *answers) give(w *World, asked byte, in []byte) {
	if a.recorded.filter == nil {
		a.recorded.filter, a.recorded.preSolve = a.giveFilter, a.givePreSolve
	}
	a.in, a.world, a.asked = coder{reading: true, data: in}, w, asked
	a.set(w, a.recorded.filter, a.recorded.preSolve)
}

// rest is an error if the step asked otherwise than it did when it was recorded.
func (a *answers) rest() error {
	if a.in.err == nil && len(a.in.data) > 0 {
		return errAnswer
	}
	return a.in.err
}
