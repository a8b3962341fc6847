// Package doctor looks at a world before it runs and names what will go wrong: mass ratios, bodies without shapes or deep in
// each other, springs faster than the solver, units that look like centimetres, triangles that are slivers, friction that is
// missing, joints that do not fit. It reads the world through its public interface and steps a copy of it once.
package doctor

import (
	"errors"
	"fmt"
	"slices"

	"tumble/internal/bodyname"
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
	NothingMoves, FastBody, EmptyLimits, NoGravity, WeakMotor, SizeRatio, InertiaRatio, Speculative, OutOfLimits, NoContact,
}

// Finding is something that will go wrong, or probably will.
type Finding struct {
	Code Code
	// Body is the first body that it is about, the zero body for the whole world; Bodies are all of them, up to MostBodies. Count
	// is how many findings there are of the kind.
	Body   physics.Body
	Bodies []physics.Body
	Count  int
	// Text says what was found, Advice what to do about it.
	Text, Advice string
	// Fix says what Mend does, empty where only the author can decide.
	Fix string

	mends []func() bool
}

// MostBodies bounds the bodies that a finding names.
const MostBodies = 256

// ErrNotMended is returned by Mend when the world refuses the change, or there is none.
var ErrNotMended = errors.New("doctor: cannot be mended")

// Mend changes the world so that the finding, with all that are counted in it, goes away. The world must not have been stepped
// or changed since the examination, except by Mend of other findings.
func (f *Finding) Mend() error {
	done := false
	for _, mend := range f.mends {
		done = mend() || done
	}
	if !done {
		return fmt.Errorf("%w: %s", ErrNotMended, f.Code)
	}
	return nil
}

// Mend examines a world and mends the finding of a code. It returns what was done.
func Mend(w *physics.World, hertz int, code Code) (string, error) {
	list, err := Examine(w, hertz, nil)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(list, func(f Finding) bool { return f.Code == code })
	if i < 0 {
		return "", fmt.Errorf("doctor: there is no finding %s", code)
	}
	return list[i].Fix, list[i].Mend()
}

// String is the finding in one line.
func (f Finding) String() string {
	text := f.Text
	if f.Count > 1 {
		text += fmt.Sprintf(" (%d of this kind)", f.Count)
	}
	return string(f.Code) + ": " + text + ": " + f.Advice
}

// examination collects findings.
type examination struct {
	world    *physics.World
	hertz    float32
	bodies   []physics.Body
	joints   []physics.Joint
	findings []Finding
}

// Examine looks at a world that is about to be stepped hertz times a second. Findings come in the order of Codes, one of
// each code. intended are codes that the scene means; they are left out.
func Examine(w *physics.World, hertz int, intended []Code) ([]Finding, error) {
	e := &examination{world: w, hertz: float32(max(hertz, 1)), bodies: w.Bodies(nil), joints: w.Joints(nil)}
	e.lookAtBodies()
	e.lookAtSurfaces()
	e.lookAtSizes()
	e.lookAtMeshes()
	e.lookAtJoints()
	e.lookAtSettings()
	if err := e.lookAfterAStep(); err != nil {
		return nil, err
	}
	e.findings = slices.DeleteFunc(e.findings, func(f Finding) bool { return slices.Contains(intended, f.Code) })
	slices.SortStableFunc(e.findings, func(a, b Finding) int { return slices.Index(Codes, a.Code) - slices.Index(Codes, b.Code) })
	return e.findings, nil
}

// remedy is what mends a finding: what it does in words, and the change, which reports whether the world took it.
type remedy struct {
	text   string
	change func() bool
}

// found notes a finding; of several of one code the first one is told, with their number.
func (e *examination) found(code Code, b physics.Body, fix remedy, advice, format string, args ...any) {
	i := slices.IndexFunc(e.findings, func(f Finding) bool { return f.Code == code })
	if i < 0 {
		i = len(e.findings)
		e.findings = append(e.findings, Finding{Code: code, Body: b, Text: fmt.Sprintf(format, args...), Advice: advice, Fix: fix.text})
	}
	f := &e.findings[i]
	f.Count++
	if fix.change != nil {
		f.mends = append(f.mends, fix.change)
	}
	f.names(b)
}

// names adds a body to those of the finding.
func (f *Finding) names(b physics.Body) {
	if b.Valid() && len(f.Bodies) < MostBodies && !slices.Contains(f.Bodies, b) {
		f.Bodies = append(f.Bodies, b)
	}
}

// with adds the other body of a pair to the finding of a code; what stands still is not named.
func (e *examination) with(code Code, b physics.Body) {
	if i := slices.IndexFunc(e.findings, func(f Finding) bool { return f.Code == code }); i >= 0 && b.Valid() && b.Type() != physics.Static {
		e.findings[i].names(b)
	}
}

// nameOf is the name of a body, or that of the world for the zero body.
func nameOf(b physics.Body) string {
	if !b.Valid() {
		return "the world"
	}
	return bodyname.Of(b)
}
