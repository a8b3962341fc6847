// Package doctor looks at a world before it runs and names what will go wrong: mass ratios, bodies without shapes or deep in
// each other, springs faster than the solver, units that look like centimetres, triangles that are slivers, friction that is
// missing, joints that do not fit. It reads the world through its public interface and steps a copy of it once.
package doctor

import (
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
)

// Codes lists all codes.
var Codes = []Code{
	MassRatio, NoShape, Overlap, FastSpring, Units, Tiny, FarAway, Sliver, NoFriction, JointApart, JointTwice, Density,
	NothingMoves, FastBody, EmptyLimits, NoGravity, WeakMotor, SizeRatio, InertiaRatio, Speculative,
}

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

// found notes a finding; of several of one code the first one is told, with their number.
func (e *examination) found(code Code, b physics.Body, advice, format string, args ...any) {
	for i := range e.findings {
		if f := &e.findings[i]; f.Code == code {
			f.Count++
			return
		}
	}
	e.findings = append(e.findings, Finding{Code: code, Body: b, Count: 1, Text: fmt.Sprintf(format, args...), Advice: advice})
}

// nameOf is the name of a body, or that of the world for the zero body.
func nameOf(b physics.Body) string {
	if !b.Valid() {
		return "the world"
	}
	return bodyname.Of(b)
}
