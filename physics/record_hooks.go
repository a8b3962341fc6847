package physics

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Hooks are code of the user, which a recording cannot hold; it holds what they decided. While a
// world is recorded its hooks are wrapped by ones that write their answers down, and a replay
// sets hooks that give the same answers in the same order.

// The first byte of an answer. Of a PreSolve that let the contact be nothing follows; else what
// may be changed follows.
const (
	answerNo byte = iota
	answerYes
	answerPanic
	answerSame
	answerChanged
)

// answers are the decisions of the hooks in a step.
type answers struct {
	out   []byte // written
	in    []byte // to be given
	world *World
}

// wrapHooks puts a recorder between the world and its hooks.
func (r *Recorder) wrapHooks() {
	h := &r.world.hooks
	r.filter, r.preSolve = h.filter, h.preSolve
	filter, preSolve := h.filter, h.preSolve
	if filter != nil {
		filter = r.askFilter
	}
	if preSolve != nil {
		preSolve = r.askPreSolve
	}
	h.set(filter, preSolve)
}

// unwrapHooks gives the world its hooks back.
func (r *Recorder) unwrapHooks() {
	r.world.hooks.set(r.filter, r.preSolve)
}

func (r *Recorder) askFilter(a, b Shape) bool {
	defer r.answers.panicked()
	ok := r.filter(a, b)
	if ok {
		r.answers.out = append(r.answers.out, answerYes)
	} else {
		r.answers.out = append(r.answers.out, answerNo)
	}
	return ok
}

// panicked writes down that a hook panicked and lets the panic go on.
func (a *answers) panicked() {
	if v := recover(); v != nil {
		text := fmt.Sprint(v)
		a.out = append(a.out, answerPanic)
		a.out = append(binary.LittleEndian.AppendUint32(a.out, uint32(len(text))), text...)
		panic(v)
	}
}

func (r *Recorder) askPreSolve(u *ContactUpdate) {
	defer r.answers.panicked()
	before := *u
	r.preSolve(u)
	if *u == before {
		r.answers.out = append(r.answers.out, answerSame)
		return
	}
	r.answers.out = append(r.answers.out, answerChanged)
	for _, x := range [...]float32{u.Friction, u.Restitution, u.Rolling, u.SurfaceVelocity.X, u.SurfaceVelocity.Y, u.SurfaceVelocity.Z} {
		r.answers.out = binary.LittleEndian.AppendUint32(r.answers.out, math.Float32bits(x))
	}
	disabled := byte(0)
	if u.Disabled {
		disabled = 1
	}
	r.answers.out = append(r.answers.out, disabled)
}

// take returns the next n bytes of the answers, zeros after their end.
func (a *answers) take(n int) []byte {
	if n > len(a.in) {
		a.in = nil
		return make([]byte, min(n, 32))
	}
	b := a.in[:n]
	a.in = a.in[n:]
	return b
}

// fail ends the hooks of the step as the panic of one did.
func (a *answers) fail(hook string) {
	n := binary.LittleEndian.Uint32(a.take(4))
	n = uint32(min(uint64(n), uint64(len(a.in))))
	a.world.hooks.failed = &HookError{Hook: hook, Value: string(a.take(int(n)))}
}

// giveFilter is the ContactFilter of a replay.
func (a *answers) giveFilter(Shape, Shape) bool {
	if len(a.in) == 0 {
		return true
	}
	switch a.take(1)[0] {
	case answerPanic:
		a.fail("contact filter")
	case answerNo:
		return false
	}
	return true
}

// givePreSolve is the PreSolve of a replay.
func (a *answers) givePreSolve(u *ContactUpdate) {
	if len(a.in) == 0 {
		return
	}
	switch a.take(1)[0] {
	case answerPanic:
		a.fail("pre-solve")
	case answerChanged:
		for _, x := range [...]*float32{&u.Friction, &u.Restitution, &u.Rolling, &u.SurfaceVelocity.X, &u.SurfaceVelocity.Y, &u.SurfaceVelocity.Z} {
			*x = math.Float32frombits(binary.LittleEndian.Uint32(a.take(4)))
		}
		u.Disabled = a.take(1)[0] == 1
	}
}

// give sets hooks that give the answers of a step, none if there are none.
func (a *answers) give(w *World, in []byte) {
	a.in, a.world = in, w
	if len(in) == 0 {
		w.hooks.set(nil, nil)
		return
	}
	w.hooks.set(a.giveFilter, a.givePreSolve)
}
