package doctor

import (
	"fmt"

	"tumble/physics"
)

// Code names a kind of finding. Scenes declare by it what they intend.
type Code string

// Finding is something that will go wrong, or probably will.
type Finding struct {
	Code Code
	// Body is the first body that it is about, the zero body for the whole world; Count is how many there are of the kind.
	Body  physics.Body
	Count int
	// Text says what was found, Advice what to do about it.
	Text, Advice string
}

// String is the finding in one line.
func (f Finding) String() string {
	text := f.Text
	if f.Count > 1 {
		text += fmt.Sprintf(" (%d of this kind)", f.Count)
	}
	return string(f.Code) + ": " + text + ": " + f.Advice
}

// Codes lists all codes.
var Codes = []Code{
	MassRatio, NoShape, Overlap, FastSpring, Units, Tiny, FarAway, Sliver, NoFriction, JointApart, JointTwice, Density,
	NothingMoves, FastBody, EmptyLimits, NoGravity, WeakMotor, SizeRatio, InertiaRatio, Speculative,
}

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
)
