package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

var (
	// ErrWorldLocked is returned by calls that would change a world while it steps.
	ErrWorldLocked = errors.New("physics: world is stepping")
	// ErrStale is wrapped by the errors of calls on a handle that names nothing, or whose object was destroyed.
	ErrStale = errors.New("physics: handle is stale")
	// ErrForeign is wrapped by the errors of calls that are given a handle of another world.
	ErrForeign       = errors.New("physics: handle belongs to another world")
	errEmptySnapshot = errors.New("physics: snapshot is empty")
	errProbe         = errors.New("physics: a probe must be convex and bounded")

	// ErrLimit is wrapped by creating calls when a limit of WorldDef is reached.
	ErrLimit = errors.New("limit reached")
)

// Body names a body of a world. The zero Body names none.
type Body struct {
	world      *World
	index      int32
	generation uint32
}

// Shape names a shape on a body. The zero Shape names none.
type Shape struct {
	world      *World
	index      int32
	generation uint32
}

// Joint names a joint. The zero Joint names none.
type Joint struct {
	world      *World
	index      int32
	generation uint32
}

// World returns the world the handle was made by, nil for the zero handle.
func (b Body) World() *World { return b.world }

// Index returns the slot of the body, 0 ≤ Index < World.BodyCapacity, unique among living
// bodies and stable while the body lives: a key for arrays kept beside the world.
func (b Body) Index() int { return int(b.index) }

// Generation returns how often the slot has been used; with Index it is unique for ever.
func (b Body) Generation() uint32 { return b.generation }

// Valid reports whether the body exists.
func (b Body) Valid() bool { return b.record() != nil }

// World returns the world the handle was made by, nil for the zero handle.
func (s Shape) World() *World { return s.world }

// Index returns the slot of the shape, stable while it lives.
func (s Shape) Index() int { return int(s.index) }

// Valid reports whether the shape exists.
func (s Shape) Valid() bool { return s.record() != nil }

// World returns the world the handle was made by, nil for the zero handle.
func (j Joint) World() *World { return j.world }

// Index returns the slot of the joint, stable while it lives.
func (j Joint) Index() int { return int(j.index) }

// Valid reports whether the joint exists.
func (j Joint) Valid() bool { return j.record() != nil }

func (b Body) record() *state.Body {
	w := b.world
	if w == nil || uint(b.index) >= uint(len(w.state.Bodies)) {
		return nil
	}
	r := &w.state.Bodies[b.index]
	if r.Generation != b.generation || !r.Alive() {
		return nil
	}
	return r
}

func (s Shape) record() *state.Shape {
	w := s.world
	if w == nil || uint(s.index) >= uint(len(w.state.Shapes)) {
		return nil
	}
	r := &w.state.Shapes[s.index]
	if r.Generation != s.generation || !r.Alive() {
		return nil
	}
	return r
}

func (j Joint) record() *state.Joint {
	w := j.world
	if w == nil || uint(j.index) >= uint(len(w.state.Joints)) {
		return nil
	}
	r := &w.state.Joints[j.index]
	if r.Generation != j.generation || !r.Alive() {
		return nil
	}
	return r
}

// A stale handle reads these values.
var (
	noBody  = state.Body{AwakeIndex: state.None, FirstShape: state.None, FirstContact: state.None, Island: state.None}
	noSim   = solve.Sim{Transform: TransformIdentity}
	noState = solve.State{}
	noShape = state.Shape{Proxy: state.None}
	noJoint = state.Joint{Color: state.None}
)

// read returns the record, to be read only, that of no body for a stale handle.
func (b Body) read() *state.Body {
	if r := b.record(); r != nil {
		return r
	}
	return &noBody
}

// sim returns the record of the solver for the body, to be read only.
func (b Body) sim() *solve.Sim {
	if b.record() == nil {
		return &noSim
	}
	return &b.world.state.Sims[b.index]
}

// velocities returns the state of the body, to be read only, zero at rest.
func (b Body) velocities() *solve.State {
	if r := b.read(); r.AwakeIndex != state.None {
		return b.world.state.StateOf(r)
	}
	return &noState
}

// read returns the record, to be read only, that of no shape for a stale handle.
func (s Shape) read() *state.Shape {
	if r := s.record(); r != nil {
		return r
	}
	return &noShape
}

// read returns the record, to be read only, that of no joint for a stale handle.
func (j Joint) read() *state.Joint {
	if r := j.record(); r != nil {
		return r
	}
	return &noJoint
}

// writable returns the record of b if it may be changed now; otherwise it counts the refusal and says why.
func (b Body) writable() (*state.Body, error) {
	r := b.record()
	if r == nil || b.world.locked.Load() {
		return nil, b.world.refuseHandle(r == nil, "body")
	}
	return r, nil
}

func (s Shape) writable() (*state.Shape, error) {
	r := s.record()
	if r == nil || s.world.locked.Load() {
		return nil, s.world.refuseHandle(r == nil, "shape")
	}
	return r, nil
}

func (j Joint) writable() (*state.Joint, error) {
	r := j.record()
	if r == nil || j.world.locked.Load() {
		return nil, j.world.refuseHandle(r == nil, "joint")
	}
	return r, nil
}

// refuseHandle counts a call on a handle that is stale, or of a world that is stepping.
func (w *World) refuseHandle(stale bool, what string) error {
	if stale {
		return w.refuse(fmt.Errorf("%w: %s", ErrStale, what))
	}
	return w.refuse(ErrWorldLocked)
}

// refuse counts a call that had no effect and returns err, which says why.
func (w *World) refuse(err error) error {
	w.countRefusal()
	return err
}

// countRefusal counts a call that had no effect and returns false.
func (w *World) countRefusal() bool {
	if w != nil {
		w.refused.Add(1)
	}
	return false
}

// usable returns why a call of world w that is given the body cannot use it, nil if it can. what says which body it is.
func (b Body) usable(w *World, what string) error {
	switch {
	case b.record() == nil:
		return fmt.Errorf("%w: %s", ErrStale, what)
	case b.world != w:
		return fmt.Errorf("%w: %s", ErrForeign, what)
	}
	return nil
}

func (w *World) bodyHandle(index int32) Body { return Body{w, index, w.state.Bodies[index].Generation} }

func (w *World) shapeHandle(index int32) Shape {
	return Shape{w, index, w.state.Shapes[index].Generation}
}

func (w *World) jointHandle(index int32) Joint {
	return Joint{w, index, w.state.Joints[index].Generation}
}
