package doctor

import (
	"errors"
	"fmt"
	"slices"

	"tumble/physics"
)

// Code names a kind of finding. Scenes declare by it what they intend.
type Code string

// The codes.
const (
	MassRatio    Code = "mass-ratio"
	NoShape      Code = "no-shape"
	Overlap      Code = "overlap"
	FastSpring   Code = "fast-spring"
	Units        Code = "units"
	Tiny         Code = "tiny"
	FarAway      Code = "far-away"
	Sliver       Code = "sliver-triangles"
	NoFriction   Code = "no-friction"
	JointApart   Code = "joint-apart"
	JointTwice   Code = "joint-twice"
	Density      Code = "density"
	NothingMoves Code = "nothing-moves"
	FastBody     Code = "fast-body"
	EmptyLimits  Code = "empty-limits"
	NoGravity    Code = "no-gravity"
	WeakMotor    Code = "weak-motor"
	SizeRatio    Code = "size-ratio"
	InertiaRatio Code = "inertia-ratio"
	Speculative  Code = "speculative"
	OutOfLimits  Code = "out-of-limits"
	NoContact    Code = "no-contact"
)

// Codes lists all codes.
var Codes = []Code{
	MassRatio, NoShape, Overlap, FastSpring, Units, Tiny, FarAway, Sliver, NoFriction, JointApart, JointTwice, Density,
	NothingMoves, FastBody, EmptyLimits, NoGravity, WeakMotor, SizeRatio, InertiaRatio, Speculative, OutOfLimits,
	NoContact,
}

// Finding is something that will go wrong, or probably will.
type Finding struct {
	Code Code
	// Body is the first body that it is about, the zero body for the whole world; Bodies are all of them, up to
	// MostBodies. Count is how many findings there are of the kind.
	Body   physics.Body
	Bodies []physics.Body
	Count  int
	// Text says what was found, Advice what to do about it.
	Text, Advice string
	// Fix says what Mend does, empty where only the author can decide.
	Fix string

	mends []func() error
}

// MostBodies bounds the bodies that a finding names.
const MostBodies = 256

// ErrNotMended is returned by Mend when the world refuses the change, or there is none.
var ErrNotMended = errors.New("doctor: cannot be mended")

// Mend changes the world so that the finding, with all that are counted in it, goes away. The world must not have been
// stepped or changed since the examination, except by Mend of other findings.
func (f *Finding) Mend() error {
	err := anyDone(f.mends, func(mend func() error) error { return mend() })
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrNotMended, f.Code, err)
	}
	return nil
}

// String is the finding in one line.
func (f Finding) String() string {
	text := f.Text
	if f.Count > 1 {
		text += fmt.Sprintf(" (%d of this kind)", f.Count)
	}
	return string(f.Code) + ": " + text + ": " + f.Advice
}

// names adds a body to the bodies of the finding, MostBodies at most.
func (f *Finding) names(b physics.Body) {
	if b.Valid() && len(f.Bodies) < MostBodies && !slices.Contains(f.Bodies, b) {
		f.Bodies = append(f.Bodies, b)
	}
}
